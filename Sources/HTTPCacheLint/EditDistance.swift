/// How far two words lie apart.
package enum EditDistance {
    /// Insertions, deletions, replacements and swaps of neighbours that make one of the other, letters compared without
    /// regard to case. The work is the product of both lengths.
    package static func between(_ a: [UInt8], _ b: [UInt8]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for row in 1...a.count {
            var current = [row] + Array(repeating: 0, count: b.count)
            for column in 1...b.count {
                let isSame = a[row - 1].lowercased == b[column - 1].lowercased
                current[column] = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                let isSwap =
                    row > 1 && column > 1 && a[row - 1].lowercased == b[column - 2].lowercased
                    && a[row - 2].lowercased == b[column - 1].lowercased
                if isSwap { current[column] = min(current[column], beforeLast[column - 2] + 1) }
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}
