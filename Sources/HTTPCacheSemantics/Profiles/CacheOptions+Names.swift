extension CacheOptions {
    /// One option as text has it: fixtures, the tool and the batch form all set options through these.
    public struct Choice: Sendable {
        /// The name of the property.
        public let name: String
        /// How help writes its values, such as `yes|no`.
        public let notation: String
        /// Sets the option and answers true, or answers false for a value that it does not have.
        let set: @Sendable (inout CacheOptions, String) -> Bool
    }

    /// Sets one option from text.
    ///
    /// Throws for an unknown name or a value that the option does not have, and changes nothing then.
    public mutating func set(_ name: String, to value: String) throws(CacheOptionError) {
        guard let choice = Self.choices.first(where: { $0.name == name }) else {
            throw CacheOptionError(name: name, value: value, notation: nil)
        }
        guard choice.set(&self, value) else {
            throw CacheOptionError(name: name, value: value, notation: choice.notation)
        }
    }

    /// Every option, in the order of the properties.
    public static let choices: [Choice] = [
        Choice(name: "rules", notation: "rfc9111|sdurlcache") { options, value in
            guard let rules = Rules(rawValue: value) else { return false }
            options.rules = rules
            return true
        },
        Choice(name: "minCacheIntervalSeconds", notation: "SECONDS") { options, value in
            guard let seconds = number(value) else { return false }
            options.minCacheIntervalSeconds = seconds
            return true
        },
        Choice(name: "heuristicPercent", notation: "0..100|off") { options, value in
            guard let percent = value == "off" ? 0 : number(value), percent <= 100 else { return false }
            options.heuristicPercent = percent
            return true
        },
        Choice(name: "heuristicCapSeconds", notation: "SECONDS|none") { options, value in
            let cap = number(value)
            guard cap != nil || value == "none" else { return false }
            options.heuristicCapSeconds = cap
            return true
        },
        .flag("heuristicNeeds") { $0.heuristicNeeds = $1 },
        .flag("heuristicForQueryURL") { $0.heuristicForQueryURL = $1 },
        .flag("staleWhileRevalidateOverSMaxage") { $0.staleWhileRevalidateOverSMaxage = $1 },
        Choice(name: "duplicateDirective", notation: "first|stale") { options, value in
            guard let choice = DuplicateDirective(rawValue: value) else { return false }
            options.duplicateDirective = choice
            return true
        },
        .flag("requestDirectives", "honoured", "ignored") { $0.requestDirectives = $1 },
        .flag("requestPragmaNoCache", "no-cache", "ignored") { $0.requestPragmaNoCache = $1 },
        .flag("setCookie", "store", "refuse") { $0.setCookie = $1 },
        Choice(name: "targetedFields", notation: "FIELD,...|none") { options, value in
            let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isTokenByte) }) else { return false }
            options.targetedFields = value == "none" ? [] : names
            return true
        },
        .flag("staleOnDisconnect") { $0.staleOnDisconnect = $1 },
        .flag("staleOnServerError") { $0.staleOnServerError = $1 },
        .flag("immutable") { $0.immutable = $1 },
        .flag("conditionsOnVaryMiss") { $0.conditionsOnVaryMiss = $1 },
        .flag("noVarySearch") { $0.noVarySearch = $1 },
    ]

    /// One to twelve digits.
    private static func number(_ text: String) -> Int? {
        guard 1...12 ~= text.utf8.count, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }
}

extension CacheOptions.Choice {
    /// `yes` and `no`, and where a text reads better with them, two words of its own.
    fileprivate static func flag(
        _ name: String, _ yes: String = "yes", _ no: String = "no",
        _ set: @escaping @Sendable (inout CacheOptions, Bool) -> Void
    ) -> Self {
        Self(name: name, notation: "\(yes)|\(no)") { options, value in
            guard [yes, no, "yes", "no"].contains(value) else { return false }
            set(&options, value == yes || value == "yes")
            return true
        }
    }
}

/// Why an option was not set.
public struct CacheOptionError: Error, Sendable, Hashable, CustomStringConvertible {
    public let name: String
    public let value: String
    /// What the option takes; nil where there is no such option.
    public let notation: String?

    public var description: String {
        notation.map { "\(value) is no value of \(name): \($0)" } ?? "there is no option \(name)"
    }
}
