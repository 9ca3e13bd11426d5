import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// Answers one line of the batch form.
struct DecideRun {
    private let input: DecideCase
    private var cache: SimulatedCache
    private var output: JSONWriter

    /// Writes the answer as one JSON object at the end of `output`; `text` is the line that `input` was read from.
    static func answer(_ input: DecideCase, _ text: JSONText, to output: inout JSONWriter) {
        var run = DecideRun(input: input, cache: SimulatedCache(policy: input.policy), output: JSONWriter())
        swap(&run.output, &output)
        run.answer(text)
        swap(&run.output, &output)
    }

    private var policy: CachePolicy { input.policy }

    private mutating func answer(_ text: JSONText) {
        var exchange = CacheExchange(policy: policy, request: input.request, partition: input.partition)
        // That exchange happened, whatever its request would have asked of a cache.
        exchange.forward(at: input.requestTime)
        let reception = exchange.received(input.response, content: input.content, at: input.responseTime).decision
        let verdict =
            reception.storability
            ?? policy.storability(of: input.response, to: input.request, isComplete: input.content.isComplete)
        cache.apply(reception, of: exchange, body: nil)
        let stored =
            reception.storedResponse
            ?? StoredResponse(
                request: input.request, response: input.response, requestTime: input.requestTime,
                responseTime: input.responseTime, content: input.content)
        output.beginObject()
        output.name("schema")
        output.raw("\"httpcache.decision/1\"")
        if let name = input.name { output.echo(name, of: text) }
        output.name("store")
        output.beginObject()
        output.name("decision")
        output.string(verdict.decision.rawValue)
        output.reasons(verdict.deciding, verdict.rules)
        output.endObject()
        writeFreshness(of: stored)
        output.name("then")
        output.beginArray()
        for request in input.then { later(request) }
        output.endArray()
        output.endObject()
    }

    private mutating func writeFreshness(of stored: StoredResponse) {
        let lifetime = policy.freshnessLifetime(of: stored).decision
        output.name("freshness")
        output.beginObject()
        output.name("lifetime")
        output.integer(lifetime.seconds)
        output.name("source")
        output.string(source(lifetime.source, of: stored.response))
        output.name("age")
        output.integer(policy.currentAge(of: stored, at: input.responseTime).seconds)
        output.endObject()
    }

    private mutating func later(_ later: DecideCase.Later) {
        var exchange = CacheExchange(policy: policy, request: later.request, partition: input.partition)
        _ = cache.begin(&exchange, at: later.at)
        guard let verdict = exchange.decision else { return output.null() }
        output.beginObject()
        output.name("decision")
        output.string(Self.name(verdict.decision))
        if case .forward(let reason) = verdict.decision {
            output.name("forward")
            output.string(reason.rawValue)
        }
        output.reasons(verdict.deciding, verdict.rules)
        if let selected = selected(by: exchange, at: later.at) { writeTimes(of: selected, at: later.at) }
        if let candidates = exchange.nominated, let sent = exchange.sent {
            writeConditions(of: sent, candidates, exchange.stored)
        }
        if exchange.completing != nil, let sent = exchange.sent {
            output.name("sends")
            output.beginArray()
            for line in sent.fields.lines where ["Range", "If-Range"].contains(line.nameText) {
                output.line(line.name.span, line.value.span)
            }
            output.endArray()
        }
        if let served = exchange.servedVerdict(at: later.at) {
            writeServed(served.decision, exchange, at: later.at)
        }
        if exchange.sent != nil, let answer = later.answer { after(answer, &exchange, at: later.answerAt) }
        output.endObject()
    }

    private func selected(by exchange: CacheExchange, at now: HTTPDate) -> StoredResponse? {
        switch exchange.decision?.decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index): return exchange.stored[index]
        case .forward(let reason) where reason != .stale && reason != .request: return nil
        case .gatewayTimeout where exchange.decision?.rules.contains(.forwardPrecondition) ?? false: return nil
        default:
            return policy.selected(from: exchange.stored, for: exchange.request, at: now).map { exchange.stored[$0] }
        }
    }

    private mutating func writeTimes(of stored: StoredResponse, at now: HTTPDate) {
        let lifetime = policy.freshnessLifetime(of: stored).decision.seconds
        let age = policy.currentAge(of: stored, at: now).seconds
        output.name("age")
        output.integer(age)
        output.name("lifetime")
        output.integer(lifetime)
        if lifetime > age {
            output.name("freshFor")
            output.integer(lifetime - age)
        } else {
            output.name("staleFor")
            output.integer(age - lifetime)
        }
    }

    private mutating func writeConditions(of sent: RequestHead, _ candidates: Candidates, _ stored: [StoredResponse]) {
        output.name("sends")
        output.beginArray()
        for line in sent.fields.lines
        where policy.rule(forSending: line.nameText, validating: candidates, in: stored) != nil {
            output.line(line.name.span, line.value.span)
        }
        output.endArray()
    }

    // MARK: The origin's answer

    private mutating func after(_ answer: DecideCase.Answer, _ exchange: inout CacheExchange, at now: HTTPDate) {
        let verdict: Verdict<Reception>
        var status: StatusCode?
        switch answer {
        case .response(let head, let content):
            verdict = exchange.received(head, content: content, at: now)
            status = head.status
        case .failure:
            verdict = exchange.originFailed(at: now)
        }
        let reception = verdict.decision
        let byGroup = cache.apply(reception, of: exchange, body: nil)
        let kept = reception.storedResponse
        output.name("after")
        output.beginObject()
        output.name("outcome")
        output.string(Self.outcome(verdict))
        output.name("stored")
        output.boolean(kept != nil)
        if let inUse = kept ?? inUse(reception, exchange) {
            output.name("lifetime")
            output.integer(policy.freshnessLifetime(of: inUse).decision.seconds)
            output.name("age")
            output.integer(policy.currentAge(of: inUse, at: now).seconds)
        }
        switch reception.next {
        case .serve(let reply): writeServed(reply, exchange, at: now, status, isStored: kept != nil)
        case .gatewayTimeout:
            output.name("serves")
            output.raw("{\"status\":504,\"fields\":[]}")
        case .send, .nothing: break
        }
        output.name("invalidates")
        output.beginArray()
        for verdict in reception.invalidations {
            if case .invalidate(let target) = verdict.decision { output.string(target.description) }
        }
        for target in byGroup { output.string(target.description) }
        output.endArray()
        output.endObject()
    }

    /// The stored response that answers although nothing new was stored.
    private func inUse(_ reception: Reception, _ exchange: CacheExchange) -> StoredResponse? {
        switch reception.outcome {
        case .freshen(_, let index), .serveStale(let index): exchange.stored[index]
        default: nil
        }
    }

    private mutating func writeServed(
        _ reply: Reply, _ exchange: CacheExchange, at now: HTTPDate, _ answer: StatusCode? = nil,
        isStored: Bool? = nil
    ) {
        output.name("serves")
        output.beginObject()
        output.name("status")
        output.integer(reply.status.value)
        output.name("fields")
        output.beginArray()
        reply.fields.forEachLine { name, value in output.line(name, value) }
        if let member = exchange.cacheStatus(of: .token("httpcache"), at: now, answer: answer, isStored: isStored),
            let value = try? member.serialized()
        {
            output.line(Self.cacheStatusName.span, value.span)
        }
        output.endArray()
        output.endObject()
    }

    private static let cacheStatusName = Array("Cache-Status".utf8)

    // MARK: Words

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

    private static func outcome(_ verdict: Verdict<Reception>) -> String {
        switch verdict.decision.outcome {
        case .freshen: "freshened"
        case .useResponse:
            // A HEAD response that agrees freshens what is stored; one that does not may be stored itself.
            verdict.deciding == .freshenHead
                ? "freshened" : verdict.decision.storability?.decision == .store ? "stored" : "notStored"
        case .passNotModified: "notStored"
        case .askAgain: "notMatched"
        case .serveStale: "servedStale"
        case .gatewayTimeout: "failed"
        }
    }
}

extension Reception {
    /// The stored response that the changes bring up to date, add or complete: that which is served where there are
    /// several; nil where they leave none.
    fileprivate var storedResponse: StoredResponse? {
        var last: StoredResponse?
        for change in changes {
            switch change {
            case .update(let index, let response):
                if case .freshen(_, index) = outcome { return response }
                if !response.isOutdated { last = response }
            case .store(let response, _), .combine(_, let response): last = response
            case .remove: continue
            }
        }
        if case .freshen = outcome { return nil }
        return last
    }
}

extension JSONWriter {
    /// The member `case` as the line has it.
    mutating func echo(_ node: JSONText.Node, of text: JSONText) {
        name("case")
        if text.kind(of: node) == .string {
            string((try? text.string(node)) ?? "")
        } else {
            raw(text.bytes[text.range(of: node)])
        }
    }

    /// The deciding rule first, then the others that were weighed.
    fileprivate mutating func reasons(_ deciding: Rule, _ rules: RuleSet) {
        name("reasons")
        beginArray()
        raw(Self.reasons[Int(deciding.rawValue)])
        for rule in rules.members where rule != deciding { raw(Self.reasons[Int(rule.rawValue)]) }
        endArray()
    }

    /// Each rule as JSON, in the order of their raw values.
    private static let reasons: [[UInt8]] = Rule.allCases.map { rule in
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("code")
        writer.string(rule.code)
        writer.name("cite")
        writer.string(rule.citation.description)
        writer.endObject()
        return writer.bytes
    }

    fileprivate mutating func line(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        beginArray()
        latin1(name)
        latin1(value)
        endArray()
    }
}
