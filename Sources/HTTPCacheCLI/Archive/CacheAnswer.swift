import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// What one kind of cache does with one response, and with later requests like the first.
struct CacheAnswer: Sendable, Hashable {
    /// What a later request gets.
    enum Visit: String, Sendable, Hashable {
        /// From the store, without asking.
        case reuse
        /// From the store, stale, while it is validated.
        case stale
        /// From the store, after the origin was asked.
        case validate
        /// From the origin, whole.
        case fetch
    }

    struct Later: Sendable, Hashable {
        let visit: Visit
        let deciding: Rule
    }

    let isStored: Bool
    let storing: Rule
    /// Seconds and their source, whether it is stored or not.
    let lifetime: FreshnessLifetime
    let lifetimeRule: Rule
    /// One for each of ``SecondVisit/all``.
    let later: [Later]
}

/// When the second visits of a report take place.
struct SecondVisit: Sendable, Hashable {
    /// After the response arrived.
    let seconds: Int
    let words: String
    let short: String

    static let all = [
        SecondVisit(seconds: 60, words: "1 minute", short: "1m"),
        SecondVisit(seconds: 86_400, words: "1 day", short: "1d"),
    ]
}

extension CacheAnswer {
    /// Asks a policy about an exchange by itself: nothing else is stored.
    ///
    init(_ exchange: ObservedExchange, _ policy: CachePolicy) {
        let stored = exchange.stored
        let verdict = policy.storability(
            of: exchange.judged, to: exchange.request, isComplete: exchange.content.isComplete)
        let isStored = verdict.decision == .store
        let lifetime = policy.freshnessLifetime(of: stored)
        self.isStored = isStored
        storing = verdict.deciding
        self.lifetime = lifetime.decision
        lifetimeRule = lifetime.deciding
        later = SecondVisit.all.map { visit in
            let now = exchange.responseTime.adding(seconds: Int64(visit.seconds))
            guard isStored else { return Later(visit: .fetch, deciding: verdict.deciding) }
            return Later(policy.reuse(of: [stored], for: exchange.later, at: now))
        }
    }
}

extension CacheAnswer.Later {
    init(_ verdict: Verdict<ReuseDecision>) {
        deciding = verdict.deciding
        switch verdict.decision {
        case .reuse(_, .fresh): visit = .reuse
        case .reuse(_, .stale), .reuseWhileRevalidating: visit = .stale
        case .validate: visit = .validate
        case .forward, .gatewayTimeout: visit = .fetch
        }
    }
}
