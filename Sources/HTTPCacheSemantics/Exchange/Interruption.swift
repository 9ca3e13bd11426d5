/// What becomes of a response whose content broke off (RFC 9111 §3.3).
extension CacheExchange {
    /// What to do to the store with the first `length` bytes of a response that was given to `received`; nil for
    /// nothing.
    ///
    /// They are kept only where a later range request can complete them: of a 200 to GET, under a strong entity tag, by
    /// which RFC 9111 §3.4 joins parts; of the rest of a stored part, together with that part.
    public func interrupted(_ response: ResponseHead, after length: Int) -> Reception.Change? {
        if let held = completedFrom, let index = completing {
            guard length > 0, length <= .max - held else { return nil }
            let kept = StoredContent.partial(range: 0..<(held + length), total: stored[index].knownLength)
            return .combine(index: index, stored[index].with(content: kept))
        }
        guard length > 0, response.status.value == 200, let answeredAt else { return nil }
        var exchange = self
        var reception = Reception(outcome: .useResponse, next: .nothing)
        let content = StoredContent.partial(range: 0..<length, total: response.contentLength)
        _ = exchange.keep(response, content, at: answeredAt, into: &reception)
        for case .store(let kept, let replacing) in reception.changes {
            guard let tag = kept.entityTag, !tag.isWeak else { return nil }
            return .store(kept, replacing: replacing)
        }
        return nil
    }
}
