extension CacheOptions {
    /// Sets one option from text: the names of the properties, with `yes` or `no`, a number, or a word as the option
    /// has it; `targetedFields` takes a comma-separated list of field names or `none`.
    ///
    /// Throws for an unknown name or a value that the option does not have, and changes nothing then.
    public mutating func set(_ name: String, to value: String) throws(CacheOptionError) {
        if let flag = Self.flags[name] {
            self[keyPath: flag] = try Self.yesOrNo(value, for: name)
            return
        }
        switch name {
        case "heuristicPercent": heuristicPercent = try Self.number(value, 0...100, for: name)
        case "heuristicCapSeconds":
            heuristicCapSeconds = value == "none" ? nil : try Self.number(value, 0...(1 << 31), for: name)
        case "duplicateDirective":
            guard let choice = DuplicateDirective(rawValue: value) else {
                throw CacheOptionError(name: name, value: value, expected: "first or stale")
            }
            duplicateDirective = choice
        case "targetedFields":
            let names = value.split(separator: ",").map { $0.filter { $0 != " " } }
            let isNone = value == "none"
            guard isNone || (!names.isEmpty && names.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isTokenByte) })
            else { throw CacheOptionError(name: name, value: value, expected: "field names or none") }
            targetedFields = isNone ? [] : names
        default:
            throw CacheOptionError(name: name, value: value, expected: nil)
        }
    }

    /// The value of one option in the form that ``set(_:to:)`` takes; nil for an unknown name.
    public func value(of name: String) -> String? {
        if let flag = Self.flags[name] { return self[keyPath: flag] ? "yes" : "no" }
        switch name {
        case "heuristicPercent": return String(heuristicPercent)
        case "heuristicCapSeconds": return heuristicCapSeconds.map { String($0) } ?? "none"
        case "duplicateDirective": return duplicateDirective.rawValue
        case "targetedFields": return targetedFields.isEmpty ? "none" : targetedFields.joined(separator: ", ")
        default: return nil
        }
    }

    /// The names that ``set(_:to:)`` knows, in alphabetical order.
    public static let names: [String] =
        (Array(flags.keys) + ["heuristicPercent", "heuristicCapSeconds", "duplicateDirective", "targetedFields"])
        .sorted()

    private static var flags: [String: WritableKeyPath<CacheOptions, Bool>] {
        [
            "heuristicNeeds": \.heuristicNeeds,
            "heuristicForQueryURL": \.heuristicForQueryURL,
            "staleWhileRevalidateOverSMaxage": \.staleWhileRevalidateOverSMaxage,
            "requestDirectives": \.requestDirectives,
            "requestPragmaNoCache": \.requestPragmaNoCache,
            "setCookie": \.setCookie,
            "staleOnDisconnect": \.staleOnDisconnect,
            "staleOnServerError": \.staleOnServerError,
            "immutable": \.immutable,
            "conditionsOnVaryMiss": \.conditionsOnVaryMiss,
            "noVarySearch": \.noVarySearch,
        ]
    }

    /// Each flag has words of its own beside yes and no, where a fixture reads better with them.
    private static func yesOrNo(_ value: String, for name: String) throws(CacheOptionError) -> Bool {
        switch (name, value) {
        case (_, "yes"), (_, "true"), ("requestDirectives", "honoured"), ("setCookie", "store"),
            ("setCookie", "stored"),
            ("requestPragmaNoCache", "no-cache"), ("heuristicForQueryURL", "allowed"):
            return true
        case (_, "no"), (_, "false"), ("requestDirectives", "ignored"), ("setCookie", "refuse"),
            ("requestPragmaNoCache", "ignored"):
            return false
        default: throw CacheOptionError(name: name, value: value, expected: "yes or no")
        }
    }

    private static func number(
        _ value: String, _ range: ClosedRange<Int>, for name: String
    ) throws(CacheOptionError) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw CacheOptionError(
                name: name, value: value, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

/// Why an option was not set.
public struct CacheOptionError: Error, Sendable, Hashable, CustomStringConvertible {
    public let name: String
    public let value: String
    /// What the option takes; nil where there is no such option.
    public let expected: String?

    public var description: String {
        guard let expected else { return "there is no option \(name)" }
        return "option \(name) takes \(expected), not \(value)"
    }
}
