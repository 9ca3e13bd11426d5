import HTTPCacheSemantics

/// A case on its way: the cache, the exchange under way, and what has been claimed of it.
struct CaseCourse {
    let file: SourceFile
    let origin: Origin?
    let start: Instant
    let lint: (@Sendable (TranscriptRunner.LintSubject) -> Set<String>)?
    var cache: SimulatedCache
    var results: [ExpectationResult] = []
    var derailment: CaseResult.Derailment?

    var exchange: CacheExchange?
    /// The `>` block under way and the clock at which it was sent.
    var request: (message: RawMessage, clock: Instant)?
    /// The final `<` block, once it came.
    var answer: (head: ResponseHead, reception: Verdict<Reception>)?
    /// The 1xx head that came last, until the final response comes.
    var interim: ResponseHead?
    /// What the client has got.
    var reply: (verdict: Verdict<Reply>, body: [UInt8]?)?
    /// Whether the cache waits for the origin, and whether the client waits with it.
    var waiting: Waiting = .no
    var invalidatedByGroup: [TargetURI] = []
    /// The message above, for `has` and `lint`.
    var last: TranscriptRunner.LintSubject?
    /// All messages so far with their clocks, to find the place of evidence.
    var messages: [(message: RawMessage, clock: Instant)] = []

    enum Waiting { case no, forClient, inBackground }

    init(
        file: SourceFile, policy: CachePolicy, origin: Origin?, start: Instant,
        lint: (@Sendable (TranscriptRunner.LintSubject) -> Set<String>)?
    ) {
        self.file = file
        self.origin = origin
        self.start = start
        self.lint = lint
        cache = SimulatedCache(policy: policy)
    }

    var policy: CachePolicy { cache.policy }

    mutating func take(_ step: Step) throws(MessageFault) {
        switch step.action {
        case .clock: break
        case .request(let message): try begin(message, step)
        case .answer(let answer): take(answer, step)
        case .expectation(let expectation): try check(expectation, at: step.clock)
        }
    }

    mutating func finish() {
        requireAnswer(before: nil)
    }

    private mutating func begin(_ message: RawMessage, _ step: Step) throws(MessageFault) {
        requireAnswer(before: step.range)
        guard derailment == nil else { return }
        let head = try message.requestHead(in: file, at: step.clock, origin: origin)
        messages.append((message, step.clock))
        last = .request(head)
        request = (message, step.clock)
        answer = nil
        interim = nil
        reply = nil
        invalidatedByGroup = []
        var exchange = CacheExchange(policy: policy, request: head)
        let now = step.clock.date
        let action = cache.begin(&exchange, at: now)
        if let served = exchange.servedVerdict(at: now) {
            reply = (served, cache.body(of: served.decision, to: exchange, received: nil))
        }
        switch action {
        case .send: waiting = .forClient
        case .serveAndSend: waiting = .inBackground
        case .lookUp, .serve: waiting = .no
        case .gatewayTimeout:
            waiting = .no
            reply = (Verdict(.gatewayTimeout, because: exchange.decision?.deciding ?? .requestOnlyIfCached), [])
        }
        self.exchange = exchange
    }

    private mutating func take(_ answer: RawAnswer, _ step: Step) {
        guard waiting != .no, var exchange else {
            derailment = .init(message: "the origin's answer was never wanted: \(whyNotAsked)", range: step.range)
            return
        }
        let now = step.clock.date
        switch answer {
        case .response(let message):
            guard let head = message.responseHead(in: file, at: step.clock) else { return }
            messages.append((message, step.clock))
            last = .response(head, to: exchange.request)
            if message.isInterim, message.status != 101 {
                interim = head
                return
            }
            let (content, body) = message.arrivedContent(in: file, at: step.clock)
            let reception = exchange.received(head, content: content, at: now)
            settle(reception, of: exchange, head: head, body: body)
        case .disconnect, .timeout:
            let reception = exchange.originFailed(at: now)
            settle(reception, of: exchange, head: nil, body: nil)
        }
        self.exchange = exchange
    }

    private mutating func settle(
        _ reception: Verdict<Reception>, of exchange: CacheExchange, head: ResponseHead?, body: [UInt8]?
    ) {
        let asksAgain: Bool
        switch reception.decision.next {
        case .serve(let reply):
            // The store still has the content where the reply says it is: changes that move it come after.
            let content = cache.body(of: reply, to: exchange, received: body)
            self.reply = (Verdict(reply, because: reception.deciding), content)
            asksAgain = false
        case .gatewayTimeout:
            reply = (Verdict(.gatewayTimeout, because: reception.deciding), [])
            asksAgain = false
        case .send: asksAgain = true
        case .nothing: asksAgain = false
        }
        invalidatedByGroup = cache.apply(reception.decision, of: exchange, body: body)
        if waiting == .inBackground { reply = storedReply(after: reception.decision, of: exchange) ?? reply }
        waiting = asksAgain ? waiting : .no
        interim = nil
        answer = (head ?? ResponseHead(status: 504), reception)
    }

    /// What is stored after the answer to a background validation, in the form of a reply.
    private func storedReply(
        after reception: Reception, of exchange: CacheExchange
    ) -> (verdict: Verdict<Reply>, body: [UInt8]?)? {
        guard let change = reception.changes.last, let stored = change.response else { return nil }
        let body = cache.entries[CacheKey(for: exchange.request)]?.first { $0.response == stored }?.body
        let reply = Reply(
            status: stored.response.status, fields: stored.response.fields, content: .stored(index: 0, range: nil))
        return (Verdict(reply, because: .outcomeReplaced), body)
    }

    private mutating func requireAnswer(before next: SourceRange?) {
        guard derailment == nil, waiting == .forClient, let request else { return }
        derailment = .init(
            message: "the cache asks the origin here, and no answer follows: \(whyAsked)",
            range: SourceRange(request.message.range.start, request.message.startLineRange.end))
    }

    private var whyAsked: String { exchange?.decision.map { Wording.decision($0) } ?? "" }

    private var whyNotAsked: String {
        guard exchange != nil else { return "no request stands before it" }
        return answer == nil ? whyAsked : "the answer came already"
    }
}

extension Reply {
    static let gatewayTimeout = Reply(status: StatusCode(504), fields: FieldSection(), content: .none)
}

extension Reception.Change {
    /// The stored response that the change leaves behind; nil where it removes one.
    var response: StoredResponse? {
        switch self {
        case .store(let response, _), .update(_, let response), .combine(_, let response): response
        case .remove: nil
        }
    }
}
