import CMallocCount
import Foundation
import HTTPCacheSemantics
import HTTPDate

// DecisionBenchmark CORPUS [time | count MODE ROUNDS]: `time` prints nanoseconds and allocations; `count` runs one mode
// in a loop for a profiler that counts instructions.

let policy = CachePolicy(.shared)
let (now, items) = try Corpus.load(CommandLine.arguments.dropFirst().first ?? "decision-corpus.json")

@inline(never)
func parsed(_ item: Item) -> Int {
    let storability = policy.storability(of: item.stored.response, to: item.stored.request)
    let lifetime = policy.freshnessLifetime(of: item.stored)
    let age = policy.currentAge(of: item.stored, at: now)
    let reuse = policy.reuse(of: item.stored, for: item.next, at: now)
    return Int(storability.deciding.rawValue) &+ lifetime.decision.seconds &+ age.seconds
        &+ Int(reuse.deciding.rawValue)
}

@inline(never)
func raw(_ item: Item) -> Int {
    let verdicts = policy.decide(
        OneShotExchange(
            status: item.status, requestFields: item.request, responseFields: item.response,
            newRequestFields: item.newRequest, requestTime: now, responseTime: now),
        at: now)
    return Int(verdicts.storability.deciding.rawValue) &+ verdicts.lifetime.decision.seconds &+ verdicts.age.seconds
        &+ Int(verdicts.reuse.deciding.rawValue)
}

let modes: [(name: String, body: (Item) -> Int)] = [("raw", raw), ("parsed", parsed)]
let arguments = Array(CommandLine.arguments.dropFirst(2))

if arguments.first == "count", arguments.count == 3, let rounds = Int(arguments[2]) {
    var sum = 0
    for mode in modes where mode.name == arguments[1] {
        for _ in 0..<rounds { for item in items { sum &+= mode.body(item) } }
    }
    print(sum == .min ? "" : "\(rounds * items.count) decisions")
} else {
    for mode in modes {
        var medians: [Double] = []
        var allocations = 0
        for item in items {
            var sum = 0
            for _ in 0..<1000 { sum &+= mode.body(item) }
            let before = mallocCount()
            var samples: [Double] = []
            samples.reserveCapacity(200)
            for _ in 0..<101 {
                let start = DispatchTime.now().uptimeNanoseconds
                for _ in 0..<1000 { sum &+= mode.body(item) }
                samples.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1000)
            }
            allocations += Int(mallocCount() - before) / 101_000
            samples.sort()
            medians.append(samples[50])
            if sum == .min { print("never") }
        }
        let sorted = medians.sorted()
        let rows = zip(items, medians).map { "\($0.name) \(String(format: "%.1f", $1))" }.joined(separator: ", ")
        print("\(mode.name): median \(sorted[5]) ns, slowest \(sorted[9]) ns, \(allocations) allocations a decision")
        print("  \(rows)")
    }
}
