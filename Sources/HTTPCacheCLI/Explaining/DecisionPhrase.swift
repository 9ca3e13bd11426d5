import HTTPCacheSemantics

/// A decision in words: one that is seen from afar, and the rest of the sentence.
struct DecisionPhrase: Sendable, Hashable {
    let word: String
    let detail: String
    let role: TextRole

    init(_ word: String, _ detail: String, _ role: TextRole) {
        self.word = word
        self.detail = detail
        self.role = role
    }

    init(_ explanation: Explanation) {
        self.init(
            explanation.decision, explanation.subject.map { ($0.lifetime.decision, $0.remaining) },
            storability: explanation.storability)
    }

    /// `lifetime` and how much of it is left belong to the stored response that the decision speaks of.
    init(
        _ verdict: Verdict<ReuseDecision>, _ freshness: (lifetime: FreshnessLifetime, remaining: Int)?,
        storability: Verdict<Storability>?
    ) {
        let staleFor = DurationText.exact(-(freshness?.remaining ?? 0))
        switch verdict.decision {
        case .reuse(_, .fresh):
            self.init("REUSE", "fresh for another \(DurationText.exact(freshness?.remaining ?? 0))", .good)
        case .reuse(_, .stale):
            self.init("REUSE", "stale for \(staleFor), which the request accepts", .warning)
        case .reuseWhileRevalidating:
            self.init("REUSE", "stale for \(staleFor), validated meanwhile", .warning)
        case .validate:
            self.init("VALIDATE", Self.want(verdict.deciding, freshness), .warning)
        case .forward(let reason):
            let why: String
            switch reason {
            case .uriMiss:
                why =
                    storability?.decision == .doNotStore ? ", as the response is not stored" : ", as nothing is stored"
            case .stale, .request: why = ", as " + Self.want(verdict.deciding, freshness)
            case .varyMiss, .miss, .method, .partial, .bypass: why = ""
            }
            self.init("FORWARD", reason.rawValue + why, .bad)
        case .gatewayTimeout:
            self.init("FAIL 504", Self.clause(verdict.deciding), .bad)
        }
    }

    /// Why a stored response may not be used as it is.
    private static func want(
        _ rule: Rule, _ freshness: (lifetime: FreshnessLifetime, remaining: Int)?
    ) -> String {
        guard let freshness, freshness.remaining <= 0, rule != .invalidateTarget else { return clause(rule) }
        guard freshness.lifetime.seconds > 0 else { return "nothing makes it fresh" }
        let lifetime = "\(freshness.lifetime.seconds)s of \(freshness.lifetime.source.words)"
        return freshness.remaining == 0
            ? "\(lifetime) have just run out" : "\(lifetime) ran out \(-freshness.remaining)s ago"
    }

    /// A rule's line as it goes on in a sentence: in lower case where it begins with a common word.
    private static func clause(_ rule: Rule) -> String {
        if rule == .invalidateTarget { return "it has been invalidated" }
        let text = sentence(rule)
        let first = text.prefix { $0 != " " }
        let isCommon = ["A", "An", "The", "No", "Nothing", "Only", "What", "By"].contains(String(first))
        return isCommon ? first.lowercased() + text.dropFirst(first.count) : text
    }

    /// A rule's line without its full stop.
    static func sentence(_ rule: Rule) -> String {
        rule.summary.hasSuffix(".") ? String(rule.summary.dropLast()) : rule.summary
    }
}

extension FreshnessLifetime.Source {
    /// As a sentence names it.
    var words: String {
        switch self {
        case .sMaxAge: "s-maxage"
        case .maxAge: "max-age"
        case .expires: "Expires"
        case .targeted: "the targeted field"
        case .heuristic: "the heuristic"
        case .none: "nothing"
        }
    }
}
