/// Whether a request may share its way to the origin with others for the same key (RFC 9111 §4).
public enum Collapsing: Sendable, Hashable {
    /// It goes alone.
    case alone
    /// It may wait for the answer to another request, but its own answer may be of no use to others.
    case mayFollow
    /// It may wait, and others may wait for its answer.
    case mayLead
}

extension CacheExchange {
    /// Whether the request that is to be sent may be collapsed with others; known once something was found.
    ///
    /// What the other request brings is then decided about as if it had been stored all along; a request that would not
    /// take a stored response has nothing to wait for.
    public var collapsing: Collapsing {
        let asked = request.summary
        guard asked.method == .get || asked.method == .query, !asked.has(.range) else { return .alone }
        switch decision?.decision {
        case .forward(let reason) where reason != .bypass && reason != .method: break
        case .validate: break
        default: return .alone
        }
        if policy.options.requestDirectives, !asked.directives.flags.isDisjoint(with: [.noCache, .noStore]) {
            return .alone
        }
        if policy.options.requestPragmaNoCache, asked.hasPragmaNoCache { return .alone }
        // The origin's answer to a client's own condition may be a 304, which says nothing to others.
        return asked.has(.ifNoneMatch) || asked.has(.ifModifiedSince) ? .mayFollow : .mayLead
    }
}
