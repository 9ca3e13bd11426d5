import HTTPCacheSemantics
import HTTPTranscript

/// One exchange as HTML: what each cache does and why, its timeline, and the heads with the bytes that decided.
struct ResponseHTML {
    /// Of one exchange, one a cache.
    let explanations: [Explanation]
    let places: FieldPlaces

    /// Without a heading.
    var html: String {
        var text = "<div class=\"caches\">\n"
        for explanation in explanations { text += cache(explanation) }
        text += "</div>\n"
        guard let main = explanations.first else { return text }
        let lines = MarkedLines(file: places.file, marks: marks)
        text += "<pre aria-label=\"messages\">"
        if let request = main.exchange.requestMessage { text += lines.html(of: Self.head(request.raw)) }
        return text + lines.html(of: Self.head(main.exchange.responseMessage.raw)) + "</pre>\n"
    }

    /// From the start line to the last field.
    private static func head(_ raw: RawMessage) -> SourceRange {
        SourceRange(raw.range.start, raw.fields.last?.range.end ?? raw.startLineRange.end)
    }

    static func heading(_ exchange: ReadExchange) -> String {
        XMLText.escaped("\(exchange.title) → \(exchange.response.status)")
    }

    private func cache(_ explanation: Explanation) -> String {
        let phrase = DecisionPhrase(explanation)
        let kind = explanation.policy.cache == .shared ? "Shared" : "Private"
        var text =
            "<section>\n<h3>\(kind) cache: <strong class=\"\(Self.word(phrase.role))\">\(phrase.word)</strong></h3>\n"
        text += "<p>\(XMLText.escaped(phrase.detail))</p>\n<dl>\n"
        if let verdict = explanation.storability {
            text += row("storable", verdict.decision == .store ? "yes" : "no", verdict.deciding)
        }
        if let subject = explanation.subject {
            text += row("lifetime", DurationText.seconds(subject.lifetime.decision.seconds), subject.lifetime.deciding)
            text += row("age", "\(subject.age.seconds)s", subject.age.deciding)
        }
        for sent in explanation.sends {
            text += row("sends", ShownBytes.text(sent.line.name) + ": " + ShownBytes.text(sent.line.value), sent.rule)
        }
        text += "</dl>\n"
        if let subject = explanation.subject { text += TimelinePicture(timeline: subject.timeline).svg ?? "" }
        return text + reasons(explanation) + "</section>\n"
    }

    private func row(_ name: String, _ value: String, _ rule: Rule) -> String {
        "<dt>\(name)</dt><dd>\(XMLText.escaped(value)) <cite>\(rule.citation)</cite></dd>\n"
    }

    private static func word(_ role: TextRole) -> String {
        switch role {
        case .good: "good"
        case .bad: "bad"
        case .warning: "warn"
        default: "plain"
        }
    }

    /// The rules that decided, in the order of the questions.
    private func deciding(_ explanation: Explanation) -> [Rule] {
        var rules: [Rule] = []
        let all = [
            explanation.storability?.deciding, explanation.subject?.lifetime.deciding,
            explanation.subject?.age.deciding,
            explanation.decision.deciding,
        ]
        for case let rule? in all where !rules.contains(rule) { rules.append(rule) }
        return rules
    }

    private func reasons(_ explanation: Explanation) -> String {
        var text = "<ol class=\"reasons\">\n"
        for rule in deciding(explanation) {
            text +=
                "<li>\(XMLText.escaped(rule.summary)) <cite>\(rule.citation)</cite> <code>\(rule.code)</code></li>\n"
        }
        return text + "</ol>\n"
    }

    private struct Decided: Hashable {
        let range: SourceRange
        let rule: Rule
    }

    /// What decided for all caches alike is said once.
    private var marks: [SourceMark] {
        var order: [Decided] = []
        var caches: [Decided: [CachePolicy.CacheKind]] = [:]
        for explanation in explanations {
            for one in decided(explanation) where !caches[one, default: []].contains(explanation.policy.cache) {
                if caches[one] == nil { order.append(one) }
                caches[one, default: []].append(explanation.policy.cache)
            }
        }
        return order.map { one in
            let kinds = caches[one] ?? []
            let isForSome = kinds.count < explanations.count
            let prefix = isForSome ? kinds.map { "\($0.rawValue) cache: " }.joined() : ""
            return SourceMark(
                range: one.range, label: prefix + DecisionPhrase.sentence(one.rule),
                isPrimary: kinds.first == explanations.first?.policy.cache, note: one.rule.citation.description)
        }
    }

    private func decided(_ explanation: Explanation) -> [Decided] {
        deciding(explanation).flatMap { rule in
            places.places(
                for: rule, explanation.policy,
                response: explanation.subject?.response.response ?? explanation.exchange.response,
                storedRequest: explanation.subject?.response.request ?? explanation.exchange.request,
                request: explanation.exchange.request
            ).map { Decided(range: $0.range, rule: rule) }
        }
    }
}
