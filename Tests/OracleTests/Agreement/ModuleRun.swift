import HTTPDate
import HTTPTranscript

@testable import HTTPCacheSemantics

/// One case through the module: the same question, the answer in the oracle's form.
struct ModuleRun {
    private let policy: CachePolicy
    private var cache: SimulatedCache

    /// The module's answer; nil for a URL that the module doesn't take.
    static func run(_ made: Oracle.Case) -> Oracle.Verdict? {
        let options = CacheOptions(made.options)
        let policy = CachePolicy(made.cache == .shared ? .shared : .private, options: options)
        var run = ModuleRun(policy: policy, cache: SimulatedCache(policy: policy))
        guard var verdict = run.first(made) else { return nil }
        for later in made.then {
            guard let result = run.later(later) else { return nil }
            verdict.then.append(result)
        }
        return verdict
    }

    /// The first exchange, which happened whatever the request would have asked of a cache.
    private mutating func first(_ made: Oracle.Case) -> Oracle.Verdict? {
        guard let request = RequestHead(made.request) else { return nil }
        let responseTime = HTTPDate(secondsSinceEpoch: made.responseTime ?? Oracle.defaultTime)
        let requestTime = HTTPDate(secondsSinceEpoch: made.requestTime ?? responseTime.secondsSinceEpoch)
        let response = ResponseHead(made.response)
        let received = StoredResponse(
            request: request, response: response, requestTime: requestTime, responseTime: responseTime)
        let lifetime = policy.freshnessLifetime(of: received).decision
        let freshness = Oracle.Freshness(
            lifetime: Int64(lifetime.seconds), source: source(lifetime.source, response),
            age: Int64(policy.currentAge(of: received, at: responseTime).seconds))

        var exchange = CacheExchange(policy: policy, request: request)
        exchange.forward(at: requestTime)
        let reception = exchange.received(
            response, content: StoredContent(made.response, response), at: responseTime)
        cache.apply(reception.decision, of: exchange, body: nil)
        let isStored = reception.decision.storability?.decision == .store
        return Oracle.Verdict(refusal: isStored ? nil : reception.deciding.code, freshness: freshness)
    }

    private func source(_ source: FreshnessLifetime.Source, _ response: ResponseHead) -> String {
        switch source {
        case .sMaxAge: "s-maxage"
        case .maxAge: "max-age"
        case .expires: "expires"
        case .targeted: "targeted:\(policy.targetedField(of: response) ?? "")"
        case .heuristic: "heuristic"
        case .none: "none"
        }
    }

    private mutating func later(_ later: Oracle.Later) -> Oracle.LaterVerdict? {
        guard let request = RequestHead(later.request) else { return nil }
        let at = HTTPDate(secondsSinceEpoch: later.at)
        let answerAt = HTTPDate(secondsSinceEpoch: later.answerAt ?? later.at)
        var exchange = CacheExchange(policy: policy, request: request)
        let action = cache.begin(&exchange, at: at)
        guard let decision = exchange.decision?.decision else { return nil }
        var verdict = Oracle.LaterVerdict(decision: Oracle.Decision(decision))
        let selected = selected(by: decision, exchange, at: at)
        if let selected = selected.map({ exchange.stored[$0] }) {
            let age = Int64(policy.currentAge(of: selected, at: at).seconds)
            let lifetime = Int64(policy.freshnessLifetime(of: selected).decision.seconds)
            (verdict.age, verdict.lifetime, verdict.staleFor) = (age, lifetime, age - lifetime)
        }
        switch action {
        case .serve(let reply), .serveAndSend(let reply, _): verdict.serves = Oracle.Served(reply)
        case .lookUp, .send, .gatewayTimeout: break
        }
        if exchange.nominated != nil, let sent = exchange.sent { verdict.sends = conditions(of: sent) }
        guard exchange.sent != nil, let answer = later.answer else { return verdict }
        verdict.after = after(answer, selected, &exchange, at: answerAt)
        return verdict
    }

    /// The stored response that the decision is about.
    private func selected(by decision: ReuseDecision, _ exchange: CacheExchange, at now: HTTPDate) -> Int? {
        switch decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index): return index
        case .validate(let candidates): return candidates.selected
        case .forward(.method), .forward(.bypass): return nil
        case .gatewayTimeout where policy.refusal(of: exchange.request.summary) != nil: return nil
        case .forward, .gatewayTimeout:
            return policy.selected(from: exchange.stored, for: exchange.request, at: now)
        }
    }

    private func conditions(of sent: RequestHead) -> [Oracle.Field] {
        ["If-None-Match", "If-Modified-Since"].flatMap { name in
            sent.fields.values(of: name).map { Oracle.Field(name, Oracle.text($0)) }
        }
    }

    // MARK: The origin's answer

    private mutating func after(
        _ answer: Oracle.Answer, _ selected: Int?, _ exchange: inout CacheExchange, at now: HTTPDate
    ) -> Oracle.After {
        let verdict: Verdict<Reception>
        switch answer {
        case .error: verdict = exchange.originFailed(at: now)
        case .response(let given):
            let response = ResponseHead(given)
            let content = StoredContent(given, response)
            verdict = exchange.received(response, content: content, at: now)
        }
        let reception = verdict.decision
        let groups = cache.apply(reception, of: exchange, body: nil)
        var after = self.after(verdict, selected, exchange, at: now)
        var invalidated: [TargetURI] = []
        for case .invalidate(let target) in reception.invalidations.map(\.decision) { invalidated.append(target) }
        for target in groups where !invalidated.contains(target) { invalidated.append(target) }
        after.invalidates = invalidated.map(\.description)
        return after
    }

    private func after(
        _ verdict: Verdict<Reception>, _ selected: Int?, _ exchange: CacheExchange, at now: HTTPDate
    ) -> Oracle.After {
        let reception = verdict.decision
        func after(_ outcome: Oracle.Outcome, _ used: StoredResponse, isStored: Bool) -> Oracle.After {
            var after = Oracle.After(outcome: outcome, stored: isStored)
            after.lifetime = Int64(policy.freshnessLifetime(of: used).decision.seconds)
            after.age = Int64(policy.currentAge(of: used, at: now).seconds)
            // A full answer goes to the client as it came.
            if reception.outcome != .useResponse, case .serve(let reply) = reception.next {
                after.serves = Oracle.Served(reply)
            }
            return after
        }
        switch reception.outcome {
        case .freshen(_, let serving):
            return after(.freshened, exchange.stored[serving], isStored: reception.updates(serving))
        case .serveStale(let index): return after(.servedStale, exchange.stored[index], isStored: false)
        case .askAgain: return Oracle.After(outcome: .notMatched, stored: false)
        case .gatewayTimeout: return Oracle.After(outcome: .failed, stored: false)
        case .passNotModified: return Oracle.After(outcome: .notStored, stored: false)
        case .useResponse:
            for case .store(let response, _) in reception.changes { return after(.stored, response, isStored: true) }
            for case .combine(_, let response) in reception.changes {
                return after(.stored, response, isStored: true)
            }
            if verdict.deciding == .freshenHead, let index = reception.freshened(preferring: selected) {
                return after(.freshened, exchange.stored[index], isStored: reception.updates(index))
            }
            return Oracle.After(outcome: .notStored, stored: false)
        }
    }
}

extension Reception {
    fileprivate func updates(_ index: Int) -> Bool {
        changes.contains { change in
            if case .update(index, _) = change { true } else { false }
        }
    }

    /// Of what a HEAD response brought up to date, the one selected, else the last.
    fileprivate func freshened(preferring selected: Int?) -> Int? {
        let indices: [Int] = changes.compactMap { change in
            switch change {
            case .update(let index, let response): response.isOutdated ? nil : index
            case .remove(let index): index
            case .store, .combine: nil
            }
        }
        return indices.first { $0 == selected } ?? indices.last
    }
}
