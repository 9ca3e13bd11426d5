/// Finds the name that was probably meant.
enum NearName {
    /// `; did you mean X?`, or nothing where no name is near.
    static func suggestion(for word: String, among names: [String]) -> String {
        nearest(to: word, among: names, limit: 1).first.map { "; did you mean \($0)?" } ?? ""
    }

    /// The names within three edits, fewer for a short word, or that begin with the word, the nearest first.
    static func nearest(to word: String, among names: [String], limit: Int) -> [String] {
        // What is much longer than any name is no slip of the hand, and would cost time.
        guard 1...64 ~= word.utf8.count else { return [] }
        let bytes = Array(word.utf8)
        var near: [(name: String, distance: Int)] = []
        for name in names where name != word {
            let distance = distance(bytes, Array(name.utf8))
            if distance <= min(3, max(1, bytes.count / 3)) || (bytes.count >= 4 && name.hasPrefix(word)) {
                near.append((name, distance))
            }
        }
        return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
    }

    /// Insertions, deletions, replacements and swaps of neighbours, letters compared without regard to case.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for row in 1...max(1, a.count) where row <= a.count {
            var current = [row] + Array(repeating: 0, count: b.count)
            for column in 1...max(1, b.count) where column <= b.count {
                let isSame = lowerCased(a[row - 1]) == lowerCased(b[column - 1])
                current[column] = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                let isSwap =
                    row > 1 && column > 1 && lowerCased(a[row - 1]) == lowerCased(b[column - 2])
                    && lowerCased(a[row - 2]) == lowerCased(b[column - 1])
                if isSwap { current[column] = min(current[column], beforeLast[column - 2] + 1) }
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }

    private static func lowerCased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
