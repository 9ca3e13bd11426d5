import HTTPCacheSemantics

/// What another kind of cache, or other rules, would do, and what this one says of itself.
extension ExplainText {
    func lines(of other: Rival) -> [TextLine] {
        let rival = other.explanation
        var line = TextLine(palette)
        let phrase = DecisionPhrase(rival)
        let name = "\(other.name) would "
        if isAlike(rival) {
            line.append(name + "do the same.")
            return [line]
        }
        line.append(name)
        line.append(phrase.word, phrase.role)
        line.append(": \(phrase.detail)")
        if case .forward(.uriMiss) = rival.decision.decision, let refusal = rival.storability,
            refusal.decision == .doNotStore
        {
            cite(refusal.deciding, in: &line)
            return [line]
        }
        if case .reuse(_, .fresh) = rival.decision.decision, let subject = rival.subject {
            line.append(", by \(subject.lifetime.decision.seconds)s of \(subject.lifetime.decision.source.words)")
        }
        guard !rival.sends.isEmpty else {
            cite(rival.decision.deciding, in: &line)
            return [line]
        }
        line.append("; it would send")
        return [line]
            + rival.sends.map { sent in
                var field = TextLine(palette)
                field.moveTo(4)
                field.append(Self.shown(sent.line))
                cite(sent.rule, in: &field)
                return field
            }
    }

    /// Whether the other cache decides the same for the same reasons and with the same numbers.
    private func isAlike(_ rival: Explanation) -> Bool {
        rival.decision.decision == explanation.decision.decision
            && rival.decision.deciding == explanation.decision.deciding
            && rival.sends == explanation.sends
            && rival.storability?.decision == explanation.storability?.decision
            && rival.subject?.lifetime.decision == explanation.subject?.lifetime.decision
            && rival.subject?.age == explanation.subject?.age
    }

    var cacheStatusLine: [TextLine] {
        guard let value = explanation.cacheStatus else { return [] }
        var line = TextLine(palette)
        line.append("Cache-Status: " + value.split(separator: ";").joined(separator: "; "))
        line.moveTo(Self.citationColumn, atLeast: 2)
        line.append("RFC 9211 §2", .quiet)
        return [line]
    }
}

extension Explanation {
    /// The member that this cache adds to Cache-Status, without optional spaces; nil where the cache says nothing.
    ///
    /// No string is in it, so that a `;` is always between parameters.
    var cacheStatus: String? {
        let handling: CacheStatus.Handling
        switch decision.decision {
        case .reuse, .reuseWhileRevalidating: handling = .hit
        case .validate: handling = .forwarded(.init(.stale))
        case .forward(let reason): handling = .forwarded(.init(.init(reason.rawValue)))
        case .gatewayTimeout: return nil
        }
        let isRequest =
            if case .validate = decision.decision { (subject?.remaining ?? 0) > 0 } else { false }
        let said = isRequest && decision.deciding != .responseNoCache ? .forwarded(.init(.request)) : handling
        let ttl = served == nil ? nil : subject?.remaining
        let member = CacheStatus.Cache(.token("httpcache"), said, ttl: ttl)
        guard let bytes = try? member.serialized() else { return nil }
        return FieldLine.text(bytes)
    }
}
