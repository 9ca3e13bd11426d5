import HTTPCacheSemantics
import HTTPDate
import HTTPWire

/// One request's way through the client: carries out what its exchange says, step by step.
struct RequestCourse: Sendable {
    let client: CachingClient
    let outgoing: OutgoingRequest
    let partition: String
    let key: ResponseKey

    init(_ client: CachingClient, _ outgoing: OutgoingRequest, partition: String) {
        self.client = client
        self.outgoing = outgoing
        self.partition = partition
        key = ResponseKey(CacheKey(for: outgoing.head, partition: partition))
    }

    /// What was found in the store, and what follows.
    struct Look: Sendable {
        var exchange: CacheExchange
        var found: StoredVariants
        /// Under which key each of them is stored, where No-Vary-Search let them be found under others than the request's.
        var foundUnder: [ResponseKey] = []
        var action: Verdict<CacheExchange.Action>
        let now: HTTPDate

        func key(of index: Int, elseUnder key: ResponseKey) -> ResponseKey {
            foundUnder.isEmpty ? key : foundUnder[index]
        }
    }

    func run(collapses: Bool) async throws(ClientError) -> Answer {
        var collapses = collapses
        var ignoresStore = false
        var hasAsked = false
        /// The Vary that an answer to another request has shown.
        var nominating: StoredResponse?
        var detours = 0
        var failures = 0
        var looks = 0
        while true {
            if Task.isCancelled { throw .cancelled }
            let count = client.collapsing.count(of: key)
            let look = ignoresStore ? lookAt(StoredVariants()) : await lookUp()
            let request: RequestHead
            switch look.action.decision {
            case .serve(let reply), .serveAndSend(let reply, _):
                guard let content = await content(of: reply, look.found) else {
                    ignoresStore = true
                    continue
                }
                if case .serveAndSend(_, let request) = look.action.decision { validateInBackground(request, look) }
                return client.reporter.answer(
                    reply, content, from: .store, because: look.action.deciding, look.exchange, at: look.now)
            case .gatewayTimeout, .lookUp: return client.reporter.gatewayTimeout(because: look.action.deciding)
            case .send(let head): request = head
            }
            let collapsing = collapses && !ignoresStore ? look.exchange.collapsing : .alone
            let route = route(look, nominating)
            switch client.collapsing.join(route, since: count, collapsing) {
            case .lookAgain:
                looks += 1
                // Flights may end as fast as the store answers, and so for ever.
                if looks >= Self.lookLimit { collapses = false }
            case .lead(let flight):
                if let answer = try await ask(request, look, flight, hasBeenSent: hasAsked) { return answer }
                // The store has lost what the origin says is still good.
                (ignoresStore, hasAsked) = (true, true)
            case .follow(let flight):
                switch try await flight.outcome() {
                case .arriving(let arrival):
                    defer { arrival.body.release() }
                    switch await take(arrival, look) {
                    case .answer(let answer): return answer
                    case .unsuitable:
                        nominating = arrival.response
                        detours += 1
                        // It would be the same answer again, or there is no end of new variants.
                        if self.route(look, nominating) == route || detours >= Self.detourLimit { collapses = false }
                    case .givenUp: client.collapsing.end(flight)
                    }
                case .settled, .notShared: collapses = false
                case .abandoned: break
                case .failed(let error):
                    failures += 1
                    // Whoever has waited as long as an origin may be silent does not begin to wait again.
                    let isSilence = error as? ConnectionError == .timedOut
                    guard !isSilence, failures < client.configuration.takeovers else {
                        return try await originFailed(error, look)
                    }
                }
            }
        }
    }

    /// How often a request waits for another that is of no use to it.
    private static let detourLimit = 3
    /// How often a request looks again because a flight has ended meanwhile.
    private static let lookLimit = 100

    /// With whom this request may wait: those who would be given the same variant, as far as can be said before the answer.
    private func route(_ look: Look, _ nominating: StoredResponse?) -> Flight.Route {
        let newest = look.found.responses.max { $0.responseTime < $1.responseTime }
        guard let model = nominating ?? newest else {
            return Flight.Route(key: key, variant: VariantID(number: 0))
        }
        let mine = StoredResponse(
            request: outgoing.head, response: model.response, requestTime: look.now, responseTime: look.now)
        return Flight.Route(key: key, variant: VariantID(of: mine))
    }

    // MARK: Looking

    func lookUp() async -> Look {
        do {
            let found = try await client.store.variants(under: key)
            guard found.isEmpty, let equivalents = client.equivalents else { return lookAt(found) }
            let others = try await equivalents.find(for: outgoing.head, key)
            var look = lookAt(others.found)
            look.foundUnder = others.keys
            return look
        } catch {
            client.configuration.storeFailed(error)
            return lookAt(StoredVariants())
        }
    }

    /// Has a new exchange decide about what was found.
    func lookAt(_ found: StoredVariants) -> Look {
        var exchange = CacheExchange(policy: client.policy, request: outgoing.head, partition: partition)
        let now = client.clock.now
        let first = exchange.begin(at: now)
        // Without a look-up the exchange has decided already.
        let action =
            exchange.decision.map { Verdict(first, because: $0.deciding, weighing: $0.rules) }
            ?? exchange.found(found.responses, at: now)
        return Look(exchange: exchange, found: found, action: action, now: now)
    }

    // MARK: Following

    enum Taking {
        case answer(Answer)
        /// It does not answer this request.
        case unsuitable
        /// Nobody fetches it any more.
        case givenUp
    }

    /// The answer from a response that is arriving, if the policy would give it had it been stored.
    private func take(_ arrival: Arrival, _ look: Look) async -> Taking {
        var found = StoredVariants()
        for (response, variant) in zip(look.found.responses, look.found.variants) where variant.id != arrival.variant {
            found.append(response, variant)
        }
        found.append(
            arrival.response,
            StoredVariants.Variant(id: arrival.variant, revision: 0, body: MemoryBody(array: [])))
        let again = lookAt(found)
        guard case .serve(let reply) = again.action.decision, again.exchange.servedIndex == found.variants.count - 1
        else { return .unsuitable }
        let content: Content
        switch reply.content {
        case .none: content = .empty
        case .stored(_, nil):
            guard let arriving = arrival.body.read() else { return .givenUp }
            content = arriving
        case .stored, .received, .combined: return .unsuitable
        }
        var forwarding = CacheStatus.Forwarding(look.exchange.forwardReason ?? .miss)
        forwarding.collapsed = true
        return .answer(
            client.reporter.answer(
                reply, content, from: .collapsed, because: again.action.deciding, forwarding,
                ttl: client.policy.remainingLifetime(of: arrival.response, at: again.now)))
    }

    // MARK: Delivering

    /// The content of a reply from the store, its first piece read; nil when the store has lost it.
    func content(of reply: Reply, _ found: StoredVariants) async -> Content? {
        guard case .stored(let index, let range) = reply.content else { return .empty }
        let body = found.variants[index].body
        guard let part = StoredPart(of: found.responses[index], range, in: body.count) else { return nil }
        if let bytes = body.bytes {
            return Content(bytes.dropFirst(part.range.lowerBound).prefix(part.range.count))
        }
        let source = StoredContentSource(body, part.range)
        do {
            guard let first = try await source.next() else { return .empty }
            if first.count == part.range.count { return Content(first) }
            return Content(ResumedContent(first, source), length: part.range.count)
        } catch {
            client.configuration.storeFailed(error)
            return nil
        }
    }

    private func validateInBackground(_ request: RequestHead, _ look: Look) {
        guard let flight = client.collapsing.leadUnlessUnderWay(route(look, nil)) else { return }
        let course = self
        let isStarted = client.background.start {
            _ = try? await course.ask(request, look, flight, inBackground: true)
            await flight.arrival?.body.finish()
        }
        if !isStarted { settle(flight, .abandoned) }
    }
}
