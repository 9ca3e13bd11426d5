import CMallocCount
import Foundation
import HTTPCacheSemantics

// DecisionBenchmark CORPUS [count WORK ROUNDS | mallocs WORK ROUNDS]
//
// Without more it prints nanoseconds. `count` does one work in a loop, for a profiler that counts instructions, and
// prints how many decisions that were; `mallocs` prints how many allocations so many rounds made.

let arguments = Array(CommandLine.arguments.dropFirst())
let decisions = try Corpus.load(arguments.first ?? "decision-corpus.json")

if arguments.count == 4, let work = Decisions.Work(rawValue: arguments[2]), let rounds = Int(arguments[3]) {
    decisions.runAll(work, rounds: 1)
    let before = mallocCount()
    decisions.runAll(work, rounds: rounds)
    let allocations = mallocCount() - before
    print(arguments[1] == "mallocs" ? "\(allocations)" : "\(rounds * decisions.items.count)")
} else {
    for work in Decisions.Work.allCases {
        let medians = decisions.items.map { decisions.nanoseconds(work, of: $0) }
        let sorted = medians.sorted()
        let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        print("\(work): median \(String(format: "%.1f", median)) ns, slowest \(sorted.last ?? 0) ns")
        for (item, time) in zip(decisions.items, medians) { print("  \(String(format: "%7.1f", time)) \(item.name)") }
    }
}
