import HTTPCacheSemantics
import HTTPWire

/// Under which name a proxy stands in Via (RFC 9110 §7.6.3), and how it knows itself there.
struct Pseudonym: Sendable {
    /// How a request has come here.
    enum Passage: Sendable, Hashable {
        /// Not through a proxy of this name, or through others that say that they are others.
        case first
        /// Through one of this name, which may have been this one.
        case unclear
        /// Through this one, or through one of this name too often.
        case loop
    }

    private let name: String
    /// In a comment after the name: what tells this proxy from others of its name.
    private let mark: String
    /// For each minor version of HTTP/1.
    private let entries: [String]

    /// A request that came through proxies of this name so many times goes round in circles.
    private static let maximumPasses = 4

    /// `name` is a token.
    init(_ name: String) {
        self.name = name
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let mark = "(" + String(repeating: "0", count: 16 - number.count) + number + ")"
        self.mark = mark
        entries = (0...9).map { "1.\($0) \(name) \(mark)" }
    }

    /// What this proxy adds to the Via of a request.
    func entry(receivedIn version: HTTPVersion) -> String { entries[Int(version.minor)] }

    /// Judges by the Via of a request. Comments may be removed on the way, so that a name without one is unclear.
    func passage(of fields: FieldSection) -> Passage {
        guard fields.contains("Via") else { return .first }
        var passes = 0
        var passage = Passage.first
        for entry in fields.values(of: "Via").flatMap({ $0.split(separator: 0x2C) }) {
            let words = entry.split(maxSplits: 2) { $0 == 0x20 || $0 == 0x09 }
            guard words.count >= 2, words[1].elementsEqual(name.utf8) else { continue }
            passes += 1
            if words.count == 2 {
                passage = .unclear
            } else if words[2].drop(while: { $0 == 0x20 || $0 == 0x09 }).starts(with: mark.utf8) {
                return .loop
            }
        }
        return passes >= Self.maximumPasses ? .loop : passage
    }
}
