// Runs one case so many times, for callgrind to count: DateBenchmark CASE PASSES [REJECTED.tsv]. Without arguments it
// lists the cases and how many dates one pass of each has. Scripts/bench date takes the difference of two runs.

import HTTPDate

let arguments = Array(CommandLine.arguments.dropFirst())
let corpus = DateCorpus(rejected: arguments.count > 2 ? rejectedRows(arguments[2]) : [])
let now = HTTPDate(secondsSinceEpoch: 1_767_225_600)

if arguments.count < 2 {
    for benchmark in DateCase.allCases { print(benchmark.rawValue) }
} else if let benchmark = DateCase(rawValue: arguments[0]), let passes = Int(arguments[1]) {
    var sum = 0
    for _ in 0..<passes { sum &+= benchmark.run(corpus, now) }
    print(benchmark.rows(corpus), sum)
} else {
    print("no such case: \(arguments[0])")
}
