import HTTPCacheSemantics
import HTTPDate

/// The way to the origin and back.
extension RequestCourse {
    /// Sends a request and does what follows from the answer; nil when the store has lost what it is to answer with.
    ///
    /// However this ends, the flight has been told and nobody waits for it.
    func ask(
        _ request: RequestHead, _ look: Look, _ flight: Flight, hasBeenSent: Bool = false, inBackground: Bool = false
    ) async throws(ClientError) -> Answer? {
        var look = look
        var request = request
        var sendings = 0
        do throws(ClientError) {
            while true {
                sendings += 1
                let response: IncomingResponse
                do throws(OriginFailure) {
                    let isFirst = sendings == 1 && !hasBeenSent
                    response = try await send(request, inBackground: inBackground, isFirst: isFirst)
                } catch {
                    switch error {
                    case .cancelled: throw .cancelled
                    case .failed(let cause):
                        settle(flight, .failed(cause))
                        return try await originFailed(cause, look)
                    }
                }
                guard (200...599).contains(response.head.status.value) else {
                    throw .unexpectedStatus(response.head.status)
                }
                let reception = look.exchange.received(
                    response.head, content: .complete(length: response.head.contentLength), at: client.clock.now)
                try Self.check(reception.decision, of: look.exchange)
                guard let delivery = await delivery(of: response, reception.decision, look) else {
                    settle(flight, .abandoned)
                    return nil
                }
                await invalidate(reception.decision, by: flight)
                let arrival = await apply(reception.decision, look, delivery, flight, inBackground: inBackground)
                if case .send(let again) = reception.decision.next, sendings < 3 {
                    request = again
                    continue
                }
                return try await conclude(reception, look, delivery, arrival, flight)
            }
        } catch {
            settle(flight, error.isCancellation ? .abandoned : .failed(error))
            throw error
        }
    }

    enum OriginFailure: Error {
        case cancelled
        case failed(any Error)
    }

    private func send(
        _ request: RequestHead, inBackground: Bool, isFirst: Bool
    ) async throws(OriginFailure) -> IncomingResponse {
        guard isFirst || outgoing.content.bytes != nil else { throw .failed(ClientError.contentNotRepeatable) }
        var sent = outgoing
        sent.head = request
        if inBackground { sent.onInterim = { _ in } }
        do {
            let response = try await client.transport.send(sent)
            // Its content would break off for all who wait for it. What an unsafe request has done counts all the same.
            if request.method.isSafe { try Task.checkCancellation() }
            return response
        } catch {
            if Task.isCancelled || error is CancellationError { throw .cancelled }
            throw .failed(error)
        }
    }

    /// What came from the origin, in the form in which it is stored and passed on.
    struct Delivery: Sendable {
        var head: ResponseHead
        var content: Content
        /// The head that came.
        let received: ResponseHead
        /// Bytes of the content that come from the store.
        var storedLength = 0
    }

    /// A 206 that completes a stored part is delivered as the whole; nil when the store has lost the part.
    private func delivery(of response: IncomingResponse, _ reception: Reception, _ look: Look) async -> Delivery? {
        var delivery = Delivery(head: response.head, content: response.content, received: response.head)
        guard case .serve(let reply) = reception.next, case .combined(let index) = reply.content else {
            return delivery
        }
        let part = Reply(status: reply.status, fields: reply.fields, content: .stored(index: index, range: nil))
        guard case .partial(let held, _) = look.found.responses[index].content,
            look.found.variants[index].body.count == held.count, let stored = await content(of: part, look.found)
        else { return nil }
        let rest = CheckedContent(response.content, expected: response.head.announcedLength(inAnswerTo: .get))
        delivery.head = ResponseHead(status: reply.status, fields: reply.fields)
        delivery.storedLength = held.count
        delivery.content = Content(JoinedContent(PieceReader(stored), rest), length: delivery.head.contentLength)
        return delivery
    }

    func settle(_ flight: Flight, _ outcome: Flight.Outcome) {
        // First it ends, so that one who takes over can lead.
        client.collapsing.end(flight)
        flight.settle(outcome)
    }

    /// Refuses what the caller of this request could only misunderstand.
    static func check(_ reception: Reception, of exchange: CacheExchange) throws(ClientError) {
        guard case .serve(let reply) = reception.next, reply.content == .received, let sent = exchange.sent else {
            return
        }
        if reply.status.value == 304, !mayBeNotModified(sent) { throw .unrequestedNotModified }
        if reply.status.value == 206, !sent.fields.contains("Range") { throw .unrequestedPartialContent }
    }

    /// Whether a request asks for a 304: If-Match and If-Unmodified-Since ask for a 412, If-Range for a 200 (RFC 9110
    /// §13.1, §15.4.5).
    private static func mayBeNotModified(_ sent: RequestHead) -> Bool {
        let isConditional = sent.fields.contains("If-None-Match") || sent.fields.contains("If-Modified-Since")
        return isConditional && [.get, .head, .query].contains(sent.method)
    }

    /// What the client gets, now that the store has been seen to.
    private func conclude(
        _ reception: Verdict<Reception>, _ look: Look, _ delivery: Delivery, _ arrival: Arrival?, _ flight: Flight
    ) async throws(ClientError) -> Answer? {
        var answer: Answer?
        switch reception.decision.next {
        case .serve(let reply):
            answer = await self.answer(reply, reception, look, delivery, arrival)
        case .nothing: answer = nil
        case .gatewayTimeout, .send: answer = client.reporter.gatewayTimeout(because: reception.deciding)
        }
        answer?.asking = look.action.deciding
        answer?.storing = reception.decision.storability?.deciding
        if let arrival {
            flight.settle(.arriving(arrival))
            // An invalidation until now found no body to tell; one from now on does.
            if flight.invalidates(arrival.response) { arrival.body.forbidStoring() }
            arrival.body.start(delivery.content)
        } else {
            settle(flight, reception.decision.changes.isEmpty ? .notShared : .settled)
        }
        return answer
    }

    private func answer(
        _ reply: Reply, _ reception: Verdict<Reception>, _ look: Look, _ delivery: Delivery, _ arrival: Arrival?
    ) async -> Answer? {
        var forwarding = CacheStatus.Forwarding(look.exchange.forwardReason ?? .miss)
        let status = delivery.received.status
        if status != reply.status { forwarding.status = status.value }
        if arrival != nil { forwarding.stored = true }
        let content: Content
        let isReceived: Bool
        switch reply.content {
        case .received, .combined:
            isReceived = true
            content = received(delivery, arrival)
        case .none, .stored:
            isReceived = false
            guard let stored = await self.content(of: reply, look.found) else { return nil }
            content = stored
        }
        return client.reporter.answer(
            reply, content, from: isReceived ? .origin : .validatedStore, because: reception.deciding, forwarding,
            ttl: ttl(reception.decision, look, arrival))
    }

    private func received(_ delivery: Delivery, _ arrival: Arrival?) -> Content {
        guard delivery.head.mayHaveContent(inAnswerTo: outgoing.head.method) else { return .empty }
        // Nobody can have given it up: it has yet to start.
        if let content = arrival?.body.read() { return content }
        let expected = delivery.head.announcedLength(inAnswerTo: outgoing.head.method)
        return Content(CheckedContent(delivery.content, expected: expected), length: expected)
    }

    private func ttl(_ reception: Reception, _ look: Look, _ arrival: Arrival?) -> Int? {
        let stored: StoredResponse
        switch reception.outcome {
        case .freshen(_, let index), .serveStale(let index): stored = look.exchange.stored[index]
        default:
            guard let arrival else { return nil }
            stored = arrival.response
        }
        return client.policy.remainingLifetime(of: stored, at: client.clock.now)
    }

    /// What the client gets when the origin gave no answer.
    func originFailed(_ cause: any Error, _ look: Look) async throws(ClientError) -> Answer {
        var exchange = look.exchange
        let reception = exchange.originFailed(at: client.clock.now)
        if case .serve(let reply) = reception.decision.next, let content = await content(of: reply, look.found) {
            let forwarding = CacheStatus.Forwarding(exchange.forwardReason ?? .stale)
            return client.reporter.answer(
                reply, content, from: .store, because: reception.deciding, forwarding,
                ttl: ttl(reception.decision, look, nil))
        }
        throw .originFailed(cause, because: reception.deciding)
    }
}
