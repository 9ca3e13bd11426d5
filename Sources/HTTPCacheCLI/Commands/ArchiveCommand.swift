import HTTPCacheSemantics
import HTTPTranscript

/// `httpcache har`: one verdict an entry of a HAR, and what they come to.
struct ArchiveCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        let reports = try ReportArguments(arguments)
        let options = try PolicyArguments.options(arguments)
        if arguments.operands.count > 1 {
            throw ToolError("one HAR at a time, not also \(ShownBytes.quoted(arguments.operands[1]))")
        }
        guard let operand = arguments.operands.first ?? (context.isInputTerminal ? nil : "-") else {
            return CommandOutput("", notes: HelpText.short(.har), status: .notAsked)
        }
        var reader = try ArchiveInput.reader(operand, context)
        var rows: [ArchiveRow] = []
        var summary = ArchiveSummary(cache: try cache())
        let error = try ArchiveInput.forEach(in: &reader, keepsGoing: arguments.has(.keepGoing)) { entry, _ in
            let row = ArchiveRow(entry, options)
            summary.add(row)
            rows.append(row)
            return true
        }
        if rows.isEmpty, error == nil { throw ToolError("\(ShownBytes.text(reader.path)): no entry in this HAR") }
        let report = ArchiveReport(path: reader.path, rows: rows, summary: summary)
        let palette = Palette(arguments, context)
        let isFailing = arguments[.failOn] == "warning" && !summary.wastes.isEmpty
        return CommandOutput(
            report.text(as: reports.format, palette, width: columns, isQuiet: arguments.has(.quiet)),
            notes: error.map { Tool.shown($0) + "\n" } ?? "",
            reports: reports.files.map { wanted in
                CommandOutput.File(
                    path: wanted.path,
                    text: report.text(as: wanted.format, palette.withoutColor, width: nil, isQuiet: false))
            },
            status: error != nil ? .notAsked : isFailing ? .no : .answered)
    }

    /// `COLUMNS`, else what the terminal says.
    private var columns: Int? {
        if let text = context.variable("COLUMNS"), let columns = Int(text), columns > 0 { return columns }
        return context.isOutputTerminal ? context.columns : nil
    }

    private func cache() throws(ToolError) -> CachePolicy.CacheKind {
        switch arguments[.cache] {
        case "both": throw ToolError("--cache both: a second visit is one cache's, shared or private")
        case "shared": .shared
        default: .private
        }
    }
}

/// The verdicts on a HAR, to be written in one form or another.
struct ArchiveReport: Sendable {
    let path: String
    let rows: [ArchiveRow]
    let summary: ArchiveSummary

    func text(as format: ReportArguments.Format, _ palette: Palette, width: Int?, isQuiet: Bool) -> String {
        switch format {
        case .json: ArchiveJSON.value(of: rows, summary, path: path).indented() + "\n"
        default:
            ArchiveTable(palette: palette, width: width, cache: summary.cache)
                .text(of: rows, summary, path: path, isQuiet: isQuiet)
        }
    }
}
