import CachingClient

/// The line in which a terminal shows how far several downloads are.
enum ProgressLine {
    /// The line, at most `columns` wide; `done` of `count` have ended and `running` are under way. The speed is left
    /// out where it is not known yet.
    static func text(
        done: Int, of count: Int, running: [DownloadProgress], bytesPerSecond: Int?, columns: Int, _ palette: Palette
    ) -> String {
        let received = running.reduce(0) { $0 + $1.received }
        var parts = count > 1 ? ["\(done) of \(count) done"] : []
        let totals = running.compactMap(\.total)
        var bar = ""
        let total = totals.reduce(0, sum)
        if totals.count == running.count, total > 0 {
            let hundredths = min(100, Int(Double(received) / Double(total) * 100))
            parts.append("\(ByteText.rounded(received)) of \(ByteText.rounded(total)), \(hundredths)%")
            bar = self.bar(hundredths, palette)
        } else {
            parts.append(ByteText.rounded(received))
        }
        if let bytesPerSecond { parts.append(ByteText.rounded(bytesPerSecond) + "/s") }
        let words = parts.joined(separator: ", ")
        let whole = bar.isEmpty ? words : bar + " " + words
        if whole.count <= columns { return whole }
        return words.count <= columns ? words : String(words.prefix(max(0, columns)))
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, overflows) = one.addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    private static let width = 30

    private static func bar(_ hundredths: Int, _ palette: Palette) -> String {
        let filled = hundredths * width / 100
        let signs = palette.isASCII ? ("#", ".") : ("━", "╌")
        return String(repeating: signs.0, count: filled) + String(repeating: signs.1, count: width - filled)
    }
}

/// Amounts of bytes as people read them.
enum ByteText {
    /// `999 B`, `1.2 kB`, `35 MB`: powers of a thousand, two digits at least, rounded down.
    static func rounded(_ bytes: Int) -> String {
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
        guard bytes >= 1000 else { return "\(max(0, bytes)) B" }
        var size = 1000
        var index = 0
        while index + 1 < units.count, bytes / 1000 >= size {
            size *= 1000
            index += 1
        }
        let whole = bytes / size
        return whole >= 10 ? "\(whole) \(units[index])" : "\(whole).\(bytes % size / (size / 10)) \(units[index])"
    }
}
