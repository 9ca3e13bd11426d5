/// The lines of two requests sorted by name, so that many names in Vary and many lines do not multiply.
struct FieldComparison {
    private let stored: FieldSection
    private let new: FieldSection
    private let storedLines: [String: [Int]]
    private let newLines: [String: [Int]]
    private let comparison: FieldValue.Comparison

    /// `names` are in lower case.
    init(_ stored: RequestHead, _ new: RequestHead, on names: [String], _ comparison: FieldValue.Comparison = []) {
        self.comparison = comparison
        let names = Set(names)
        self.stored = stored.fields
        self.new = new.fields
        storedLines = stored.fields.lines(among: names)
        newLines = new.fields.lines(among: names)
    }

    /// Whether the lines of this name mean the same on both sides (RFC 9111 §4.1).
    func agrees(on name: String) -> Bool {
        let reading = KnownField(name)?.reading(comparison) ?? (name == "prefer" ? .list : comparison.unknownReading)
        return FieldValue.agree(
            stored.values(at: storedLines[name] ?? []), new.values(at: newLines[name] ?? []), reading)
    }

    /// The indices of the new request's lines of this name.
    func newLines(of name: String) -> [Int] { newLines[name] ?? [] }
}

extension FieldSection {
    /// The indices of the lines of each of these names, which are in lower case.
    func lines(among names: Set<String>) -> [String: [Int]] {
        var found: [String: [Int]] = [:]
        for index in records.indices {
            let name = FieldLine.text(bytes[records[index].name].map(\.lowercased))
            if names.contains(name) { found[name, default: []].append(index) }
        }
        return found
    }

    fileprivate func values(at lines: [Int]) -> [[UInt8]] { lines.map { Array(bytes[records[$0].value]) } }
}
