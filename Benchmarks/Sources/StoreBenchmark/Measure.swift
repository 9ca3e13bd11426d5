#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Nanoseconds of a clock that only goes forward.
func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func nanoseconds(_ body: () -> Void) -> Double {
    let start = now()
    body()
    return Double(now() - start)
}

/// Milliseconds on the wall, and milliseconds that this process used a processor for: on a busy machine the first is
/// the larger, and the second tells what the work itself takes.
func milliseconds(_ body: () -> Void) -> (wall: Double, processor: Double) {
    func processor() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
    let start = processor()
    let wall = nanoseconds(body) / 1_000_000
    return (wall, processor() - start)
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}

/// Runs two ways of doing the same in turn, so that whatever else the machine does falls on both, and gives their
/// medians.
func interleaved(_ rounds: Int, _ first: (Int) -> Void, _ second: (Int) -> Void) -> (first: Double, second: Double) {
    var times: (first: [Double], second: [Double]) = ([], [])
    for round in 0..<rounds {
        if round.isMultiple(of: 2) {
            times.first.append(nanoseconds { first(round) })
            times.second.append(nanoseconds { second(round) })
        } else {
            times.second.append(nanoseconds { second(round) })
            times.first.append(nanoseconds { first(round) })
        }
    }
    return (median(times.first), median(times.second))
}

/// The number with `digits` decimals.
func fixed(_ value: Double, _ digits: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}

func report(_ what: String, _ figure: String, wanted: String, _ isReached: Bool) {
    let name = what + String(repeating: " ", count: max(1, 52 - what.count))
    let value = figure + String(repeating: " ", count: max(1, 34 - figure.count))
    // Written at once: a line that took a minute to find out is not to be lost in a buffer.
    let line = Array((name + value + wanted + (isReached ? "" : "   NOT REACHED") + "\n").utf8)
    _ = write(1, line, line.count)
}
