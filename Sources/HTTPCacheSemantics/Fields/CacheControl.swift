/// One member of a Cache-Control field, for readers that look at all of them (RFC 9111 §5.2).
public struct CacheDirective: Sendable, Hashable {
    /// The name in lower case.
    public let name: String
    /// The argument without the quotes of a quoted-string; nil without one.
    public let argument: String?
    /// Whether the argument was a quoted-string.
    public let isQuoted: Bool
    /// Whether the member follows the grammar.
    public let isWellFormed: Bool
    /// The index of its line in the section.
    public let line: Int
    /// Its bytes within the line's value.
    public let range: Range<Int>
}

extension FieldSection {
    /// The members of the Cache-Control lines, in order; what does not begin with a token is left out.
    public var cacheDirectives: [CacheDirective] { directives(of: "Cache-Control") }

    /// The members of the lines of a field that has Cache-Control's syntax.
    public func directives(of name: String) -> [CacheDirective] {
        var found: [CacheDirective] = []
        for index in records.indices where matches(records[index], name) {
            let line = bytes.span.extracting(records[index].value)
            let value = Array(bytes[records[index].value])
            var scanner = DirectiveScanner()
            while let member = scanner.next(in: line) {
                found.append(
                    CacheDirective(
                        name: FieldLine.text(value[member.name].map(\.lowercased)),
                        argument: member.argument.map { FieldLine.text(Array(value[$0])) },
                        isQuoted: member.isQuoted, isWellFormed: member.isWellFormed, line: index,
                        range: member.whole))
            }
        }
        return found
    }
}
