import HTTPCacheSemantics
import HTTPDate

/// What is measured of one exchange, each in one call that is not inlined.
struct Decisions {
    enum Work: String, CaseIterable {
        /// From strings: three messages read, then the four answers.
        case raw
        /// From parsed heads: four questions, one after the other.
        case parsed
        /// From parsed heads: the four answers in one call.
        case assessed
    }

    let policy = CachePolicy(.shared)
    let now: HTTPDate
    let items: [Item]

    @inline(never)
    private static func raw(_ policy: CachePolicy, _ exchange: OneShotExchange, at now: HTTPDate) -> Int {
        sum(policy.decide(exchange, at: now))
    }

    @inline(never)
    private static func parsed(
        _ policy: CachePolicy, _ stored: StoredResponse, _ next: RequestHead, at now: HTTPDate
    ) -> Int {
        let storability = policy.storability(of: stored.response, to: stored.request)
        let lifetime = policy.freshnessLifetime(of: stored)
        let age = policy.currentAge(of: stored, at: now)
        let reuse = policy.reuse(of: stored, for: next, at: now)
        return Int(storability.deciding.rawValue) &+ lifetime.decision.seconds &+ age.seconds
            &+ Int(reuse.deciding.rawValue)
    }

    @inline(never)
    private static func assessed(
        _ policy: CachePolicy, _ stored: StoredResponse, _ next: RequestHead, at now: HTTPDate
    ) -> Int {
        sum(policy.assess(stored, for: next, at: now))
    }

    private static func sum(_ verdicts: Assessment) -> Int {
        Int(verdicts.storability.deciding.rawValue) &+ verdicts.lifetime.decision.seconds &+ verdicts.age.seconds
            &+ Int(verdicts.reuse.deciding.rawValue)
    }

    /// Does a work so many times with one item; the sum keeps it from being optimised away.
    func run(_ work: Work, on item: Item, times: Int) {
        // Policy and heads are borrowed once and handed on, as by a cache that looks at what it holds.
        let policy = self.policy
        let now = self.now
        let total =
            switch work {
            case .raw: repeated(times, item.exchange) { Self.raw(policy, $0, at: now) }
            case .parsed: repeated(times, item.stored, item.next) { Self.parsed(policy, $0, $1, at: now) }
            case .assessed: repeated(times, item.stored, item.next) { Self.assessed(policy, $0, $1, at: now) }
            }
        if total == .min { print("never") }
    }

    @inline(__always)
    private func repeated(_ times: Int, _ exchange: OneShotExchange, _ body: (OneShotExchange) -> Int) -> Int {
        var total = 0
        for _ in 0..<times { total &+= body(exchange) }
        return total
    }

    @inline(__always)
    private func repeated(
        _ times: Int, _ stored: StoredResponse, _ next: RequestHead, _ body: (StoredResponse, RequestHead) -> Int
    ) -> Int {
        var total = 0
        for _ in 0..<times { total &+= body(stored, next) }
        return total
    }

    func runAll(_ work: Work, rounds: Int) {
        for item in items { run(work, on: item, times: rounds) }
    }

    /// Nanoseconds of one decision: the median of 101 samples.
    func nanoseconds(_ work: Work, of item: Item) -> Double {
        let samples = (0..<101).map { _ in
            let start = threadNanoseconds()
            run(work, on: item, times: 1000)
            return (threadNanoseconds() - start) / 1000
        }
        return samples.sorted()[50]
    }
}
