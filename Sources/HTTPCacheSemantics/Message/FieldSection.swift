/// The field lines of one message, in the order received, with repeated names kept.
///
/// Names and values are bytes; whitespace at the ends of a value is not part of it (RFC 9110 §5.5). All lines share one
/// buffer, so that a section costs two allocations whatever its length.
public struct FieldSection: Sendable, Hashable {
    struct Record: Sendable, Hashable {
        var nameStart: Int
        var valueStart: Int
        var end: Int
        var known: KnownField?

        var name: Range<Int> { nameStart..<valueStart }
        var value: Range<Int> { valueStart..<end }
    }

    var bytes: [UInt8] = []
    var records: [Record] = []

    /// A section without lines.
    public init() {}

    /// A section of these lines; names and values are taken as UTF-8.
    public init(_ lines: [(String, String)]) {
        records.reserveCapacity(lines.count)
        for (name, value) in lines { append(name: name, value: value) }
    }

    /// Adds a line at the end; name and value are taken as UTF-8.
    public mutating func append(name: String, value: String) {
        append(name: name.utf8.span, value: value.utf8.span)
    }

    /// Adds a line at the end. Any bytes are allowed; whoever reads messages checks them first.
    public mutating func append(name: [UInt8], value: [UInt8]) {
        append(name: name.span, value: value.span)
    }

    /// Adds a line at the end. Any bytes are allowed; whoever reads messages checks them first.
    public mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        let start = bytes.count
        name.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        let valueStart = bytes.count
        let kept = value.trimmed(0..<value.count)
        value.extracting(kept).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        records.append(Record(nameStart: start, valueStart: valueStart, end: bytes.count, known: KnownField(name)))
    }
}

extension FieldSection {
    /// How many field lines there are.
    public var count: Int { records.count }

    /// Whether there is no line.
    public var isEmpty: Bool { records.isEmpty }

    /// The lines in order.
    public var lines: [FieldLine] { records.indices.map { self[$0] } }

    /// Calls `body` with name and value of each line, in order, without copying them.
    public func forEachLine(_ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) -> Void) {
        for record in records { body(bytes.span.extracting(record.name), bytes.span.extracting(record.value)) }
    }

    /// The line at `index`, from 0 to `count` − 1.
    public subscript(index: Int) -> FieldLine {
        FieldLine(name: Array(bytes[records[index].name]), value: Array(bytes[records[index].value]))
    }

    /// How many bytes all names and values have.
    public var byteCount: Int { bytes.count }

    /// Whether a line of this name is there, in any case.
    public func contains(_ name: String) -> Bool {
        let name = WantedName(name)
        return records.contains { matches($0, name) }
    }

    /// The values of the lines of this name, in order.
    public func values(of name: String) -> [[UInt8]] {
        let name = WantedName(name)
        var values: [[UInt8]] = []
        for record in records where matches(record, name) { values.append(Array(bytes[record.value])) }
        return values
    }

    /// The value of the first line of this name; nil without one.
    public func firstValue(of name: String) -> [UInt8]? {
        let name = WantedName(name)
        for record in records where matches(record, name) { return Array(bytes[record.value]) }
        return nil
    }

    /// The lines of this name joined by a comma and a space (RFC 9110 §5.3), as text; nil when there is none.
    public func combinedValue(of name: String) -> String? {
        let values = values(of: name)
        guard !values.isEmpty else { return nil }
        return values.map(FieldLine.text).joined(separator: ", ")
    }

    /// Removes every line of this name.
    public mutating func remove(_ name: String) {
        let name = WantedName(name)
        guard records.contains(where: { matches($0, name) }) else { return }
        self = keeping { !matches($0, name) }
    }

    /// Puts one line in the place of every line of this name: where the first stood, or at the end.
    public mutating func set(_ name: String, to value: String) { set(name, to: value.utf8.span) }

    /// The same with a value that need not be UTF-8.
    public mutating func set(_ name: String, to value: [UInt8]) { set(name, to: value.span) }

    private mutating func set(_ name: String, to value: Span<UInt8>) {
        let wanted = WantedName(name)
        guard records.contains(where: { matches($0, wanted) }) else {
            return append(name: name.utf8.span, value: value)
        }
        var replaced = FieldSection()
        replaced.reserveCapacity(like: self, more: name.utf8.count + value.count)
        var done = false
        for record in records {
            if !matches(record, wanted) {
                replaced.append(record, of: self)
            } else if !done {
                replaced.append(name: name.utf8.span, value: value)
                done = true
            }
        }
        self = replaced
    }

    mutating func append(_ record: Record, of other: FieldSection) {
        let moved = bytes.count - record.nameStart
        bytes.append(contentsOf: other.bytes[record.nameStart..<record.end])
        records.append(
            Record(
                nameStart: record.nameStart + moved, valueStart: record.valueStart + moved, end: record.end + moved,
                known: record.known))
    }

    /// Makes room for so many more lines, of so many bytes together.
    package mutating func reserveCapacity(lines: Int, bytes more: Int) {
        bytes.reserveCapacity(bytes.count + more)
        records.reserveCapacity(records.count + lines)
    }

    /// As ``forEachLine(_:)``, and with whether the name is a known one, which needs no look at its bytes.
    package func forEachLineAndKnown(_ body: (_ name: Span<UInt8>, _ value: Span<UInt8>, _ isKnown: Bool) -> Void) {
        for record in records {
            body(bytes.span.extracting(record.name), bytes.span.extracting(record.value), record.known != nil)
        }
    }

    /// Makes room for the lines of `other` and one more of so many bytes.
    private mutating func reserveCapacity(like other: FieldSection, more: Int) {
        bytes.reserveCapacity(other.bytes.count + more)
        records.reserveCapacity(other.records.count + 1)
    }

    /// The lines that pass.
    func keeping(_ keeps: (Record) -> Bool) -> FieldSection {
        var kept = FieldSection()
        kept.reserveCapacity(like: self, more: 0)
        for record in records where keeps(record) { kept.append(record, of: self) }
        return kept
    }

    /// A name to look for: a known field, or bytes.
    private struct WantedName {
        let known: KnownField?
        let bytes: [UInt8]

        init(_ name: String) {
            var name = name
            let known = name.withUTF8 { KnownField($0.span) }
            self.known = known
            bytes = known == nil ? Array(name.utf8) : []
        }
    }

    func matches(_ record: Record, _ name: String) -> Bool { matches(record, WantedName(name)) }

    private func matches(_ record: Record, _ name: WantedName) -> Bool {
        record.known == name.known
            && (record.known != nil || name.bytes.span.equalsIgnoringCase(bytes.span.extracting(record.name)))
    }

    func first(_ known: KnownField) -> Record? {
        for index in records.indices where records[index].known == known { return records[index] }
        return nil
    }

    func count(_ known: KnownField) -> Int { records.count { $0.known == known } }

    /// The lines of a field as one value (RFC 9110 §5.3).
    func joined(_ known: KnownField) -> [UInt8] {
        Array(records.filter { $0.known == known }.map { bytes[$0.value] }.joined(separator: [0x2C, 0x20]))
    }
}

/// One field line: its name as received and its value without whitespace at the ends.
public struct FieldLine: Sendable, Hashable, CustomStringConvertible {
    /// The name's bytes, in the case that they came in.
    public let name: [UInt8]
    /// The value's bytes, any of them.
    public let value: [UInt8]

    /// The name as text: UTF-8 where the bytes are that, else one character a byte (ISO 8859-1).
    public var nameText: String { Self.text(name) }

    /// The value as text: UTF-8 where the bytes are that, else one character a byte (ISO 8859-1).
    public var valueText: String { Self.text(value) }

    public var description: String { "\(nameText): \(valueText)" }

    /// The bytes as UTF-8 where they are that, else one character a byte.
    public static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
