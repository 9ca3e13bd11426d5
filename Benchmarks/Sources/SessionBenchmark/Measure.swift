import Dispatch
import Foundation

/// Nanoseconds of one call, as the mean of `count` calls.
func nanoseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { try body() }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
}

func nanoseconds(_ count: Int, _ body: @Sendable () async throws -> Void) async rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { try await body() }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
}

/// The medians of rounds, by name.
struct Medians {
    private var samples: [String: [Double]] = [:]

    mutating func add(_ name: String, _ nanoseconds: Double) { samples[name, default: []].append(nanoseconds) }

    func of(_ name: String) -> Double {
        let sorted = (samples[name] ?? []).sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    func microseconds(_ name: String) -> String { String(format: "%.1f", of(name) / 1000) }

    func ratio(_ slow: String, to fast: String) -> String { String(format: "%.0f", of(slow) / of(fast)) }
}

/// Kilobytes of memory that the process has had at most; 0 where the system does not say.
func peakKilobytes() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
}
