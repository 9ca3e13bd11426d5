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
        for name in [Option.Name.only, .except] where arguments.isNamed(name) && !arguments.has(.lint) {
            throw ToolError("--\(name.rawValue) chooses among the findings of --lint")
        }
        guard let operand = arguments.operands.first ?? (context.isInputTerminal ? nil : "-") else {
            return CommandOutput("", notes: HelpText.short(.har), status: .notAsked)
        }
        guard case .archive(var reader) = try OpenedInput(operand, from: "har", context) else {
            return CommandOutput("")
        }
        var rows: [ArchiveRow] = []
        var summary = ArchiveSummary(cache: try cache())
        var details: [ArchiveHTML.Detail] = []
        var lint = arguments.has(.lint) ? LintedArchive(try course(), path: reader.path) : nil
        reader.readsContent = lint != nil
        let wantsDetails = reports.format == .html || reports.files.contains { $0.format == .html }
        let error = try reader.forEach(keepsGoing: arguments.has(.keepGoing)) { entry, reader in
            let row = ArchiveRow(entry, options)
            summary.add(row)
            rows.append(row)
            try lint?.add(entry, &reader)
            if wantsDetails, details.count < ArchiveHTML.maximumDetails,
                let detail = try ArchiveHTML.Detail(entry, &reader, options, first: summary.cache)
            {
                details.append(detail)
            }
            return true
        }
        if rows.isEmpty, error == nil { throw ToolError("\(ShownBytes.text(reader.path)): no entry in this HAR") }
        let report = ArchiveReport(
            path: reader.path, rows: rows, summary: summary, details: details,
            lint: lint.map { LintReport(inputs: [$0.input], arguments, errors: []) },
            errors: error.map { [Tool.shown($0)] } ?? [])
        let palette = Palette(arguments, context)
        let isFailing =
            arguments[.failOn] == "warning" && !summary.wastes.isEmpty || report.lint?.isFailing == true
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

    private func course() throws -> LintCourse { try LintCourse(arguments, now: context.now()) }

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
    let details: [ArchiveHTML.Detail]
    let lint: LintReport?
    /// Why not all of the archive is in it.
    let errors: [String]

    func text(as format: ReportArguments.Format, _ palette: Palette, width: Int?, isQuiet: Bool) -> String {
        switch format {
        case .json: ArchiveJSON.text(of: rows, summary, lint, path: path, errors)
        case .html:
            ArchiveHTML(path: path, rows: rows, summary: summary, details: details, lint: lint, errors: errors).page
        case .sarif: SARIFReport(findings: findings, errors: errors).value.indented() + "\n"
        case .github: GitHubReport.text(of: findings, errors)
        case .markdown: markdown
        case .text, .junit, .tap, .xcode:
            ArchiveTable(palette: palette, width: width, cache: summary.cache)
                .text(of: rows, summary, path: path, isQuiet: isQuiet) + linted(palette, isQuiet: isQuiet)
        }
    }
}

extension ArchiveReport {
    /// The counts, and then as `lint` writes them.
    private func linted(_ palette: Palette, isQuiet: Bool) -> String {
        guard let lint else { return "" }
        let text = lint.text(as: .text, palette, isQuiet: isQuiet)
        return "\n\(lint.counts)\n" + (text.isEmpty ? "" : "\n" + text)
    }

    /// The wastes, which are about the archive as a whole, so that none has a line of its own; and what lint found.
    var findings: [Finding] { wastes + (lint?.findings ?? []) }

    private var wastes: [Finding] {
        summary.wastes.map { waste in
            Finding(
                level: .warning, code: waste.rule.code, title: "GET " + ShownBytes.text(waste.url),
                message: "\(CompactText.bytes(waste.bytes)) \(waste.words)", place: nil, related: [],
                fingerprint: waste.url + "\n" + waste.rule.code, input: path)
        }
    }

    private var markdown: String {
        let table = ArchiveTable(palette: Palette(), width: nil, cache: summary.cache)
        var text = "## \(MarkdownReport.inline(path))\n\n"
        for error in errors { text += "- \(MarkdownReport.inline(error))\n\n" }
        text += MarkdownReport.fenced(table.text(of: [], summary, path: path, isQuiet: true))
        if let lint { text += "\n" + lint.text(as: .markdown, Palette()) }
        return text
    }
}

extension ArchiveHTML.Detail {
    /// What each kind of cache does with an entry at the moment of arrival; nil where it has no exchange.
    init?(
        _ entry: HAREntry, _ reader: inout HARReader, _ options: CacheOptions, first: CachePolicy.CacheKind
    ) throws {
        var heads = HARHeads(path: reader.path)
        guard let observed = entry.exchange, let messages = try reader.writeHeads(to: &heads) else { return nil }
        let file = heads.file
        let exchange = ReadExchange(entry, observed, messages, in: file)
        let clock = ExchangeClock(
            sent: observed.requestTime, received: observed.responseTime, now: observed.responseTime, date: nil,
            isNowNamed: false)
        let kinds: [CachePolicy.CacheKind] = first == .shared ? [.shared, .private] : [.private, .shared]
        let explanations = kinds.map { kind in
            var cache = SimulatedCache(policy: CachePolicy(kind, options: options))
            return Explanation(exchange, at: clock, through: &cache)
        }
        let places = FieldPlaces(file: file, exchanges: [exchange])
        number = entry.number
        heading = ResponseHTML.heading(exchange)
        html = ResponseHTML(explanations: explanations, places: places).html
    }
}
