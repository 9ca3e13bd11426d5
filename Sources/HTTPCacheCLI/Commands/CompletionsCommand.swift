/// `httpcache completions SHELL`: what makes a shell complete the command line, made from the option table.
struct CompletionsCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        guard let word = arguments.operands.first else {
            return CommandOutput("", notes: HelpText.short(.completions), status: .notAsked)
        }
        if arguments.operands.count > 1 {
            throw ToolError("one shell at a time, not also \(ShownBytes.quoted(arguments.operands[1]))")
        }
        let shells = Shell.allCases.map(\.rawValue)
        switch Shell(rawValue: word) {
        case .bash: return CommandOutput(BashCompletions.script)
        case .zsh: return CommandOutput(ZshCompletions.script)
        case .fish: return CommandOutput(FishCompletions.script)
        case nil:
            throw ToolError(
                "unknown shell \(ShownBytes.quoted(word)); known are \(shells.joined(separator: ", "))"
                    + NearName.suggestion(for: word, among: shells))
        }
    }
}
