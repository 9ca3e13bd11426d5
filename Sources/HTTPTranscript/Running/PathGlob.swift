import HTTPCacheSemantics

/// The path of an `on` line: `*` matches within a path segment, `**` across, and `/**/` one slash too; a query is
/// matched only where one is written, and `*` matches anything in it.
///
/// It is written as a URI's path is, and compared after both are normalised. Work is at most the product of both
/// lengths.
struct PathGlob: Sendable, Hashable {
    private enum Piece: Hashable {
        case byte(UInt8)
        /// Any bytes but `/`.
        case within
        /// Any bytes.
        case across
    }

    private let path: [Piece]
    private let query: [Piece]?

    /// Nil where the text, its stars aside, is no path.
    init?(_ text: String) {
        guard let target = try? TargetURI("https://glob.invalid" + text) else { return nil }
        path = Self.pieces(target.path)
        query = target.query.map { text in Self.pieces(text).map { $0 == .within ? .across : $0 } }
    }

    func matches(_ target: TargetURI) -> Bool {
        guard Self.matches(path, Array(target.path.utf8)) else { return false }
        guard let query else { return true }
        return target.query.map { Self.matches(query, Array($0.utf8)) } ?? false
    }

    private static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        for byte in text.utf8 {
            guard byte == UInt8(ascii: "*") else {
                pieces.append(.byte(byte))
                continue
            }
            switch pieces.last {
            case .within: pieces[pieces.count - 1] = .across
            case .across: break
            default: pieces.append(.within)
            }
        }
        return pieces
    }

    /// Walks all ways through the pieces at once.
    private static func matches(_ pieces: [Piece], _ bytes: [UInt8]) -> Bool {
        let literal = pieces.prefix { if case .byte = $0 { true } else { false } }
        guard bytes.count >= literal.count, zip(literal, bytes).allSatisfy({ $0 == .byte($1) }) else { return false }
        var places = [Bool](repeating: false, count: pieces.count + 1)
        add(0, to: &places, pieces)
        for byte in bytes {
            var next = [Bool](repeating: false, count: pieces.count + 1)
            for (index, piece) in pieces.enumerated() where places[index] {
                switch piece {
                case .byte(let wanted): if wanted == byte { add(index + 1, to: &next, pieces) }
                case .within: if byte != UInt8(ascii: "/") { add(index, to: &next, pieces) }
                case .across: add(index, to: &next, pieces, isNew: false)
                }
            }
            places = next
        }
        return places[pieces.count]
    }

    /// A place, and those that are reached from it without a byte. `**` stands for no segment at all only where it has
    /// taken no byte yet.
    private static func add(_ first: Int, to places: inout [Bool], _ pieces: [Piece], isNew: Bool = true) {
        let slash = Piece.byte(UInt8(ascii: "/"))
        // A list and no recursion: a path may have as many stars as its line has bytes.
        var open = [first]
        while let index = open.popLast() {
            if places[index] { continue }
            places[index] = true
            guard index < pieces.count else { continue }
            if case .byte = pieces[index] { continue }
            if isNew, pieces[index] == .across, index > 0, index + 1 < pieces.count, pieces[index - 1] == slash,
                pieces[index + 1] == slash
            {
                open.append(index + 2)
            }
            open.append(index + 1)
        }
    }
}
