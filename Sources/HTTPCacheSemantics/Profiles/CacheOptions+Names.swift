extension CacheOptions {
    /// One option as text has it: fixtures, the tool and the batch form all set options through these.
    public struct Choice: Sendable {
        /// The name of the property.
        public let name: String
        /// How help writes its values, such as `yes|no`.
        public let notation: String
        /// Sets the option and answers true, or answers false for a value that it does not have.
        let set: @Sendable (inout CacheOptions, String) -> Bool
        /// The option's value as `set` takes it.
        let get: @Sendable (CacheOptions) -> String
    }

    /// Sets one option from text.
    ///
    /// Throws for an unknown name or a value that the option does not have, and changes nothing then.
    public mutating func set(_ name: String, to value: String) throws(CacheOptionError) {
        guard let choice = (Self.choices + [Self.staleOnError]).first(where: { $0.name == name }) else {
            throw CacheOptionError(name: name, value: value, notation: nil)
        }
        guard choice.set(&self, value) else {
            throw CacheOptionError(name: name, value: value, notation: choice.notation)
        }
    }

    /// The value of one option in the form that ``set(_:to:)`` takes; nil for an unknown name.
    public func value(of name: String) -> String? { Self.choices.first { $0.name == name }?.get(self) }

    /// The names that ``set(_:to:)`` knows, in the order of the properties.
    public static let names = choices.map(\.name)

    /// Every option, in the order of the properties.
    public static let choices: [Choice] = [
        Choice(name: "rules", notation: "rfc9111|sdurlcache") { options, value in
            guard let rules = Rules(rawValue: value) else { return false }
            options.rules = rules
            return true
        } get: {
            $0.rules.rawValue
        },
        Choice(name: "minCacheIntervalSeconds", notation: "SECONDS") { options, value in
            guard let seconds = number(value) else { return false }
            options.minCacheIntervalSeconds = seconds
            return true
        } get: {
            String($0.minCacheIntervalSeconds)
        },
        Choice(name: "heuristicPercent", notation: "0..100|off") { options, value in
            guard let percent = value == "off" ? 0 : number(value), percent <= 100 else { return false }
            options.heuristicPercent = percent
            return true
        } get: {
            String($0.heuristicPercent)
        },
        Choice(name: "heuristicCapSeconds", notation: "SECONDS|none") { options, value in
            let cap = number(value)
            guard cap != nil || value == "none" else { return false }
            options.heuristicCapSeconds = cap
            return true
        } get: {
            $0.heuristicCapSeconds.map { String($0) } ?? "none"
        },
        .flag("heuristicNeeds", \.heuristicNeeds),
        .flag("heuristicForQueryURL", \.heuristicForQueryURL, yes: ["allowed"]),
        .flag("staleWhileRevalidateOverSMaxage", \.staleWhileRevalidateOverSMaxage),
        Choice(name: "duplicateDirective", notation: "first|stale|stale-expires") { options, value in
            guard let choice = DuplicateDirective(rawValue: value) else { return false }
            options.duplicateDirective = choice
            return true
        } get: {
            $0.duplicateDirective.rawValue
        },
        .flag("requestDirectives", \.requestDirectives, yes: ["honoured"], no: ["ignored"]),
        .flag("requestPragmaNoCache", \.requestPragmaNoCache, yes: ["no-cache", "as no-cache"], no: ["ignored"]),
        .flag("setCookie", \.setCookie, yes: ["store", "stored"], no: ["refuse"]),
        Choice(name: "targetedFields", notation: "FIELD,...|none") { options, value in
            let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isTokenByte) }) else { return false }
            options.targetedFields = value == "none" ? [] : names
            return true
        } get: {
            $0.targetedFields.isEmpty ? "none" : $0.targetedFields.joined(separator: ",")
        },
        .flag("staleOnDisconnect", \.staleOnDisconnect),
        .flag("staleOnServerError", \.staleOnServerError),
        .flag("immutable", \.immutable),
        Choice(name: "notModifiedWithoutValidator", notation: "ask|update") { options, value in
            guard let choice = NotModifiedWithoutValidator(rawValue: value) else { return false }
            options.notModifiedWithoutValidator = choice
            return true
        } get: {
            $0.notModifiedWithoutValidator.rawValue
        },
        .flag("conditionsOnVaryMiss", \.conditionsOnVaryMiss),
        .flag("completeParts", \.completeParts),
        Choice(name: "unknownVary", notation: "exact|lines") { options, value in
            guard let choice = UnknownVary(rawValue: value) else { return false }
            options.unknownVary = choice
            return true
        } get: {
            $0.unknownVary.rawValue
        },
        .flag("acceptSemantics", \.acceptSemantics),
        .flag("noVarySearch", \.noVarySearch),
    ]

    /// Both options of stale answers to errors in one, which are not set apart by their users most of the time.
    private static let staleOnError =
        Choice(name: "staleOnError", notation: "always|disconnect|never") { options, value in
            guard ["always", "disconnect", "never"].contains(value) else { return false }
            options.staleOnDisconnect = value != "never"
            options.staleOnServerError = value == "always"
            return true
        } get: {
            $0.staleOnServerError ? "always" : $0.staleOnDisconnect ? "disconnect" : "never"
        }

    /// One to twelve digits.
    private static func number(_ text: String) -> Int? {
        guard 1...12 ~= text.utf8.count, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }
}

extension CacheOptions.Choice {
    /// `yes` and `no`, `true` and `false`, and where a text reads better with them, words of its own.
    fileprivate static func flag(
        _ name: String, _ property: any WritableKeyPath<CacheOptions, Bool> & Sendable, yes: [String] = [],
        no: [String] = []
    ) -> Self {
        let agreeing = yes + ["yes", "true"]
        let refusing = no + ["no", "false"]
        return Self(name: name, notation: "\(agreeing[0])|\(refusing[0])") { options, value in
            guard agreeing.contains(value) || refusing.contains(value) else { return false }
            options[keyPath: property] = agreeing.contains(value)
            return true
        } get: {
            $0[keyPath: property] ? "yes" : "no"
        }
    }
}

/// Why an option was not set.
public struct CacheOptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the option, as it was given.
    public let name: String
    /// The value that was given for it.
    public let value: String
    /// What the option takes; nil where there is no such option.
    public let notation: String?

    public var description: String {
        notation.map { "\(value) is no value of \(name): \($0)" } ?? "there is no option \(name)"
    }
}
