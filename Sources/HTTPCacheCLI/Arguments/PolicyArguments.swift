import HTTPCacheSemantics

/// Makes policies of `--cache`, `--profile`, `--heuristic` and `--option`.
enum PolicyArguments {
    static let profiles = ["rfc9111", "cdn", "browser"]

    /// One choice of `CacheOptions` by name.
    struct Choice: Sendable {
        let name: String
        /// How the help writes its values.
        let notation: String
        /// False for a value that the choice does not have.
        let set: @Sendable (inout CacheOptions, String) -> Bool

        static func yesOrNo(
            _ name: String, _ yes: String = "yes", _ no: String = "no",
            _ set: @escaping @Sendable (inout CacheOptions, Bool) -> Void
        ) -> Choice {
            Choice(name: name, notation: "\(yes)|\(no)") { options, value in
                guard value == yes || value == no || value == "yes" || value == "no" else { return false }
                set(&options, value == yes || value == "yes")
                return true
            }
        }
    }

    static let choices: [Choice] = [
        Choice(name: "heuristicPercent", notation: "0..100|off") { options, value in
            guard let percent = percent(value) else { return false }
            options.heuristicPercent = percent
            return true
        },
        Choice(name: "heuristicCapSeconds", notation: "SECONDS|none") { options, value in
            guard let cap = number(value) ?? (value == "none" ? .max : nil) else { return false }
            options.heuristicCapSeconds = value == "none" ? nil : cap
            return true
        },
        .yesOrNo("heuristicNeeds") { $0.heuristicNeeds = $1 },
        .yesOrNo("heuristicForQueryURL") { $0.heuristicForQueryURL = $1 },
        .yesOrNo("staleWhileRevalidateOverSMaxage") { $0.staleWhileRevalidateOverSMaxage = $1 },
        Choice(name: "duplicateDirective", notation: "first|stale") { options, value in
            guard let choice = CacheOptions.DuplicateDirective(rawValue: value) else { return false }
            options.duplicateDirective = choice
            return true
        },
        .yesOrNo("requestDirectives", "honoured", "ignored") { $0.requestDirectives = $1 },
        .yesOrNo("requestPragmaNoCache", "no-cache", "ignored") { $0.requestPragmaNoCache = $1 },
        .yesOrNo("setCookie", "store", "refuse") { $0.setCookie = $1 },
        Choice(name: "targetedFields", notation: "FIELD,...|none") { options, value in
            let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isNameByte) }) else { return false }
            options.targetedFields = value == "none" ? [] : names
            return true
        },
        .yesOrNo("staleOnDisconnect") { $0.staleOnDisconnect = $1 },
        .yesOrNo("staleOnServerError") { $0.staleOnServerError = $1 },
        .yesOrNo("immutableOnReload") { $0.immutableOnReload = $1 },
        .yesOrNo("conditionsOnVaryMiss") { $0.conditionsOnVaryMiss = $1 },
        .yesOrNo("noVarySearch") { $0.noVarySearch = $1 },
    ]

    /// The options that a profile and the choices over it make.
    static func options(_ arguments: Arguments) throws(ToolError) -> CacheOptions {
        let name = arguments[.profile] ?? "rfc9111"
        guard var options = CacheOptions.profile(named: name) else {
            throw ToolError(
                "--profile: unknown policy \(ShownBytes.quoted(name)); known are \(profiles.joined(separator: ", "))"
                    + NearName.suggestion(for: name, among: profiles))
        }
        if let value = arguments[.heuristic] {
            guard let percent = percent(value) else {
                throw ToolError(
                    "--heuristic: \(ShownBytes.quoted(value)) is neither a percentage from 0 to 100 nor off")
            }
            options.heuristicPercent = percent
        }
        for text in arguments.all(.option) { try set(text, in: &options) }
        return options
    }

    /// Sets one `NAME=VALUE`.
    static func set(_ text: String, in options: inout CacheOptions) throws(ToolError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw ToolError("--option: \(ShownBytes.quoted(text)) is not NAME=VALUE")
        }
        guard let choice = choices.first(where: { $0.name == parts[0] }) else {
            throw ToolError(
                "--option: unknown name \(ShownBytes.quoted(parts[0]))"
                    + NearName.suggestion(for: parts[0], among: choices.map(\.name)))
        }
        guard choice.set(&options, parts[1]) else {
            throw ToolError(
                "--option: \(ShownBytes.quoted(parts[1])) is no value of \(choice.name): \(choice.notation)")
        }
    }

    private static func percent(_ text: String) -> Int? {
        if text == "off" { return 0 }
        return number(text).flatMap { $0 <= 100 ? $0 : nil }
    }

    /// One to twelve digits.
    private static func number(_ text: String) -> Int? {
        guard 1...12 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
