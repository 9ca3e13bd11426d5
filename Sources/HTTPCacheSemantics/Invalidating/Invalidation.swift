/// What becomes of the responses stored for a URI when an unsafe method was answered (RFC 9111 §4.4).
public enum Invalidation: Sendable, Hashable {
    /// They are not to be reused without validation, or are removed.
    case invalidate(TargetURI)
    /// They stay as they are.
    case keep(TargetURI)

    /// The URI that they are stored for.
    public var target: TargetURI {
        switch self {
        case .invalidate(let target), .keep(let target): target
        }
    }
}

extension CachePolicy {
    /// What the answer to a request invalidates, and why: the target URI, and the URIs of Location and Content-Location
    /// where they are of the same origin. RFC 9111 §4.4.
    ///
    /// Every URI that could be meant has a verdict, also where nothing is invalidated.
    public func invalidations(by response: ResponseHead, to request: RequestHead) -> [Verdict<Invalidation>] {
        let named: [(name: String, rule: Rule)] = [
            ("Location", .invalidateLocation), ("Content-Location", .invalidateContentLocation),
        ]
        var meant: [(target: TargetURI, rule: Rule)] = [(request.target, .invalidateTarget)]
        for (name, rule) in named {
            guard response.summary.seen & Self.namingFields != 0, let value = response.fields.values(of: name).first,
                let target = request.target.resolving(FieldLine.text(value)),
                !meant.contains(where: { $0.target == target })
            else { continue }
            meant.append((target, rule))
        }
        return meant.map { target, rule in
            if request.method.isSafe { return Verdict(.keep(target), because: .invalidateSafe) }
            if !response.status.isNonError { return Verdict(.keep(target), because: .invalidateError) }
            if target.origin != request.target.origin { return Verdict(.keep(target), because: .invalidateOtherOrigin) }
            return Verdict(.invalidate(target), because: rule)
        }
    }

    private static let namingFields = KnownField.location.bit | KnownField.contentLocation.bit
}
