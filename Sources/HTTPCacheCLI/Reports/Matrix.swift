/// What `--matrix` prints instead of what failed.
protocol Matrix {
    /// Whether something that is required does not hold.
    var isFailing: Bool { get }
    var value: JSONValue { get }

    func text(_ palette: Palette) -> String
}

extension Matrix {
    func output(_ arguments: Arguments, _ context: ToolContext, _ errors: [String]) throws(ToolError) -> CommandOutput {
        if arguments.isNamed(.report) { throw ToolError("--matrix goes without --report") }
        let text: String
        switch arguments[.format] ?? "text" {
        case "text": text = self.text(Palette(arguments, context))
        case "json": text = value.indented() + "\n"
        case let other: throw ToolError("--matrix is written as text or json, not as \(other)")
        }
        let isNo = isFailing && arguments[.failOn] != "never"
        return CommandOutput(
            text, notes: errors.map { $0 + "\n" }.joined(), status: !errors.isEmpty ? .notAsked : isNo ? .no : .answered
        )
    }
}
