import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// What came of a run, as a page: the counts, each case that is worth a word, and for each failure the lines that
/// decided.
struct CheckHTML {
    let files: [FileResult]
    let summary: RunSummary
    /// What could not be asked.
    var errors: [String] = []

    var page: String {
        let (word, role) = summary.isGood ? ("passed", "good") : ("failed", "bad")
        var body = "<h1>\(summary.name): <span class=\"\(role)\">\(word)</span></h1>\n"
        body += "<p>\(XMLText.escaped(summary.counts))</p>\n"
        for error in errors { body += "<p class=\"bad\">\(XMLText.escaped(error))</p>\n" }
        return HTMLPage.text(title: summary.name, body: body + sections)
    }

    /// The cases alone, file by file.
    var sections: String {
        var body = ""
        for file in files {
            body += "<h2>\(XMLText.escaped(file.file.path))</h2>\n"
            let shown = file.cases.filter(\.isRemarkable)
            let passed = file.cases.filter { !$0.isRemarkable }
            for one in shown { body += details(one, file.file) }
            guard !passed.isEmpty else { continue }
            body += "<details><summary class=\"good\">\(passed.count) passed</summary>\n<ul>\n"
            for one in passed { body += "<li>\(XMLText.escaped(one.id))</li>\n" }
            body += "</ul></details>\n"
        }
        return body
    }

    private func details(_ one: CaseReport, _ file: SourceFile) -> String {
        let role =
            switch one.outcome {
            case .passed: "good"
            case .recorded, .noted: "quiet"
            case .failed: "bad"
            case .warned, .notJudged: "warn"
            }
        let line = file.position(of: one.range.start).line
        var text = "<details open><summary><strong class=\"\(role)\">\(one.word)</strong> "
        text += "\(XMLText.escaped(one.id)) <span class=\"quiet\">line \(line)</span></summary>\n"
        if case .notJudged(let reason) = one.outcome {
            text += "<p>It needs \(XMLText.escaped(reason)), which did not pass.</p>\n"
        }
        for failure in one.failures { text += html(failure, file) }
        if one.omitted > 0 { text += "<p>and \(one.omitted) more</p>\n" }
        return text + "</details>\n"
    }

    private func html(_ failure: ExpectationFailure, _ file: SourceFile) -> String {
        let source = failure.source ?? file
        let level = failure.level.map { $0.rawValue + ": " } ?? ""
        var text = "<h3>\(level)\(XMLText.escaped(failure.headline))</h3>\n"
        if let rule = failure.rule {
            text += "<p>\(XMLText.escaped(rule.summary)) <cite>\(rule.citation)</cite> <code>\(rule.code)</code></p>\n"
        }
        text += "<p class=\"quiet mono\">\(XMLText.escaped(SourceSnippet.location(of: failure.range.start, in: file)))"
        if failure.source != nil, let place = failure.evidence.first?.range.start ?? failure.context?.offset {
            text += " · " + XMLText.escaped(SourceSnippet.location(of: place, in: source))
        }
        text += "</p>\n<pre>"
        if let context = failure.context {
            text += MarkedLines(file: source, marks: []).html(of: source.line(of: context.offset))
            text += "<span class=\"note\">    \(XMLText.escaped(context.clock))</span>\n"
        }
        let marks = failure.evidence.map {
            SourceMark(range: $0.range, label: $0.label, isPrimary: false, note: $0.citation?.description)
        }
        var shown: Set<Int> = []
        for mark in marks where shown.insert(source.line(of: mark.range.start).start).inserted {
            text += MarkedLines(file: source, marks: marks).html(of: source.line(of: mark.range.start))
        }
        let claim = SourceMark(range: failure.range, label: failure.label)
        text += MarkedLines(file: file, marks: [claim]).html(of: file.line(of: failure.range.start))
        return text + "</pre>\n" + (failure.timeline.flatMap { TimelinePicture(timeline: $0).svg } ?? "")
    }
}
