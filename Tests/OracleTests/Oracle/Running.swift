extension Oracle {
    /// 2026-01-01T00:00:00Z, when nothing says what time it is.
    static let defaultTime: Int64 = 1_767_225_600

    static func run(_ testCase: Case) -> Verdict {
        let options = testCase.options
        let (request, response) = (testCase.request, testCase.response)
        let dated = response.fields.lines("Date").first.flatMap { date($0, now: defaultTime) }
        let responseTime = testCase.responseTime ?? dated ?? defaultTime
        let requestTime = testCase.requestTime ?? responseTime

        var cache = Cache(kind: testCase.cache, options: options)
        let refusal = refusal(request, response, testCase.cache, options)
        let lifetime = lifetime(
            response.fields, status: response.status, url: request.url, responseTime: responseTime, testCase.cache,
            options)
        let age = currentAge(
            response.fields, requestTime: requestTime, responseTime: responseTime, now: responseTime)
        var verdict = Verdict(
            refusal: refusal, freshness: Freshness(lifetime: lifetime.seconds, source: lifetime.source, age: age))
        if refusal == nil {
            cache.insert(cache.entry(request, response, requestTime: requestTime, responseTime: responseTime))
        }
        for later in testCase.then { verdict.then.append(run(later, &cache)) }
        return verdict
    }

    private static func run(_ later: Later, _ cache: inout Cache) -> LaterVerdict {
        let judgement = judge(later.request, at: later.at, cache.store, cache.kind, cache.options)
        var verdict = LaterVerdict(decision: judgement.decision, sends: judgement.sends, serves: judgement.serves)
        if let selected = judgement.selected {
            verdict.age = selected.age
            verdict.lifetime = selected.lifetime
            verdict.staleFor = selected.staleness
        }
        switch judgement.decision {
        case .reuseFresh, .reuseStale, .gatewayTimeout: return verdict
        case .reuseWhileRevalidating, .validate, .forward: break
        }
        guard let answer = later.answer else { return verdict }
        let exchange = Exchange(
            request: judgement.background ?? later.request, judgement: judgement, at: later.at,
            answerAt: later.answerAt ?? later.at)
        verdict.after = cache.take(answer, exchange)
        return verdict
    }
}
