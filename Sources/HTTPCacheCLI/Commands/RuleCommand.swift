import HTTPCacheSemantics

/// `httpcache rule`: what a rule says and where it is written.
struct RuleCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        let rules: [Rule]
        if arguments.has(.all) {
            if let code = arguments.operands.first {
                throw ToolError("--all names every rule; \(ShownBytes.quoted(code)) is one too many")
            }
            rules = Rule.allCases
        } else {
            guard !arguments.operands.isEmpty else {
                return CommandOutput("", notes: HelpText.short(.rule), status: .notAsked)
            }
            rules = try arguments.operands.map(rule(coded:))
        }
        if arguments[.format] == "json" {
            let values = rules.map(Self.value(of:))
            let isOne = !arguments.has(.all) && values.count == 1
            return CommandOutput((isOne ? values[0] : JSONValue.array(values)).indented() + "\n")
        }
        return CommandOutput(arguments.has(.all) ? table(rules) : paragraphs(rules))
    }

    private func rule(coded code: String) throws(ToolError) -> Rule {
        if let rule = Rule(code: code) { return rule }
        let codes = Rule.allCases.map(\.code)
        var near = NearName.nearest(to: code, among: codes, limit: 3)
        if near.isEmpty { near = codes.filter { $0.hasSuffix("." + code) } }
        let hint = near.isEmpty ? "httpcache rule --all names them" : "near: " + near.joined(separator: ", ")
        throw ToolError("unknown rule \(ShownBytes.quoted(code)); \(hint)")
    }

    /// One rule a paragraph.
    private func paragraphs(_ rules: [Rule]) -> String {
        var block = TextBlock(Palette(arguments, context))
        for (index, rule) in rules.enumerated() {
            if index > 0 { block.line() }
            block.line(rule.code, .heading)
            block.line("    \(rule.summary)")
            block.line("    \(rule.level.rawValue), \(rule.citation)", .quiet)
        }
        return block.rendered()
    }

    /// One rule a line.
    private func table(_ rules: [Rule]) -> String {
        var block = TextBlock(Palette(arguments, context))
        let codeWidth = (rules.map(\.code.count).max() ?? 0) + 2
        let citationWidth = (rules.map(\.citation.description.count).max() ?? 0) + 2
        for rule in rules {
            var line = TextLine(block.palette)
            line.append(rule.code, .heading)
            line.moveTo(codeWidth)
            line.append(rule.level.rawValue)
            line.moveTo(codeWidth + 10)
            line.append(rule.citation.description, .quiet)
            line.moveTo(codeWidth + 10 + citationWidth, atLeast: 2)
            line.append(rule.summary)
            block.append(line)
        }
        return block.rendered()
    }

    private static func value(of rule: Rule) -> JSONValue {
        .object([
            .init("schema", "httpcache.rule/1"),
            .init("code", .string(rule.code)),
            .init("cite", .string(rule.citation.description)),
            .init("level", .string(rule.level.rawValue)),
            .init("summary", .string(rule.summary)),
        ])
    }
}
