import CMallocCount
import Foundation

// DecisionBenchmark CORPUS [count WORK ROUNDS | mallocs WORK ROUNDS]
//
// Without more it prints times. `count` does one work in a loop, for a profiler that counts instructions, and prints
// how often; `mallocs` prints how many allocations so many rounds made. A work is `cache-control` or one of
// `Decisions.Work`.

let arguments = Array(CommandLine.arguments.dropFirst())

/// The work of this name as a loop over rounds, and how often a round does it.
func work(_ name: String) throws -> (times: Int, run: (Int) -> Void)? {
    if name == "cache-control" {
        let values = CacheControlValues.realistic
        return (values.count, { rounds in for _ in 0..<rounds where values.readAll() == .min { print("never") } })
    }
    let decisions = try Corpus.load(arguments.first ?? "decision-corpus.json")
    return Decisions.Work(rawValue: name).map { work in
        (decisions.items.count, { decisions.runAll(work, rounds: $0) })
    }
}

func printTimes() throws {
    let decisions = try Corpus.load(arguments.first ?? "decision-corpus.json")
    for work in Decisions.Work.allCases {
        let medians = decisions.items.map { decisions.nanoseconds(work, of: $0) }
        let sorted = medians.sorted()
        let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        print(String(format: "\(work): median %.1f ns, slowest %.1f ns", median, sorted.last ?? 0))
        for (item, time) in zip(decisions.items, medians) { print(String(format: "  %7.1f", time), item.name) }
    }
    let values = CacheControlValues.realistic
    print(String(format: "cache-control: %.0f MB/s (\(values.describe()))", values.megabytesPerSecond()))
    let slowest = CacheControlValues.slowestHostile()
    print(String(format: "cache-control: 64 KiB of \(slowest.shape.debugDescription) in %.0f µs", slowest.microseconds))
}

if arguments.count == 4, let rounds = Int(arguments[3]), let (times, run) = try work(arguments[2]) {
    run(1)
    let before = mallocCount()
    run(rounds)
    let allocations = mallocCount() - before
    print(arguments[1] == "mallocs" ? "\(allocations)" : "\(rounds * times)")
} else {
    try printTimes()
}
