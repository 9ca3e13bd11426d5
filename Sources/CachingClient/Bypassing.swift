import HTTPCacheSemantics

/// The way to the origin past the store.
extension CachingClient {
    /// Sends a request whose answer is for this request alone: it is neither answered from the store nor stored, and
    /// shares its way to the origin with no other.
    ///
    /// For a GET or HEAD with content, which is no part of the key though an origin may look at it (RFC 9110 §9.3.1).
    /// `detail` is a token that Cache-Status gives as the cause, beside `fwd=bypass` (RFC 9211 §2.2, §2.8). A request
    /// with only-if-cached gets the 504 of RFC 9111 §5.2.1.7 where the policy honours it. Nothing is invalidated: it is
    /// not for unsafe methods. The content is the transport's, its length unchecked.
    ///
    /// Throws what ``send(_:content:partition:target:collapses:onInterim:)`` does.
    public nonisolated(nonsending) func sendPastStore(
        _ request: OutgoingRequest, detail: String
    ) async throws(ClientError) -> Answer {
        var exchange = CacheExchange(policy: policy, request: request.head)
        let action = exchange.found([], at: clock.now)
        guard case .send = action.decision else { return reporter.gatewayTimeout(because: action.deciding) }
        let response: IncomingResponse
        do {
            response = try await transport.send(request)
        } catch {
            if Task.isCancelled || error is CancellationError { throw .cancelled }
            throw .originFailed(error, because: exchange.originFailed(at: clock.now).deciding)
        }
        guard (200...599).contains(response.head.status.value) else { throw .unexpectedStatus(response.head.status) }
        let reception = exchange.received(response.head, at: clock.now)
        try RequestCourse.check(reception.decision, of: exchange)
        guard case .serve(let reply) = reception.decision.next else {
            return reporter.gatewayTimeout(because: reception.deciding)
        }
        var content = Content.empty
        if response.head.mayHaveContent(inAnswerTo: request.head.method) {
            content = Content(PieceReader(response.content), length: response.head.contentLength)
        }
        return reporter.answer(
            reply, content, from: .origin, because: reception.deciding, CacheStatus.Forwarding(.bypass), ttl: nil,
            detail: detail)
    }
}
