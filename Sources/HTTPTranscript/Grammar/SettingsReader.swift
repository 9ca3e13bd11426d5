import HTTPDate

/// Reads `name 1*SP value` into the settings of a scope.
struct SettingsReader {
    /// Where the setting stands: not every one has a meaning everywhere.
    enum Scope { case file, `case`, on }

    let file: SourceFile
    let scope: Scope

    static let names = [
        "title", "cite", "kind", "origin", "needs", "cache", "clock", "heuristic", "profile", "option",
    ]

    func read(name: SourceRange, value range: SourceRange, into settings: inout Settings) throws(Fault) {
        let text = try file.text(name)
        guard Self.names.contains(text) else {
            throw Fault("unknown setting \(file.quoted(name)); the settings are \(listed(Self.names))", at: name.start)
        }
        guard !range.isEmpty else { throw Fault("the setting `\(text)` needs a value", at: name.end) }
        if let offset = file.bytes(in: range).firstIndex(where: Byte.isControl) {
            throw Fault("a control byte in a setting", at: offset)
        }
        try checkScope(text, name)
        let value = Located(value: try file.text(range), range: range)
        switch text {
        case "title": try set(&settings.title, value, name)
        case "cite": settings.cites.append(value)
        case "kind": try set(&settings.kind, word(value), name)
        case "origin": try set(&settings.origin, Located(value: Self.origin(range, in: file), range: range), name)
        case "needs": settings.needs.append(try id(value))
        case "cache": try set(&settings.cache, word(value), name)
        case "clock": try set(&settings.clock, Located(value: Self.date(range, in: file), range: range), name)
        case "heuristic": try set(&settings.heuristic, heuristic(value), name)
        case "profile": try set(&settings.profile, token(value), name)
        default: try addOption(range, to: &settings)
        }
    }

    private func checkScope(_ text: String, _ name: SourceRange) throws(Fault) {
        switch (scope, text) {
        case (.file, "needs"): throw Fault("`needs` belongs in a case", at: name.start)
        case (.on, "clock"), (.on, "origin"):
            throw Fault("`\(text)` has no meaning in an `on` block, whose messages live elsewhere", at: name.start)
        default: break
        }
    }

    private func set<Value>(
        _ place: inout Located<Value>?, _ value: Located<Value>, _ name: SourceRange
    ) throws(Fault) {
        if let before = place {
            let line = file.position(of: before.range.start).line
            throw Fault("the setting \(file.quoted(name)) stands in line \(line) already", at: name.start)
        }
        place = value
    }

    // MARK: Values

    private func word<Value>(_ text: Located<String>) throws(Fault) -> Located<Value>
    where Value: RawRepresentable<String> & CaseIterable & Sendable & Hashable {
        guard let value = Value(rawValue: text.value) else {
            throw Fault(
                "\(file.quoted(text.range)) is none of \(listed(Value.allCases.map(\.rawValue)))", at: text.range.start)
        }
        return Located(value: value, range: text.range)
    }

    private func listed(_ words: [String]) -> String { words.joined(separator: ", ") }

    private func token(_ text: Located<String>) throws(Fault) -> Located<String> {
        if let offset = file.bytes(in: text.range).firstIndex(where: { !Byte.isTokenCharacter($0) }) {
            throw Fault("expected a name without spaces or quotes", at: offset)
        }
        return text
    }

    private func id(_ text: Located<String>) throws(Fault) -> Located<String> {
        if let offset = file.bytes(in: text.range).firstIndex(where: Byte.isBlank) {
            throw Fault("expected one case id; `needs` may be repeated", at: offset)
        }
        return text
    }

    private func heuristic(_ text: Located<String>) throws(Fault) -> Located<HeuristicSetting> {
        if text.value == "off" { return Located(value: .off, range: text.range) }
        guard let percent = Byte.number(file.bytes(in: text.range)), percent <= 100 else {
            throw Fault("expected a percentage from 0 to 100, in digits, or `off`", at: text.range.start)
        }
        return Located(value: .percent(percent), range: text.range)
    }

    private func addOption(_ range: SourceRange, to settings: inout Settings) throws(Fault) {
        let bytes = file.bytes(in: range)
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            throw Fault("expected NAME=VALUE", at: range.start)
        }
        let name = SourceRange(range.start, equals)
        let isName = file.bytes(in: name).allSatisfy { byte in
            Byte.isLetter(byte) || Byte.isDigit(byte) || byte == UInt8(ascii: "-")
        }
        guard isName, let first = bytes.first, Byte.isLetter(first) else {
            throw Fault("expected the name of an option before `=`", at: range.start)
        }
        let value = SourceRange(equals + 1, range.end)
        guard !value.isEmpty else { throw Fault("expected a value after `=`", at: equals + 1) }
        let text = try file.text(name)
        guard !settings.options.contains(where: { $0.name.value == text }) else {
            throw Fault("the option \(file.quoted(name)) is set already", at: name.start)
        }
        guard settings.options.count < Settings.maximumOptions else {
            throw Fault("more options than the limit of \(Settings.maximumOptions)", at: name.start)
        }
        settings.options.append(
            OptionSetting(
                name: Located(value: text, range: name), value: Located(value: try file.text(value), range: value)))
    }

    /// A date in any of the three forms; the century of a two-digit year is that next to the default clock.
    static func date(_ range: SourceRange, in file: SourceFile) throws(Fault) -> HTTPDate {
        do {
            return try HTTPDate.parse(Array(file.bytes(in: range)), relativeTo: Settings.defaultClock).date
        } catch {
            throw Fault("not an HTTP date: expected \(error.expected)", at: range.start + error.offset)
        }
    }

    /// `scheme "://" host [ ":" port ]` and nothing after it.
    static func origin(_ range: SourceRange, in file: SourceFile) throws(Fault) -> Origin {
        let text = try file.text(range)
        for scheme in Scheme.allCases {
            let prefix = scheme.rawValue + "://"
            guard Byte.equalIgnoringCase(file.bytes(in: range).prefix(prefix.utf8.count), prefix) else { continue }
            let authority = SourceRange(range.start + prefix.utf8.count, range.end)
            try checkAuthority(authority, in: file)
            return Origin(scheme: scheme, authority: String(text.dropFirst(prefix.count)))
        }
        throw Fault("expected an origin such as https://shop.example", at: range.start)
    }

    private static func checkAuthority(_ range: SourceRange, in file: SourceFile) throws(Fault) {
        let bytes = file.bytes(in: range)
        var hostEnd = range.end
        if let colon = bytes.lastIndex(of: Byte.colon), !(bytes.last == UInt8(ascii: "]")) {
            hostEnd = colon
            guard Byte.number(bytes[(colon + 1)...]) ?? 65536 <= 65535 else {
                throw Fault("expected a port of digits, at most 65535", at: colon + 1)
            }
        }
        let host = file.bytes(in: SourceRange(range.start, hostEnd))
        guard !host.isEmpty else { throw Fault("expected a host", at: range.start) }
        let isLiteral = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
        let inner = isLiteral ? host.dropFirst().dropLast() : host
        let bad = inner.firstIndex { byte in
            !(Byte.isLetter(byte) || Byte.isDigit(byte) || "-._~%!$&'()*+,;=".utf8.contains(byte)
                || (isLiteral && byte == Byte.colon))
        }
        if let bad { throw Fault("a byte that no host can have", at: bad) }
    }
}
