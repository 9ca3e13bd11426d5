import Foundation

/// How many times the work of `small` the work of `large` is.
///
/// What is compared is the least of seven processor times of this thread, so that a busy machine does not matter.
func growthOfWork(_ small: () -> Void, _ large: () -> Void) -> Double {
    Double(leastProcessorTime(large)) / Double(max(leastProcessorTime(small), 1))
}

private func leastProcessorTime(_ work: () -> Void) -> Int {
    (0..<7).map { _ in
        let start = threadNanoseconds()
        work()
        return threadNanoseconds() - start
    }.min() ?? 0
}

private func threadNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
