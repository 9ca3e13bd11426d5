/// Sizes, shares and times in few columns.
enum CompactText {
    /// `0 B`, `999 B`, `1.2 kB`, `34 kB`, `1.2 MB`: decimal units, at most three digits.
    static func bytes(_ count: Int) -> String {
        guard count >= 1_000 else { return "\(max(0, count)) B" }
        var tenths = count / 100
        for unit in ["kB", "MB", "GB"] {
            if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
            if tenths < 10_000 { return "\(tenths / 10) \(unit)" }
            tenths /= 1_000
        }
        return "\(tenths / 10) TB"
    }

    /// In the largest unit that gives a whole number, else in the largest with one that is rounded down: `10m`, `365d`,
    /// `90m`, `9.6h`.
    static func duration(_ seconds: Int) -> String {
        let units = [("d", 86_400), ("h", 3_600), ("m", 60)]
        for (name, size) in units where seconds >= size && seconds % size == 0 && seconds / size < 10_000 {
            return "\(seconds / size)\(name)"
        }
        for (name, size) in units where seconds >= 2 * size {
            let tenths = seconds / (size / 10)
            return tenths % 10 == 0 || tenths >= 1_000
                ? "\(tenths / 10)\(name)" : "\(tenths / 10).\(tenths % 10)\(name)"
        }
        return "\(max(0, seconds))s"
    }

    /// Whole percents, rounded down; 100 only for all.
    static func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "0%" }
        return "\(Int(Double(part) / Double(whole) * 100))%"
    }
}
