import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// Writes an explanation as people read it: the answer, then each term of it with the bytes that it comes from.
///
/// Terms stand in a column of their own, citations in another; source lines have their numbers between them.
struct ExplainText {
    let explanation: Explanation
    /// What others would do with the same; told in a paragraph each at the end.
    var rivals: [Rival] = []
    let places: FieldPlaces
    let palette: Palette
    /// With the codes of the rules.
    let isVerbose: Bool

    /// Another view of the same exchange.
    struct Rival: Sendable {
        /// The beginning of a sentence: `A private cache`.
        let name: String
        let explanation: Explanation
    }

    static let valueColumn = 11
    static let scopeColumn = 55
    static let citationColumn = 72

    var file: SourceFile { places.file }
    var snippet: SourceSnippet { SourceSnippet(file: file, palette: palette, gutter: Self.valueColumn) }

    func lines(isQuiet: Bool) -> [TextLine] {
        var block = TextBlock(palette)
        block.append(heading)
        block.line()
        block.append(headline)
        if isQuiet { return block.lines }
        block.line()
        block.append(arrivalLines)
        block.append(storableLines)
        if let subject = explanation.subject {
            block.append(lifetimeLines(subject))
            block.append(ageLines(subject))
        }
        block.append(variantLines)
        block.append(reasonLines)
        block.append(sendsLines)
        block.append(invalidationLines)
        if let subject = explanation.subject, let drawing = TimelineDrawing(subject.timeline) {
            block.append(timelineLines(drawing))
        }
        block.line()
        for rival in rivals { block.append(lines(of: rival)) }
        block.append(cacheStatusLine)
        if isVerbose { block.append(weighedLines) }
        return block.lines
    }

    // MARK: The answer

    private var heading: TextLine {
        let exchange = explanation.exchange
        var line = TextLine(palette)
        let method = exchange.request.method.name
        let target = exchange.isTargetKnown ? exchange.request.target.description : "(target not known)"
        let position = file.position(of: exchange.start)
        line.append("\(ShownBytes.text(file.path)):\(position.line): ")
        line.append("\(ShownBytes.text(method)) \(ShownBytes.text(target)) → \(exchange.response.status)", .heading)
        return line
    }

    private var headline: TextLine {
        let phrase = DecisionPhrase(explanation)
        var line = TextLine(palette)
        line.append(phrase.word, phrase.role)
        line.append("  " + phrase.detail)
        line.moveTo(Self.scopeColumn, atLeast: 2)
        let clock = explanation.clock
        let moment =
            clock.isNowNamed && clock.sinceArrival > 0
            ? "\(DurationText.exact(clock.sinceArrival)) after arrival" : "at the moment of arrival"
        line.append("\(explanation.policy.cache.rawValue) cache, \(moment)")
        return line
    }

    // MARK: Rows

    /// `name  value  citation`.
    func row(_ name: String, _ value: String, _ rule: Rule?, role: TextRole = .plain) -> TextLine {
        var line = TextLine(palette)
        line.append(name)
        line.moveTo(Self.valueColumn, atLeast: 1)
        line.append(value, role)
        if let rule { cite(rule, in: &line) }
        return line
    }

    func cite(_ citation: Citation, in line: inout TextLine) {
        line.moveTo(Self.citationColumn, atLeast: 2)
        line.append(citation.description, .quiet)
    }

    func cite(_ rule: Rule, in line: inout TextLine) {
        cite(rule.citation, in: &line)
        if isVerbose { line.append("  \(rule.code)", .quiet) }
    }

    /// Where in the input a rule's evidence stands.
    func places(of rule: Rule) -> [SourceRange] {
        places.places(
            for: rule, explanation.policy,
            response: explanation.subject?.response.response ?? explanation.exchange.response,
            storedRequest: explanation.subject?.response.request ?? explanation.exchange.request,
            request: explanation.exchange.request
        ).map(\.range)
    }

    /// The location of the first mark, and the marked lines.
    func marked(_ marks: [SourceMark], located: Bool = true) -> [TextLine] {
        guard let first = marks.first else { return [] }
        return (located ? [snippet.location(of: first.range.start)] : []) + snippet.lines(marks)
    }

    private var arrivalLines: [TextLine] {
        guard let decision = explanation.passage.decision else { return [] }
        var lines: [TextLine] = []
        let phrase = DecisionPhrase(decision, nil, storability: nil)
        let answered = explanation.passage.reception == nil
        let word = answered ? "\(phrase.word) (the origin is not asked)" : phrase.word
        lines.append(row("on arrival", word, decision.deciding, role: phrase.role))
        if let reception = explanation.passage.reception {
            // A form that the client's own conditions ask for decides what it gets, not what is stored.
            let updates: [Rule] = [.freshenStrong, .freshenWeak, .freshenNoValidator]
            let rule = updates.first(where: reception.rules.contains) ?? reception.deciding
            lines.append(row("outcome", reception.decision.outcome.word, rule))
        }
        return lines
    }

    private var storableLines: [TextLine] {
        guard let verdict = explanation.storability else { return [] }
        // A 304 that brings a stored response up to date is not itself a matter of storing.
        if case .freshen = explanation.passage.reception?.decision.outcome { return [] }
        let isStored = verdict.decision == .store
        let line = row("storable", isStored ? "yes" : "no", verdict.deciding, role: isStored ? .plain : .bad)
        guard !isStored else { return [line] }
        let found = places.places(
            for: verdict.deciding, explanation.policy, response: explanation.exchange.response,
            storedRequest: explanation.exchange.request, request: explanation.exchange.request)
        let sentence = DecisionPhrase.sentence(verdict.deciding)
        if found.isEmpty { return [line, snippet.remark(sentence)] }
        return [line] + marked(found.map { SourceMark(range: $0.range, label: sentence) })
    }

    private var reasonLines: [TextLine] {
        let verdict = explanation.decision
        switch (verdict.decision, verdict.deciding) {
        // What stands above says it all.
        case (_, .reuseFresh), (_, .lifetimeExpired), (.forward(.uriMiss), _), (.forward(.varyMiss), _): return []
        default: break
        }
        let sentence = DecisionPhrase.sentence(verdict.deciding)
        let marks = places(of: verdict.deciding).map { SourceMark(range: $0, label: sentence) }
        let line = row("reason", marks.isEmpty ? sentence : reasonWord(verdict.decision), verdict.deciding)
        return [line] + marked(marks)
    }

    private func reasonWord(_ decision: ReuseDecision) -> String {
        switch decision {
        case .reuse, .reuseWhileRevalidating: "allowed"
        case .validate: "not without validation"
        case .forward(let reason): "forward, \(reason.rawValue)"
        case .gatewayTimeout: "504"
        }
    }

    private var sendsLines: [TextLine] {
        explanation.sends.enumerated().map { index, sent in
            row(index == 0 ? "sends" : "", Self.shown(sent.line), sent.rule)
        }
    }

    private var invalidationLines: [TextLine] {
        (explanation.passage.reception?.decision.invalidations ?? []).compactMap { verdict in
            guard case .invalidate(let target) = verdict.decision else { return nil }
            return row("invalidates", ShownBytes.text(target.description), verdict.deciding)
        }
    }

    private func timelineLines(_ drawing: TimelineDrawing) -> [TextLine] {
        var lines = [row("timeline", "one column is \(DurationText.spelled(drawing.secondsPerColumn)) of age", nil)]
        for text in [drawing.bar] + drawing.labels {
            var line = TextLine(palette)
            line.moveTo(Self.valueColumn)
            line.append(text)
            lines.append(line)
        }
        return lines
    }

    private var weighedLines: [TextLine] {
        var line = TextLine(palette)
        line.append("weighed: " + explanation.decision.rules.members.map(\.code).joined(separator: ", "), .quiet)
        return [line]
    }

    static func shown(_ line: FieldLine) -> String {
        ShownBytes.text(line.name) + ": " + ShownBytes.text(line.value)
    }
}

extension ValidationOutcome {
    /// In the words of the batch form.
    var word: String {
        switch self {
        case .freshen: "freshened"
        case .useResponse: "the response is used"
        case .passNotModified: "the 304 is passed on"
        case .askAgain: "asked again without conditions"
        case .serveStale: "the stale response is served"
        case .gatewayTimeout: "504"
        }
    }
}
