import HTTPDate

/// Which ways of writing bytes a text may use.
struct TextSyntax {
    /// `\n`, `\x1f`, `\033`, … as in C: after the marks `>\` and `<\`, and in `serves body\`.
    var escapes = false
    /// `{date …}`: in fixtures, not in captures.
    var dates = true

    /// What a capture has: the bytes as they stand.
    static let verbatim = TextSyntax(escapes: false, dates: false)
}

/// Reads the text of one line into a template.
struct TemplateReader {
    private let file: SourceFile
    private let end: Int
    private let syntax: TextSyntax
    private var offset: Int
    private var pieces: [MessageTemplate.Piece] = []

    static func read(_ range: SourceRange, in file: SourceFile, _ syntax: TextSyntax) throws(Fault) -> MessageTemplate {
        var reader = TemplateReader(file: file, end: range.end, syntax: syntax, offset: range.start)
        try reader.readPieces()
        return MessageTemplate(reader.pieces, range: range)
    }

    private init(file: SourceFile, end: Int, syntax: TextSyntax, offset: Int) {
        self.file = file
        self.end = end
        self.syntax = syntax
        self.offset = offset
    }

    private mutating func readPieces() throws(Fault) {
        var plain = offset
        while offset < end {
            let start = offset
            guard let piece = try special() else {
                offset += 1
                continue
            }
            if plain < start { pieces.append(.source(SourceRange(plain, start))) }
            pieces.append(piece)
            plain = offset
        }
        if plain < end { pieces.append(.source(SourceRange(plain, end))) }
    }

    private mutating func special() throws(Fault) -> MessageTemplate.Piece? {
        switch file.bytes[offset] {
        case Byte.backslash where syntax.escapes: try escape()
        case Byte.openBrace where syntax.dates: try date()
        default: nil
        }
    }

    // MARK: Escapes

    private mutating func escape() throws(Fault) -> MessageTemplate.Piece {
        let start = offset
        offset += 1
        guard offset < end else { throw Fault("a backslash at the end of the line", at: start) }
        let letter = file.bytes[offset]
        let byte: UInt8?
        if letter == UInt8(ascii: "x") {
            offset += 1
            byte = number(digits: 2...2, radix: 16)
        } else if 0x30...0x37 ~= letter {
            byte = number(digits: 1...3, radix: 8)
        } else {
            offset += 1
            byte = Self.named(letter)
        }
        guard let byte else {
            throw Fault("unknown escape: \\n, \\r, \\t, \\\\, \\\", \\xHH and \\OOO are understood", at: start)
        }
        return .byte(byte, SourceRange(start, offset))
    }

    private static func named(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "a"): 0x07
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "t"): Byte.tab
        case UInt8(ascii: "n"): Byte.lf
        case UInt8(ascii: "v"): 0x0B
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "r"): Byte.cr
        case Byte.backslash, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "?"): letter
        default: nil
        }
    }

    private mutating func number(digits: ClosedRange<Int>, radix: Int) -> UInt8? {
        let limit = min(end, offset + digits.upperBound)
        var value = 0
        var count = 0
        while offset < limit, let digit = Character(UnicodeScalar(file.bytes[offset])).hexDigitValue, digit < radix {
            value = value * radix + digit
            count += 1
            offset += 1
        }
        return digits.contains(count) ? UInt8(exactly: value) : nil
    }

    // MARK: Dates

    /// `{date`, then `}`, a space or the end: anything else in braces is text.
    private mutating func date() throws(Fault) -> MessageTemplate.Piece? {
        let start = offset
        let rest = SourceRange(offset, end)
        guard ["{date}", "{date "].contains(where: { file.hasPrefix(rest, $0) }) || file.matches(rest, "{date") else {
            return nil
        }
        guard let close = file.bytes(in: rest).firstIndex(of: Byte.closeBrace) else {
            throw Fault("`{date` without its closing brace", at: start)
        }
        let template = try dateTemplate(SourceRange(start + 5, close), at: start)
        offset = close + 1
        return .date(template, SourceRange(start, offset))
    }

    private func dateTemplate(_ range: SourceRange, at start: Int) throws(Fault) -> DateTemplate {
        var words = file.words(range)[...]
        var offset = TimeSpan(microseconds: 0)
        if let word = words.first, !file.matches(word, "as") {
            offset = try signedSpan(word)
            words.removeFirst()
        }
        var form = HTTPDate.Form.imfFixdate
        if let word = words.first, file.matches(word, "as") {
            words.removeFirst()
            guard let name = words.popFirst() else { throw Fault("expected rfc850 or asctime", at: word.end) }
            form = try self.form(name)
        }
        if let word = words.first { throw Fault("unexpected \(file.quoted(word)) in a date", at: word.start) }
        guard range.isEmpty || !file.words(range).isEmpty else {
            throw Fault("expected +T, -T or `as` after `{date `", at: range.end)
        }
        return DateTemplate(offset: offset, form: form)
    }

    private func signedSpan(_ word: SourceRange) throws(Fault) -> TimeSpan {
        let sign = file.bytes[word.start]
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            throw Fault("expected +T, -T or `as` after `{date `", at: word.start)
        }
        let span = try TimeText.read(SourceRange(word.start + 1, word.end), in: file)
        return sign == UInt8(ascii: "-") ? TimeSpan(microseconds: -span.microseconds) : span
    }

    private func form(_ name: SourceRange) throws(Fault) -> HTTPDate.Form {
        if file.matches(name, "rfc850") { return .rfc850 }
        if file.matches(name, "asctime") { return .asctime }
        throw Fault("unknown form of date \(file.quoted(name)): rfc850 or asctime", at: name.start)
    }
}
