import Foundation

/// What becomes of some work when its input is twice and four times as large.
struct Growth: CustomStringConvertible {
    var twice: Double
    var fourTimes: Double

    /// Linear work gives 2 and 4, and little more with a logarithm; quadratic work gives 4 and 16.
    var isLinear: Bool { twice < 3 && fourTimes < 8 }

    var description: String { "2× the size is \(twice)× the work, 4× is \(fourTimes)×" }
}

/// The growth of work from a size on; `work` makes the input of a size and returns what is done with it.
///
/// Compared are processor times of this thread, each the least of `samples`, and the best of five comparisons counts: a
/// busy machine can only add.
func growthOfWork(from size: Int, samples: Int = 5, _ work: (Int) -> () -> Void) -> Growth {
    let works = [work(size), work(2 * size), work(4 * size)]
    var best = Growth(twice: .infinity, fourTimes: .infinity)
    // What is far from linear twice is not measured again.
    for round in 0..<5 where !best.isLinear && (round < 2 || best.fourTimes < 11) {
        var least = [Int.max, Int.max, Int.max]
        for _ in 0..<samples {
            for (index, work) in works.enumerated() { least[index] = min(least[index], processorTime(of: work)) }
        }
        let unit = Double(max(least[0], 1))
        let growth = Growth(twice: Double(least[1]) / unit, fourTimes: Double(least[2]) / unit)
        if growth.fourTimes < best.fourTimes { best = growth }
    }
    return best
}

private func processorTime(of work: () -> Void) -> Int {
    let start = threadNanoseconds()
    work()
    return threadNanoseconds() - start
}

private func threadNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
