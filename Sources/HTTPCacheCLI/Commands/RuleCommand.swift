import HTTPCacheSemantics

/// `httpcache rule`: what a rule or a finding says and where it is written.
struct RuleCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        let rules: [ReportCode]
        if arguments.has(.all) {
            if let code = arguments.operands.first {
                throw ToolError("--all names every rule; \(ShownBytes.quoted(code)) is one too many")
            }
            rules = ReportCode.all
        } else {
            guard !arguments.operands.isEmpty else {
                return CommandOutput("", notes: HelpText.short(.rule), status: .notAsked)
            }
            rules = try arguments.operands.map(rule(coded:))
        }
        let isJSON = arguments[.format] == "json"
        if isJSON, !arguments.has(.all), rules.count == 1 {
            return CommandOutput(RuleList.value(of: rules[0]).indented() + "\n")
        }
        let palette = Palette(arguments, context)
        return CommandOutput(
            isJSON || arguments.has(.all) && !arguments.has(.verbose)
                ? RuleList.text(of: rules, isJSON ? .json : .text, palette) : RuleList.paragraphs(rules, palette))
    }

    private func rule(coded code: String) throws(ToolError) -> ReportCode {
        if let rule = ReportCode(code: code) { return rule }
        let codes = ReportCode.all.map(\.code)
        var near = NearName.nearest(to: code, among: codes, limit: 3)
        if near.isEmpty { near = codes.filter { $0.hasSuffix("." + code) } }
        let hint = near.isEmpty ? "httpcache rule --all names them" : "near: " + near.joined(separator: ", ")
        throw ToolError("unknown rule \(ShownBytes.quoted(code)); \(hint)")
    }
}
