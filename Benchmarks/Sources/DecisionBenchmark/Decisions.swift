import Foundation
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
    private func raw(_ item: Item) -> Int {
        let verdicts = policy.decide(item.exchange, at: now)
        return Int(verdicts.storability.deciding.rawValue) &+ verdicts.lifetime.decision.seconds
            &+ verdicts.age.seconds &+ Int(verdicts.reuse.deciding.rawValue)
    }

    @inline(never)
    private func parsed(_ item: Item) -> Int {
        let storability = policy.storability(of: item.stored.response, to: item.stored.request)
        let lifetime = policy.freshnessLifetime(of: item.stored)
        let age = policy.currentAge(of: item.stored, at: now)
        let reuse = policy.reuse(of: item.stored, for: item.next, at: now)
        return Int(storability.deciding.rawValue) &+ lifetime.decision.seconds &+ age.seconds
            &+ Int(reuse.deciding.rawValue)
    }

    @inline(never)
    private func assessed(_ item: Item) -> Int {
        let verdicts = policy.assess(item.stored, for: item.next, at: now)
        return Int(verdicts.storability.deciding.rawValue) &+ verdicts.lifetime.decision.seconds
            &+ verdicts.age.seconds &+ Int(verdicts.reuse.deciding.rawValue)
    }

    /// Does a work so many times with one item; the sum keeps it from being optimised away.
    func run(_ work: Work, on item: Item, times: Int) {
        var sum = 0
        switch work {
        case .raw: for _ in 0..<times { sum &+= raw(item) }
        case .parsed: for _ in 0..<times { sum &+= parsed(item) }
        case .assessed: for _ in 0..<times { sum &+= assessed(item) }
        }
        if sum == .min { print("never") }
    }

    func runAll(_ work: Work, rounds: Int) {
        for item in items { run(work, on: item, times: rounds) }
    }

    /// Nanoseconds of one decision: the median of 101 samples.
    func nanoseconds(_ work: Work, of item: Item) -> Double {
        let samples = (0..<101).map { _ in
            let start = DispatchTime.now().uptimeNanoseconds
            run(work, on: item, times: 1000)
            return Double(DispatchTime.now().uptimeNanoseconds - start) / 1000
        }
        return samples.sorted()[50]
    }
}
