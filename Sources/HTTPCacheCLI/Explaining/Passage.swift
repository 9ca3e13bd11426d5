import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// What happened to a captured request and to the answer that the capture holds.
struct Passage: Sendable {
    /// What the cache did with the request; nil where nothing was stored under its key and the
    /// origin was asked.
    let decision: Verdict<ReuseDecision>?
    /// What followed from the captured response; nil where the cache answered without asking.
    let reception: Verdict<Reception>?
}

extension SimulatedCache {
    /// Sends a request through the cache; the origin's answer is the captured one, if it is asked.
    mutating func pass(_ exchange: ReadExchange, at clock: ExchangeClock) -> Passage {
        var run = CacheExchange(policy: policy, request: exchange.request)
        let action = begin(&run, at: clock.sent)
        let decision = run.stored.isEmpty ? nil : run.decision
        switch action {
        case .serve, .gatewayTimeout, .lookUp: return Passage(decision: run.decision, reception: nil)
        case .send, .serveAndSend: break
        }
        let reception = run.received(exchange.response, content: exchange.content, at: clock.received)
        apply(reception.decision, of: run, body: nil)
        return Passage(decision: decision, reception: reception)
    }
}
