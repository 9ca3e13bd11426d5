/// Which directives govern a response: Cache-Control, or a targeted field before it (RFC 9213 §2.2).
extension Oracle {
    struct Policy {
        var directives: [Directive] = []
        /// The name of the targeted field in use, as the options spell it.
        var targeted: String?
        var duplicates = Options.Duplicates.first

        var noCache: Scope { directives.scope("no-cache") }
        var `private`: Scope { directives.scope("private") }

        func has(_ name: String) -> Bool { directives.has(name) }
        func hasBare(_ name: String) -> Bool { directives.hasBare(name) }
        func limit(_ name: String) -> Limit { directives.limit(name, duplicates) }
    }

    static func policy(_ fields: [Field], _ options: Options) -> Policy {
        for name in options.targetedFields {
            guard let value = fields.combined(name), let dictionary = structuredDictionary(value) else { continue }
            if dictionary.isEmpty { continue }
            return Policy(
                directives: dictionary.compactMap { targetedDirective($0.key, $0.item) }, targeted: name,
                duplicates: options.duplicateDirective)
        }
        let value = fields.combined("Cache-Control") ?? []
        return Policy(directives: directives(value), targeted: nil, duplicates: options.duplicateDirective)
    }

    /// RFC 9213 §2.1: a member whose type is not the directive's is not used. A negative integer is of the right type
    /// and says something invalid.
    private static func targetedDirective(_ name: String, _ item: BareItem) -> Directive? {
        switch name {
        case "max-age", "s-maxage", "stale-while-revalidate", "stale-if-error":
            guard case .integer(let value) = item else { return nil }
            return Directive(name: name, argument: .token(bytes(String(value))))
        case "no-cache", "private":
            if item == .boolean(true) { return Directive(name: name, argument: .none) }
            guard case .string(let content) = item else { return nil }
            return Directive(name: name, argument: .quoted(content))
        default:
            return item == .boolean(true) ? Directive(name: name, argument: .none) : nil
        }
    }
}
