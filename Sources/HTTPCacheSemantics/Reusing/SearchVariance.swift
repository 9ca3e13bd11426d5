/// Whether a response stored for one query answers another (No-Vary-Search; see ``NoVarySearch/draft``).
extension CachePolicy {
    /// Whether the stored response may be looked at for this request although their queries differ: the option is on,
    /// all else of the target is the same, and the response's No-Vary-Search makes the queries equivalent.
    public func searchMatches(_ stored: StoredResponse, for request: RequestHead) -> Bool {
        guard options.noVarySearch, stored.request.target.origin == request.target.origin,
            stored.request.target.path == request.target.path
        else { return false }
        let variance = NoVarySearch.obtain(lines: stored.response.fields.values(of: "No-Vary-Search"))
        return variance.areEquivalent(
            stored.request.target.query.map { Array($0.utf8) }, request.target.query.map { Array($0.utf8) })
    }
}
