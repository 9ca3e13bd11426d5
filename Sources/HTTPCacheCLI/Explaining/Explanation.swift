import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// Everything that one cache's answer to one exchange rests on; text and JSON are written from it.
struct Explanation: Sendable {
    let policy: CachePolicy
    let exchange: ReadExchange
    let clock: ExchangeClock
    let passage: Passage
    /// Whether the captured response may be stored; nil where it never reached the cache.
    let storability: Verdict<Storability>?
    /// What the cache does with the same request at `clock.now`.
    let decision: Verdict<ReuseDecision>
    /// The stored response that the decision speaks of; nil where nothing is stored.
    let subject: Subject?
    /// What goes to the origin on the cache's own account.
    let sends: [SentField]
    /// What the client gets from the store.
    let served: Verdict<Reply>?

    struct Subject: Sendable {
        let response: StoredResponse
        let lifetime: Verdict<FreshnessLifetime>
        let age: CurrentAge
        let timeline: Timeline

        /// Positive when fresh, else how long it has been stale, as a negative number.
        var remaining: Int { lifetime.decision.seconds - age.seconds }
    }

    struct SentField: Sendable, Hashable {
        let line: FieldLine
        let rule: Rule
    }
}

extension Explanation {
    /// Sends an exchange through the cache and asks what the same request would get at `clock.now`.
    init(_ exchange: ReadExchange, at clock: ExchangeClock, through cache: inout SimulatedCache) {
        let policy = cache.policy
        let passage = cache.pass(exchange, at: clock)
        let candidates = cache.stored(for: exchange.request)
        var run = CacheExchange(policy: policy, request: exchange.request)
        let action = run.found(candidates, at: clock.now).decision
        let decision = run.decision ?? policy.reuse(of: candidates, for: exchange.request, at: clock.now)
        self.policy = policy
        self.exchange = exchange
        self.clock = clock
        self.passage = passage
        self.decision = decision
        if passage.reception == nil {
            storability = nil
        } else {
            storability =
                passage.reception?.decision.storability
                ?? policy.storability(
                    of: exchange.response, to: exchange.request, isComplete: exchange.content.isComplete)
        }
        subject = Self.subject(of: decision, among: candidates, for: exchange.request, policy, at: clock.now)
            .map { index in
                let response = candidates[index]
                return Subject(
                    response: response, lifetime: policy.freshnessLifetime(of: response),
                    age: policy.currentAge(of: response, at: clock.now),
                    timeline: policy.timeline(of: response, at: clock.now))
            }
        sends = Self.sentFields(action, decision, candidates, policy, completes: run.completing != nil)
        served = run.servedVerdict(at: clock.now)
    }

    /// The index of the stored response that a decision speaks of.
    private static func subject(
        of decision: Verdict<ReuseDecision>, among stored: [StoredResponse], for request: RequestHead,
        _ policy: CachePolicy, at now: HTTPDate
    ) -> Int? {
        switch decision.decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index): return index
        case .validate(let candidates): return candidates.indices.first
        // What is stored was not looked at.
        case .forward(.method), .forward(.bypass): return nil
        case .forward, .gatewayTimeout:
            // The decision names none: it is the most recent one that leads to the same decision by itself.
            let alike = stored.indices.filter { policy.reuse(of: [stored[$0]], for: request, at: now) == decision }
            return alike.max { stored[$0].date < stored[$1].date }
        }
    }

    /// The fields that the cache adds on its own account.
    private static func sentFields(
        _ action: CacheExchange.Action, _ decision: Verdict<ReuseDecision>, _ stored: [StoredResponse],
        _ policy: CachePolicy, completes: Bool
    ) -> [SentField] {
        switch (action, decision.decision) {
        case (.send(let request), .validate(let candidates)):
            return request.fields.lines.compactMap { line in
                policy.rule(forSending: line.nameText, validating: candidates, in: stored)
                    .map { SentField(line: line, rule: $0) }
            }
        case (.send(let request), .forward) where completes:
            return request.fields.lines.filter { ["range", "if-range"].contains($0.nameText.lowercased()) }
                .map { SentField(line: $0, rule: .combineRest) }
        case (.serveAndSend(_, let request), _):
            // The client's own conditions are not in it.
            return request.fields.lines.compactMap { line in
                switch line.nameText.lowercased() {
                case "if-none-match": SentField(line: line, rule: .validateETag)
                case "if-modified-since": SentField(line: line, rule: .validateLastModified)
                default: nil
                }
            }
        default: return []
        }
    }
}
