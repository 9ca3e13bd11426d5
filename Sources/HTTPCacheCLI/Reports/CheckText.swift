import HTTPCacheSemantics
import HTTPTranscript

/// Writes what came of fixtures, as people read it: what failed, with the bytes that decided.
struct CheckText {
    let palette: Palette
    /// Cases that passed are named too.
    let isVerbose: Bool
    /// Only the first line of each case that did not pass.
    let isQuiet: Bool

    func text(of results: [FileResult]) -> String {
        var block = TextBlock(palette)
        for result in results {
            for one in result.cases { write(one, in: result.file, to: &block) }
        }
        return block.rendered()
    }

    private func write(_ result: CaseReport, in file: SourceFile, to block: inout TextBlock) {
        let (word, role): (String, TextRole)
        var remark = ""
        switch result.outcome {
        case .passed: (word, role) = ("ok", .good)
        case .recorded(let answer):
            (word, role) = ("CHECK", .heading)
            remark = answer ? "  yes" : "  no"
        case .noted: (word, role) = ("NOTE", .heading)
        case .failed: (word, role) = ("FAIL", .bad)
        case .warned: (word, role) = ("WARN", .warning)
        case .notJudged(let reason):
            (word, role) = ("NOT JUDGED", .warning)
            remark = "  " + ShownBytes.text(reason)
        }
        if !isVerbose, result.failures.isEmpty {
            switch result.outcome {
            case .passed, .recorded: return
            case .failed, .warned, .notJudged, .noted: break
            }
        }
        let showsFailures = !isQuiet && !result.failures.isEmpty
        if showsFailures, !block.lines.isEmpty { block.line() }
        var line = TextLine(palette)
        line.append(word, role)
        line.append(" \(ShownBytes.text(file.path))  ")
        line.append(ShownBytes.text(result.id), .heading)
        line.append(remark)
        block.append(line)
        guard showsFailures else { return }
        let level: Finding.Level = result.outcome == .failed ? .error : .warning
        for failure in result.failures { write(failure, failure.level?.reported ?? level, in: file, to: &block) }
        if result.omitted > 0 {
            block.line()
            block.line("and \(result.omitted) more", role)
        }
    }

    private func write(
        _ failure: ExpectationFailure, _ level: Finding.Level, in file: SourceFile, to block: inout TextBlock
    ) {
        block.line()
        var headline = TextLine(palette)
        let role: TextRole =
            switch level {
            case .error: .bad
            case .warning: .warning
            case .note: .heading
            }
        headline.append(level.rawValue + (failure.rule.map { "[\($0.code)]" } ?? ""), role)
        headline.append(": " + ShownBytes.text(failure.message), .heading)
        block.append(headline)
        let source = failure.source ?? file
        let lines =
            [file.position(of: failure.range.start).line]
            + failure.evidence.map { source.position(of: $0.range.start).line }
        let gutter = String(lines.max() ?? 1).count
        var snippet = SourceSnippet(file: file, palette: palette, gutter: gutter)
        snippet.noteColumn = 0
        block.append(snippet.location(of: failure.range.start))
        if let context = failure.context {
            var other = SourceSnippet(file: source, palette: palette, gutter: gutter)
            other.noteColumn = 0
            if failure.source != nil {
                block.append(other.location(of: failure.evidence.first?.range.start ?? context.offset))
            }
            block.append(other.context(context.offset, numbered: false, note: context.clock))
        }
        let evidence = failure.evidence.map { evidence in
            SourceMark(
                range: evidence.range, label: ShownBytes.text(evidence.label), isPrimary: false,
                note: evidence.citation?.description)
        }
        var other = SourceSnippet(file: source, palette: palette, gutter: gutter)
        other.noteColumn = 0
        block.append(other.lines(evidence))
        let note = failure.level == nil ? nil : failure.rule?.citation.description
        block.append(
            snippet.lines([SourceMark(range: failure.range, label: ShownBytes.text(failure.label), note: note)]))
    }
}
