import HTTPCacheSemantics

/// Reads the subject of an expectation, `because` being cut off already.
struct SubjectReader {
    let file: SourceFile
    let isNegated: Bool
    /// Begins with the subject's name.
    let text: SourceRange
    let name: SourceRange

    static let names = [
        "store", "validate", "fail", "reuse", "forward", "lifetime", "age", "fresh-for", "stale-for", "key",
        "invalidates", "has", "lint", "sends", "serves",
    ]

    init(file: SourceFile, isNegated: Bool, text: SourceRange) {
        self.file = file
        self.isNegated = isNegated
        self.text = text
        name = SourceRange(text.start, file.bytes(in: text).firstIndex(of: Byte.space) ?? text.end)
    }

    /// Whether spaces at the end belong to what is compared.
    var isFreeText: Bool {
        file.matches(name, "serves") && file.hasPrefix(afterName, "body")
    }

    func read() throws(Fault) -> Expectation.Subject {
        let name = String(decoding: file.bytes(in: name), as: UTF8.self)
        if let quantity = Expectation.Quantity(rawValue: name) { return try time(quantity) }
        switch name {
        case "store":
            try expectEnd(0)
            return .store
        case "validate":
            try expectEnd(0)
            return .validate
        case "fail": return try fail()
        case "reuse": return try reuse()
        case "forward": return try forward()
        case "key": return .key(try argument("the key"))
        case "invalidates": return .invalidates(try oneWord("a URI"))
        case "has": return .has(try argument("a Cache-Control directive"))
        case "lint": return .lint(try oneWord("the code of a finding"))
        case "sends": return try sends()
        case "serves": return try serves()
        default:
            throw Fault(
                "unknown subject \(file.quoted(self.name)); the subjects are \(Self.names.joined(separator: ", "))",
                at: self.name.start)
        }
    }

    // MARK: Arguments

    /// The rest of the line after the name and its spaces.
    private var afterName: SourceRange { after(name) }

    private func after(_ word: SourceRange) -> SourceRange {
        let rest = SourceRange(min(word.end + 1, text.end), text.end)
        let start = file.bytes(in: rest).firstIndex { $0 != Byte.space } ?? rest.end
        return SourceRange(start, rest.end)
    }

    private var words: [SourceRange] { file.words(file.trimmed(afterName)) }

    private func expectEnd(_ count: Int) throws(Fault) {
        guard words.count > count else { return }
        let word = words[count]
        if file.matches(word, "because") { throw Fault("expected a rule code after `because`", at: word.end) }
        throw Fault("unexpected \(file.quoted(word)) after the subject", at: word.start)
    }

    private func argument(_ what: String) throws(Fault) -> Located<String> {
        let range = file.trimmed(afterName)
        guard !range.isEmpty else { throw Fault("expected \(what) after \(file.quoted(name))", at: name.end) }
        return Located(value: try file.text(range), range: range)
    }

    private func oneWord(_ what: String) throws(Fault) -> Located<String> {
        let word = try argument(what)
        try expectEnd(1)
        return word
    }

    private func fail() throws(Fault) -> Expectation.Subject {
        guard let word = words.first, file.matches(word, "504") else {
            throw Fault("expected 504 after `fail`", at: words.first?.start ?? name.end)
        }
        try expectEnd(1)
        return .gatewayTimeout
    }

    private func reuse() throws(Fault) -> Expectation.Subject {
        let words = words
        guard let word = words.first else { return .reuse(.any) }
        if file.matches(word, "stale"), words.count > 1, file.matches(words[1], "while-revalidate") {
            try expectEnd(2)
            return .reuse(.staleWhileRevalidate)
        }
        guard file.matches(word, "fresh") || file.matches(word, "stale") else {
            if file.matches(word, "because") { try expectEnd(0) }
            throw Fault("expected fresh, stale or stale while-revalidate after `reuse`", at: word.start)
        }
        try expectEnd(1)
        return .reuse(file.matches(word, "fresh") ? .fresh : .stale)
    }

    private func forward() throws(Fault) -> Expectation.Subject {
        guard let word = words.first else { return .forward(nil) }
        if file.matches(word, "because") { try expectEnd(0) }
        guard let reason = ForwardReason(rawValue: try file.text(word)) else {
            let all = ForwardReason.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault("unknown reason \(file.quoted(word)); the reasons are \(all)", at: word.start)
        }
        try expectEnd(1)
        return .forward(reason)
    }

    /// `[op] T`, with or without spaces after the operator.
    private func time(_ quantity: Expectation.Quantity) throws(Fault) -> Expectation.Subject {
        var range = file.trimmed(afterName)
        var comparison = Expectation.Comparison.equal
        let operators: [Expectation.Comparison] = [.atMost, .atLeast, .less, .greater, .equal]
        if let written = operators.first(where: { file.hasPrefix(range, $0.rawValue) }) {
            comparison = written
            range = file.trimmed(SourceRange(range.start + written.rawValue.utf8.count, range.end))
        }
        guard let word = file.words(range).first else {
            throw Fault("expected a time after `\(quantity.rawValue)`", at: file.trimmedAtEnd(text).end)
        }
        let span = try TimeText.read(word, in: file)
        if word.end < range.end {
            let next = file.words(range)[1]
            if file.matches(next, "because") { throw Fault("expected a rule code after `because`", at: next.end) }
            throw Fault("unexpected \(file.quoted(next)) after the subject", at: next.start)
        }
        return .time(quantity, comparison, Located(value: span, range: word))
    }

    // MARK: Messages

    private func sends() throws(Fault) -> Expectation.Subject {
        if let first = words.first, file.matches(first, "method") {
            guard words.count > 1, Byte.isToken(file.bytes(in: words[1])) else {
                throw Fault("expected a method after `sends method`", at: words.dropFirst().first?.start ?? first.end)
            }
            try expectEnd(2)
            return .sendsMethod(words[1])
        }
        return isBareName ? .sendsAny(name: try fieldName()) : .sends(try fieldLine())
    }

    private func serves() throws(Fault) -> Expectation.Subject {
        let first = words.first ?? SourceRange(name.end, name.end)
        if file.matches(first, "status") {
            let number = words.dropFirst().first.map { file.bytes(in: $0) } ?? []
            guard number.count == 3, let status = Byte.number(number), status >= 100 else {
                let offset = words.dropFirst().first?.start ?? first.end
                throw Fault("expected a status of three digits, 100 to 999", at: offset)
            }
            try expectEnd(2)
            return .servesStatus(Located(value: status, range: words[1]))
        }
        let isExact = file.matches(first, "body\\")
        if isExact || file.matches(first, "body") {
            return try body(after: first, isExact: isExact)
        }
        return isBareName ? .servesAny(name: try fieldName()) : .serves(try fieldLine())
    }

    /// What follows exactly one space, to the end of the line; only the exact form may be empty.
    private func body(after word: SourceRange, isExact: Bool) throws(Fault) -> Expectation.Subject {
        let range = SourceRange(min(word.end + 1, text.end), text.end)
        guard isExact || !range.isEmpty else {
            throw Fault("expected text after `serves body`; an empty body is `serves body\\`", at: word.end)
        }
        let template = try TemplateReader.read(range, in: file, TextSyntax(escapes: isExact))
        return .servesBody(template, isExact: isExact)
    }

    private func fieldLine() throws(Fault) -> RawField {
        let range = file.trimmed(afterName)
        guard !range.isEmpty else { throw Fault("expected a field line after \(file.quoted(name))", at: name.end) }
        return try FieldLineReader(file: file, syntax: TextSyntax()).read(range)
    }

    /// Under `not` a bare name stands for every line of it, and a whole line for that line alone.
    private var isBareName: Bool {
        isNegated && !file.bytes(in: file.trimmed(afterName)).contains(UInt8(ascii: ":"))
    }

    private func fieldName() throws(Fault) -> SourceRange {
        guard let word = words.first else {
            throw Fault("expected a field name after \(file.quoted(name))", at: name.end)
        }
        if let offset = file.bytes(in: word).firstIndex(where: { !Byte.isTokenCharacter($0) }) {
            let subject = String(decoding: file.bytes(in: name), as: UTF8.self)
            throw Fault("`not \(subject)` takes a bare field name", at: offset)
        }
        try expectEnd(1)
        return word
    }
}
