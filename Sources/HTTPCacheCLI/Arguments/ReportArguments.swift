/// Which formats go where: `--format` to standard output, each `--report` to a file.
struct ReportArguments: Sendable, Hashable {
    enum Format: String, Sendable, Hashable, CaseIterable {
        case text, json, junit, sarif, github, markdown, tap, html, xcode

        /// Those in which a command has something to say.
        static func known(to command: Command) -> [Format] {
            switch command {
            case .check, .lint, .proxy: allCases
            case .har: [.text, .json, .sarif, .github, .markdown, .html]
            case .explain: [.text, .json, .markdown, .html]
            case .decide, .date, .store, .rule, .completions, .fetch: [.text, .json]
            }
        }
    }

    struct File: Sendable, Hashable {
        let format: Format
        let path: String
    }

    let format: Format
    let files: [File]

    init(_ arguments: Arguments) throws(ToolError) {
        format = arguments[.format].flatMap(Format.init(rawValue:)) ?? .text
        var files: [File] = []
        for text in arguments.all(.report) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[1].isEmpty else {
                throw ToolError("--report: \(ShownBytes.quoted(text)) is not FORMAT=PATH")
            }
            let formats = Format.known(to: arguments.command)
            guard let format = Format(rawValue: parts[0]), formats.contains(format) else {
                let known = formats.map(\.rawValue)
                throw ToolError(
                    "--report: unknown format \(ShownBytes.quoted(parts[0])); known are \(known.joined(separator: ", "))"
                        + NearName.suggestion(for: parts[0], among: known))
            }
            guard !files.contains(where: { $0.path == parts[1] }) else {
                throw ToolError("--report: \(ShownBytes.quoted(parts[1])) is named twice")
            }
            files.append(File(format: format, path: parts[1]))
        }
        self.files = files
    }
}

extension Palette {
    /// How standard output wants its text.
    init(_ arguments: Arguments, _ context: ToolContext) {
        isASCII = arguments.has(.ascii)
        switch arguments[.color] {
        case "always": isColored = true
        case "never": isColored = false
        default:
            let isForbidden = context.variable("NO_COLOR").map { !$0.isEmpty } ?? false
            isColored = context.isOutputTerminal && !isForbidden && context.variable("TERM") != "dumb"
        }
    }

    /// For a file: signs as wanted, no colours.
    var withoutColor: Palette { Palette(isColored: false, isASCII: isASCII) }
}
