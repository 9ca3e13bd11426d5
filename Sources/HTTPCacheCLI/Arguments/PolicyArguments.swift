import HTTPCacheSemantics

/// Makes policies of `--cache`, `--profile`, `--heuristic` and `--option`.
enum PolicyArguments {
    static let profiles = CacheOptions.profileNames

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
        do {
            try options.set(parts[0], to: parts[1])
        } catch {
            if let notation = error.notation {
                throw ToolError("--option: \(ShownBytes.quoted(error.value)) is no value of \(error.name): \(notation)")
            }
            throw ToolError(
                "--option: unknown name \(ShownBytes.quoted(parts[0]))"
                    + NearName.suggestion(for: parts[0], among: CacheOptions.choices.map(\.name)))
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
}
