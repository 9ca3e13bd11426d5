/// Lengths of time as people read them.
enum DurationText {
    private static let units: [(name: String, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    /// Exactly, such as `28m 59s`; `0s` for nothing and for a negative length.
    static func exact(_ seconds: Int) -> String {
        var rest = max(0, seconds)
        var parts: [String] = []
        for unit in units where rest >= unit.seconds {
            parts.append("\(rest / unit.seconds)\(unit.name)")
            rest %= unit.seconds
        }
        return parts.isEmpty ? "0s" : parts.joined(separator: " ")
    }

    /// Seconds, and from a day on the same in larger units: `3600s`, `86400s (1d)`.
    static func seconds(_ seconds: Int) -> String {
        seconds >= 86_400 ? "\(seconds)s (\(exact(seconds)))" : "\(seconds)s"
    }

    /// In whole units of the largest that fits into `size`, or of a smaller one for what is shorter: `31m`, `60m`; what
    /// takes many of them in several units.
    static func rounded(_ seconds: Int, to size: Int) -> String {
        let seconds = max(0, seconds)
        let unit = units.first { $0.seconds <= min(max(1, size), max(1, seconds)) } ?? ("s", 1)
        let count = seconds / unit.seconds
        return count <= 120 ? "\(count)\(unit.name)" : exact(count * unit.seconds)
    }

    /// The size of a column of a timeline: `one minute`, `5 seconds`.
    static func spelled(_ seconds: Int) -> String {
        let names = ["day", "hour", "minute", "second"]
        let index = units.firstIndex { seconds % $0.seconds == 0 && seconds >= $0.seconds } ?? 3
        let count = seconds / units[index].seconds
        return count == 1 ? "one \(names[index])" : "\(count) \(names[index])s"
    }

    /// A point of a case's clock: `0s`, `1h 30m`, `61.2s`.
    static func clock(microseconds: Int64) -> String {
        let seconds = Int(microseconds / 1_000_000)
        let fraction = microseconds % 1_000_000
        guard fraction != 0 else { return exact(seconds) }
        var digits = String(1_000_000 + fraction).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(seconds).\(digits)s"
    }
}
