import HTTPCacheLint

/// Which findings are looked for: all, or those that `--only` names, but none that `--except` does.
struct FindingChoice: Sendable, Hashable {
    let codes: Set<FindingCode>

    init(_ arguments: Arguments) throws(ToolError) {
        let wanted = try Self.codes(arguments, .only) ?? Set(FindingCode.allCases)
        codes = try wanted.subtracting(Self.codes(arguments, .except) ?? [])
        if codes.isEmpty { throw ToolError("--only and --except leave no finding to look for") }
    }

    /// nil where the option is not there.
    private static func codes(_ arguments: Arguments, _ name: Option.Name) throws(ToolError) -> Set<FindingCode>? {
        guard let text = arguments[name] else { return nil }
        var codes: Set<FindingCode> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let code = FindingCode(code: word) else {
                // The name alone, without what all have in front, is a likely slip.
                let near =
                    FindingCode(code: "lint." + word).map { "; did you mean \($0.code)?" }
                    ?? NearName.suggestion(for: word, among: FindingCode.allCases.map(\.code))
                throw ToolError(
                    "--\(name.rawValue): unknown finding \(ShownBytes.quoted(word)); lint --list names them" + near)
            }
            codes.insert(code)
        }
        return codes
    }
}
