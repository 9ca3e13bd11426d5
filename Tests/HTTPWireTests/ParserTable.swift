import HTTPCacheSemantics
import HTTPWire
import XCTest

/// Rows of `input → outcome`. In the input `⏎` is CRLF, `\n` `\r` `\t` `\0` and `\xHH` are single bytes, `¦` marks
/// where the fault of the outcome stands and `‹abc*3›` is `abc` three times.
///
/// An outcome lists what is read, parts separated by ` | `: for each message its start, then its fields in brackets,
/// its content in quotes and its trailers in braces where there are any; then, where reading fails, the fault.
struct ParserTable {
    struct Row {
        let text: String
        let input: [UInt8]
        let faultOffset: Int?
        let outcome: String
    }

    let rows: [Row]

    init(_ text: String) {
        rows = text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.map { line in
            let parts = line.split(separator: " → ", maxSplits: 1)
            precondition(parts.count == 2, "no row: \(line)")
            let (input, mark) = Self.bytes(String(parts[0]))
            return Row(text: String(line), input: input, faultOffset: mark, outcome: String(parts[1]))
        }
    }

    static func bytes(_ text: String) -> (bytes: [UInt8], mark: Int?) {
        var bytes: [UInt8] = []
        var mark: Int?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "⏎": bytes += [0x0D, 0x0A]
            case "¦": mark = bytes.count
            case "‹":
                let end = rest.firstIndex(of: "›") ?? rest.endIndex
                let parts = rest[..<end].split(separator: "*")
                let unit = Self.bytes(String(parts[0])).bytes
                bytes += Array(repeating: unit, count: Int(parts[1]) ?? 0).joined()
                rest = rest[end...].dropFirst()
            case "\\":
                switch rest.popFirst() {
                case "n"?: bytes.append(0x0A)
                case "r"?: bytes.append(0x0D)
                case "t"?: bytes.append(0x09)
                case "0"?: bytes.append(0x00)
                case "s"?: bytes.append(0x20)
                case "x"?:
                    bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
                    rest = rest.dropFirst(2)
                case let other: bytes += Array(("\\" + (other.map(String.init) ?? "")).utf8)
                }
            default: bytes += Array(String(character).utf8)
            }
        }
        return (bytes, mark)
    }

    static func show(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x0D: "\\r"
            case 0x0A: "\\n"
            case 0x09: "\\t"
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    static func show(_ fields: FieldSection, _ open: String, _ close: String) -> String {
        let lines = fields.lines.map { show($0.name) + ": " + show($0.value) }.filter { $0 != "Host: a" }
        return lines.isEmpty ? "" : " " + open + lines.joined(separator: "; ") + close
    }
}

/// What a parser made of an input, written as the tables write it.
struct Outcome: Equatable {
    var parts: [String] = []
    var faultOffset: Int?

    var text: String { parts.joined(separator: " | ") }
}

enum Reader {
    /// Feeds `pieces` to a request parser and then closes the connection.
    static func requests(_ pieces: [[UInt8]], limits: WireLimits = WireLimits()) -> Outcome {
        var parser = RequestParser(limits: limits)
        var outcome = Outcome()
        var content: [UInt8] = []
        var trailers = FieldSection()
        func flush() {
            guard let last = outcome.parts.popLast() else { return }
            let quoted = content.isEmpty ? "" : " \"" + ParserTable.show(content) + "\""
            outcome.parts.append(last + quoted + ParserTable.show(trailers, "{", "}"))
            content = []
            trailers = FieldSection()
        }
        do {
            for piece in pieces {
                var position = 0
                while let event = try parser.next(in: piece.span, from: &position) {
                    switch event {
                    case .head(let head): outcome.parts.append(describe(head))
                    case .content(let range): content += piece[range]
                    case .end(let fields):
                        trailers = fields
                        flush()
                    }
                }
            }
            try parser.finish()
        } catch {
            if !content.isEmpty { flush() }
            outcome.parts.append("\(error.requestStatus.value) \(error.fault)")
            outcome.faultOffset = error.offset
        }
        return outcome
    }

    private static func describe(_ head: WireRequestHead) -> String {
        let expectation = head.expectation == .none ? "" : " expects-\(head.expectation)"
        return "\(head.method) \(ParserTable.show(head.target)) \(head.persists ? "keep" : "close")\(expectation)"
            + ParserTable.show(head.fields, "[", "]")
    }

    /// Feeds `pieces` to a response parser that expects answers to `methods`, and then closes the connection.
    static func responses(_ pieces: [[UInt8]], to methods: [Method], limits: WireLimits = WireLimits()) -> Outcome {
        var parser = ResponseParser(limits: limits)
        var waiting = methods[...]
        var outcome = Outcome()
        var content: [UInt8] = []
        func end(_ trailers: FieldSection) {
            let last = outcome.parts.popLast() ?? ""
            let quoted = content.isEmpty ? "" : " \"" + ParserTable.show(content) + "\""
            outcome.parts.append(last + quoted + ParserTable.show(trailers, "{", "}"))
            content = []
            if let next = waiting.popFirst() { parser.begin(inAnswerTo: next) }
        }
        if let first = waiting.popFirst() { parser.begin(inAnswerTo: first) }
        do {
            for piece in pieces {
                var position = 0
                while let event = try parser.next(in: piece.span, from: &position) {
                    switch event {
                    case .interim(let head), .head(let head): outcome.parts.append(describe(head))
                    case .content(let range): content += piece[range]
                    case .end(let trailers): end(trailers)
                    }
                }
            }
            if case .end(let trailers)? = try parser.finish() { end(trailers) }
        } catch {
            if !content.isEmpty {
                let last = outcome.parts.popLast() ?? ""
                outcome.parts.append(last + " \"" + ParserTable.show(content) + "\"")
            }
            outcome.parts.append("\(error.fault)")
            outcome.faultOffset = error.offset
        }
        return outcome
    }

    private static func describe(_ head: WireResponseHead) -> String {
        let phrase = head.reason.isEmpty ? "" : " (" + ParserTable.show(head.reason) + ")"
        return "\(head.status)\(phrase) \(head.persists ? "keep" : "close")" + ParserTable.show(head.fields, "[", "]")
    }
}

/// A small generator of numbers that are the same in every run.
struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) ^ (state << 31)
    }
}

extension [UInt8] {
    /// The bytes cut into pieces of 1 to `longest` bytes.
    func pieces(longest: Int, using numbers: inout Numbers) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = self[...]
        while !rest.isEmpty {
            let length = Int.random(in: 1...longest, using: &numbers)
            pieces.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}

extension XCTestCase {
    /// Every row gives its outcome whole, byte by byte, and in random pieces.
    func check(_ table: ParserTable, _ read: ([[UInt8]]) -> Outcome, file: StaticString = #filePath, line: UInt = #line)
    {
        var numbers = Numbers(seed: 7)
        for row in table.rows {
            let whole = read([row.input])
            XCTAssertEqual(whole.text, row.outcome, row.text, file: file, line: line)
            if let mark = row.faultOffset {
                XCTAssertEqual(whole.faultOffset, mark, row.text, file: file, line: line)
            }
            XCTAssertEqual(read(row.input.map { [$0] }), whole, "bytewise: " + row.text, file: file, line: line)
            for longest in [2, 3, 7, 19] {
                let pieces = row.input.pieces(longest: longest, using: &numbers)
                XCTAssertEqual(read(pieces), whole, "pieces: " + row.text, file: file, line: line)
            }
        }
    }
}
