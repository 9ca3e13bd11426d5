import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// Answers one line of the batch form.
struct DecideRun {
    private let input: DecideCase
    private var cache: SimulatedCache

    /// The answer as one JSON object.
    static func answer(_ input: DecideCase) -> JSONValue {
        var run = DecideRun(input: input, cache: SimulatedCache(policy: input.policy))
        return run.answer()
    }

    private var policy: CachePolicy { input.policy }

    private mutating func answer() -> JSONValue {
        var exchange = CacheExchange(policy: policy, request: input.request, partition: input.partition)
        _ = cache.begin(&exchange, at: input.requestTime)
        let reception = exchange.received(input.response, content: input.content, at: input.responseTime).decision
        let verdict =
            reception.storability
            ?? policy.storability(of: input.response, to: input.request, isComplete: input.content.isComplete)
        cache.apply(reception, of: exchange, body: nil)
        let stored =
            reception.changes.compactMap(\.storedResponse).last
            ?? StoredResponse(
                request: input.request, response: input.response, requestTime: input.requestTime,
                responseTime: input.responseTime, content: input.content)
        var members: [JSONValue.Member] = [.init("schema", "httpcache.decision/1")]
        if let name = input.name { members.append(.init("case", name)) }
        members.append(
            .init(
                "store",
                .object([
                    .init("decision", .string(verdict.decision.rawValue)),
                    .init("reasons", Self.reasons(verdict.deciding, verdict.rules)),
                ])))
        let lifetime = policy.freshnessLifetime(of: stored)
        members.append(
            .init(
                "freshness",
                .object([
                    .init("lifetime", JSONValue(lifetime.decision.seconds)),
                    .init("source", .string(source(lifetime.decision.source, of: stored.response))),
                    .init("age", JSONValue(policy.currentAge(of: stored, at: input.responseTime).seconds)),
                ])))
        members.append(.init("then", .array(input.then.map { later($0) })))
        return .object(members)
    }

    private mutating func later(_ later: DecideCase.Later) -> JSONValue {
        var exchange = CacheExchange(policy: policy, request: later.request, partition: input.partition)
        _ = cache.begin(&exchange, at: later.at)
        guard let verdict = exchange.decision else { return .null }
        var members: [JSONValue.Member] = [.init("decision", .string(Self.name(verdict.decision)))]
        if case .forward(let reason) = verdict.decision { members.append(.init("forward", .string(reason.rawValue))) }
        members.append(.init("reasons", Self.reasons(verdict.deciding, verdict.rules)))
        if let selected = selected(by: exchange) { members += times(of: selected, at: later.at) }
        if let candidates = exchange.nominated, let sent = exchange.sent {
            members.append(.init("sends", conditions(of: sent, candidates, exchange.stored)))
        }
        if let served = exchange.servedVerdict(at: later.at) {
            members.append(.init("serves", serves(served.decision, exchange, at: later.at)))
        }
        if exchange.sent != nil, let answer = later.answer {
            members.append(.init("after", after(answer, &exchange, at: later.answerAt)))
        }
        return .object(members)
    }

    private func selected(by exchange: CacheExchange) -> StoredResponse? {
        if case .forward(let reason) = exchange.decision?.decision, reason != .stale && reason != .request {
            return nil
        }
        return policy.selected(from: exchange.stored, for: exchange.request).map { exchange.stored[$0] }
    }

    private func times(of stored: StoredResponse, at now: HTTPDate) -> [JSONValue.Member] {
        let lifetime = policy.freshnessLifetime(of: stored).decision.seconds
        let age = policy.currentAge(of: stored, at: now).seconds
        let isFresh = lifetime > age
        return [
            .init("age", JSONValue(age)), .init("lifetime", JSONValue(lifetime)),
            .init(isFresh ? "freshFor" : "staleFor", JSONValue(isFresh ? lifetime - age : age - lifetime)),
        ]
    }

    private func conditions(of sent: RequestHead, _ candidates: Candidates, _ stored: [StoredResponse]) -> JSONValue {
        .array(
            sent.fields.lines.filter { line in
                policy.rule(forSending: line.nameText, validating: candidates, in: stored) != nil
            }.map(Self.pair))
    }

    // MARK: The origin's answer

    private mutating func after(
        _ answer: DecideCase.Answer, _ exchange: inout CacheExchange, at now: HTTPDate
    ) -> JSONValue {
        let reception: Reception
        var status: StatusCode?
        switch answer {
        case .response(let head, let content):
            reception = exchange.received(head, content: content, at: now).decision
            status = head.status
        case .failure:
            reception = exchange.originFailed(at: now).decision
        }
        let byGroup = cache.apply(reception, of: exchange, body: nil)
        let kept = reception.changes.compactMap(\.storedResponse).last
        var members: [JSONValue.Member] = [
            .init("outcome", .string(Self.outcome(reception))), .init("stored", .boolean(kept != nil)),
        ]
        if let inUse = kept ?? inUse(reception, exchange) {
            members.append(.init("lifetime", JSONValue(policy.freshnessLifetime(of: inUse).decision.seconds)))
            members.append(.init("age", JSONValue(policy.currentAge(of: inUse, at: now).seconds)))
        }
        switch reception.next {
        case .serve(let reply):
            members.append(.init("serves", serves(reply, exchange, at: now, status, isStored: kept != nil)))
        case .gatewayTimeout:
            members.append(.init("serves", .object([.init("status", 504), .init("fields", .array([]))])))
        case .send, .nothing: break
        }
        let targets = reception.invalidations.map(\.decision).compactMap { decision -> TargetURI? in
            if case .invalidate(let target) = decision { target } else { nil }
        }
        members.append(
            .init("invalidates", .array((targets + byGroup).map { .string($0.description) })))
        return .object(members)
    }

    /// The stored response that answers although nothing new was stored.
    private func inUse(_ reception: Reception, _ exchange: CacheExchange) -> StoredResponse? {
        switch reception.outcome {
        case .freshen(_, let index), .serveStale(let index): exchange.stored[index]
        default: nil
        }
    }

    private func serves(
        _ reply: Reply, _ exchange: CacheExchange, at now: HTTPDate, _ answer: StatusCode? = nil,
        isStored: Bool? = nil
    ) -> JSONValue {
        var fields = reply.fields
        if let member = exchange.cacheStatus(of: .token("httpcache"), at: now, answer: answer, isStored: isStored),
            let bytes = try? member.serialized()
        {
            fields.append(name: Array("Cache-Status".utf8), value: bytes)
        }
        return .object([
            .init("status", JSONValue(reply.status.value)), .init("fields", .array(fields.lines.map(Self.pair))),
        ])
    }

    // MARK: Words

    private static func pair(_ line: FieldLine) -> JSONValue {
        .array([JSONValue(bytes: line.name), JSONValue(bytes: line.value)])
    }

    /// The deciding rule first, then the others that were weighed.
    private static func reasons(_ deciding: Rule, _ rules: RuleSet) -> JSONValue {
        let others = rules.members.filter { $0 != deciding }
        return .array(
            ([deciding] + others).map { rule in
                .object([.init("code", .string(rule.code)), .init("cite", .string(rule.citation.description))])
            })
    }

    private func source(_ source: FreshnessLifetime.Source, of response: ResponseHead) -> String {
        switch source {
        case .sMaxAge: "s-maxage"
        case .maxAge: "max-age"
        case .expires: "expires"
        case .targeted: "targeted:" + (policy.targetedField(of: response) ?? "")
        case .heuristic: "heuristic"
        case .none: "none"
        }
    }

    private static func name(_ decision: ReuseDecision) -> String {
        switch decision {
        case .reuse(_, .fresh): "reuseFresh"
        case .reuse(_, .stale): "reuseStale"
        case .reuseWhileRevalidating: "reuseWhileRevalidating"
        case .validate: "validate"
        case .forward: "forward"
        case .gatewayTimeout: "gatewayTimeout"
        }
    }

    private static func outcome(_ reception: Reception) -> String {
        switch reception.outcome {
        case .freshen: "freshened"
        case .useResponse:
            // A HEAD response freshens what is stored without being stored itself.
            reception.changes.contains { $0.isUpdate }
                ? "freshened" : reception.storability?.decision == .store ? "stored" : "notStored"
        case .passNotModified: "notStored"
        case .askAgain: "notMatched"
        case .serveStale: "servedStale"
        case .gatewayTimeout: "failed"
        }
    }
}

extension Reception.Change {
    /// The stored response that the change leaves behind; nil where it removes one.
    var storedResponse: StoredResponse? {
        switch self {
        case .store(let response, _), .update(_, let response), .combine(_, let response): response
        case .remove: nil
        }
    }

    var isUpdate: Bool { if case .update = self { true } else { false } }
}
