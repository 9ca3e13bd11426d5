import HTTPCacheSemantics
import HTTPDate

/// A cache without content that exchanges go through one after the other.
struct SimulatedCache: Sendable {
    let policy: CachePolicy
    private var stored: [CacheKey: [StoredResponse]] = [:]

    init(policy: CachePolicy) { self.policy = policy }

    /// What is stored under a request's key.
    func candidates(for request: RequestHead) -> [StoredResponse] { stored[CacheKey(for: request)] ?? [] }

    /// What happened to a request and to the answer that the capture holds.
    struct Passage: Sendable {
        /// What the cache did with the request; nil where nothing was stored under its key and the origin was asked.
        let decision: Verdict<ReuseDecision>?
        /// What followed from the captured response; nil where the cache answered without asking.
        let reception: Verdict<Reception>?
    }

    /// Sends a request through the cache; the origin's answer is the captured one, if it is asked.
    mutating func pass(_ exchange: ReadExchange, at clock: ExchangeClock) -> Passage {
        var run = CacheExchange(policy: policy, request: exchange.request)
        var known: [StoredResponse] = []
        var action = run.begin(at: clock.sent)
        if case .lookUp(let key) = action {
            known = stored[key] ?? []
            action = run.found(known, at: clock.sent).decision
        }
        let decision = known.isEmpty ? nil : run.decision
        switch action {
        case .serve, .gatewayTimeout, .lookUp: return Passage(decision: run.decision, reception: nil)
        case .send, .serveAndSend: break
        }
        let reception = run.received(exchange.response, content: exchange.content, at: clock.received)
        apply(reception.decision, to: exchange.request, known)
        return Passage(decision: decision, reception: reception)
    }

    private mutating func apply(_ reception: Reception, to request: RequestHead, _ known: [StoredResponse]) {
        for verdict in reception.invalidations {
            guard case .invalidate(let target) = verdict.decision else { continue }
            stored[CacheKey(of: target)] = stored[CacheKey(of: target)]?.map { $0.invalidated() }
        }
        var kept: [StoredResponse?] = known
        var added: [StoredResponse] = []
        for change in reception.changes {
            switch change {
            case .store(let new, let replacing):
                for index in replacing where kept.indices.contains(index) { kept[index] = nil }
                added.append(new)
            case .update(let index, let new), .combine(let index, let new):
                if kept.indices.contains(index) { kept[index] = new }
            case .remove(let index):
                if kept.indices.contains(index) { kept[index] = nil }
            }
        }
        guard !reception.changes.isEmpty else { return }
        let key = CacheKey(for: request)
        // A request that is never answered from the store did not look there, so what is there stays.
        let others = known.isEmpty ? stored[key] ?? [] : []
        stored[key] = others + kept.compactMap(\.self) + added
    }
}
