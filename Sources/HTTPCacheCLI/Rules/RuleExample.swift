/// A case that a rule or finding decides, as the project's fixtures have it.
struct RuleExample: Sendable, Hashable {
    /// The file below `Fixtures/`.
    let file: String
    /// The case in it.
    let id: String
    /// Settings, messages and expectations, each with its line end.
    let text: String

    /// All examples by code. `Rules/examples.httpcache`, whose cases are named by the codes, each with a comment that
    /// says where it is from, is part of the program.
    static let all: [String: RuleExample] = {
        var examples: [String: RuleExample] = [:]
        var rest = String(decoding: PackageResources.examples_httpcache, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = rest.popFirst() {
            guard line.hasPrefix("case "), let code = line.split(separator: " ").last,
                let origin = rest.popFirst()?.split(separator: " "), origin.count == 3
            else { continue }
            let lines = rest.prefix { !$0.isEmpty }
            rest = rest.dropFirst(lines.count)
            examples[String(code)] = RuleExample(
                file: String(origin[1]), id: String(origin[2]), text: lines.map { $0 + "\n" }.joined())
        }
        return examples
    }()
}
