import HTTPCacheLint

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
            let distance = EditDistance.between(bytes, Array(name.utf8))
            if distance <= min(3, max(1, bytes.count / 3)) || (bytes.count >= 4 && name.hasPrefix(word)) {
                near.append((name, distance))
            }
        }
        return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
    }
}
