import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// `httpcache lint`: mistakes in the caching fields of captures and HARs.
///
/// An input that cannot be read does not keep the others from being looked at; the exit status is 2 then.
struct LintCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        let reports = try ReportArguments(arguments)
        if arguments.has(.list) {
            if let operand = arguments.operands.first {
                throw ToolError("--list names every finding; \(ShownBytes.quoted(operand)) is one too many")
            }
            let choice = try FindingChoice(arguments)
            let codes = FindingCode.allCases.filter(choice.codes.contains).map { ReportCode.finding($0) }
            return CommandOutput(RuleList.text(of: codes, reports.format, Palette(arguments, context)))
        }
        let course = try LintCourse(arguments, now: context.now())
        let target = try InputKindArgument.target(arguments)
        let operands = arguments.operands.isEmpty && !context.isInputTerminal ? ["-"] : arguments.operands
        guard !operands.isEmpty else { return CommandOutput("", notes: HelpText.short(.lint), status: .notAsked) }
        var inputs: [LintedInput] = []
        var errors: [String] = []
        for operand in operands {
            do {
                let (input, error) = try input(operand, course, target)
                if input.exchanges == 0, error == nil {
                    errors.append("\(ShownBytes.text(input.file.path)): error: no exchange in this input")
                } else {
                    inputs.append(input)
                }
                if let error { errors.append(Tool.shown(error)) }
            } catch {
                // Only what one input says is left behind; standard input that fails is the whole.
                errors.append(Tool.line(for: error, name: "httpcache lint"))
            }
        }
        return output(inputs, errors, reports)
    }

    private func output(_ inputs: [LintedInput], _ errors: [String], _ reports: ReportArguments) -> CommandOutput {
        let report = LintReport(inputs: inputs, arguments, errors: errors)
        let palette = Palette(arguments, context)
        let counts = arguments.has(.quiet) || inputs.isEmpty ? "" : report.counts + "\n"
        return CommandOutput(
            report.text(
                as: reports.format, palette, isVerbose: arguments.has(.verbose), isQuiet: arguments.has(.quiet)),
            notes: errors.map { $0 + "\n" }.joined() + counts,
            reports: reports.files.map { wanted in
                CommandOutput.File(path: wanted.path, text: report.text(as: wanted.format, palette.withoutColor))
            },
            status: !errors.isEmpty ? .notAsked : report.isFailing ? .no : .answered)
    }

    private func input(
        _ operand: String, _ course: LintCourse, _ target: TargetURI?
    ) throws -> (LintedInput, HARError?) {
        switch try OpenedInput(operand, from: arguments[.from], context) {
        case .archive(var reader):
            if target != nil { throw ToolError("--url: a HAR names the target of each request itself") }
            return try course.input(&reader, keepsGoing: arguments.has(.keepGoing))
        case .file(let file):
            let named = try InputKindArgument.kind(arguments)
            if try named ?? InputKind.detect(file) == .fixture {
                throw TranscriptError(
                    "this reads as a fixture: `= lint CODE` in it and check ask for findings", in: file, at: 0)
            }
            let capture = try Capture.read(file, as: named)
            return (course.input(try ExchangeReader(capture, target: target).read(), in: file), nil)
        }
    }
}
