/// Reads the entries of an HTTP archive (HAR 1.1 and 1.2) one by one, as its bytes come: start here.
///
/// The archive is never held whole: one entry at a time is, at most ``maximumValueSize`` bytes. All of the file is held
/// to JSON's grammar and to UTF-8. An archive that is cut off, or of which a value has a wrong type, gives the entries
/// before that and then the error. Of an entry are read: times, request, response and sizes; the dialects of Chrome,
/// Firefox, Safari, Charles and mitmproxy are understood (see `HAREntryReader`).
public struct HARReader {
    /// The largest entry, or other value of the archive, in bytes.
    public static let maximumValueSize = 64 << 20
    /// Whether entries have a digest of their content.
    public var readsContent = false
    /// The limit in force.
    var valueLimit = HARReader.maximumValueSize

    private enum State { case start, outer, log, entries, end }

    /// The name that errors and reports print; never opened.
    public let path: String
    private let nextChunk: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    /// The file's offset of the first byte of the buffer.
    private var base = 0
    private var position = 0
    private var isAtEnd = false
    private var lines = LineCount()
    private var state = State.start
    private var isFirst = true
    private var hasLog = false
    private var hasEntries = false
    private var count = 0
    /// The last entry, in the buffer, and the line on which it begins.
    private var last: (range: Range<Int>, lines: LineCount)?

    /// `nextChunk` gives the next bytes of the file, and none at its end.
    public init(path: String, nextChunk: @escaping () throws -> [UInt8]) {
        self.path = path
        self.nextChunk = nextChunk
    }

    /// The next entry; nil after the last one. Throws ``HARError``, and what `nextChunk` throws.
    public mutating func next() throws -> HAREntry? {
        last = nil
        while true {
            switch state {
            case .start: try begin()
            case .outer: try outerMember()
            case .log: try logMember()
            case .entries: if let entry = try entry() { return entry }
            case .end: return nil
            }
        }
    }

    /// Writes the heads of the entry that ``next()`` gave last, with the place of each byte; nil where it has no
    /// exchange.
    public mutating func writeHeads(to text: inout HARHeads) throws -> HARHeads.Messages? {
        guard let last else { return nil }
        do {
            var reader = HAREntryReader(buffer, last.range)
            reader.places = HARPlaces(base: base, start: last.range.lowerBound, lines: last.lines)
            _ = try reader.read(number: count)
            return reader.places.flatMap { text.append($0, of: reader, buffer) }
        } catch {
            throw located(error, since: (last.range.lowerBound, last.lines))
        }
    }

    // MARK: The way to the entries

    private mutating func begin() throws {
        while buffer.count < 3, try fill() {}
        if buffer.isEmpty { throw fault("the file is empty", at: 0) }
        if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
            throw fault("not UTF-8: the file begins with a UTF-16 byte order mark", at: 0)
        }
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        guard try peek() != nil else { throw fault("the file is empty", at: position) }
        try expect("{", "an object: a HAR begins with { \"log\": ...")
        state = .outer
        isFirst = true
    }

    private mutating func outerMember() throws {
        guard let name = try memberName(in: "") else {
            guard hasLog else { throw fault("the member log is missing: this is no HAR", at: position - 1) }
            if try peek() != nil { throw fault("expected the end of the file", at: position) }
            state = .end
            return
        }
        guard name == "log" else { return try passValue(at: ".\(name)") }
        guard !hasLog else { throw fault("the name log stands twice", at: position) }
        hasLog = true
        try expect("{", "an object", at: ".log")
        state = .log
        isFirst = true
    }

    private mutating func logMember() throws {
        guard let name = try memberName(in: ".log") else {
            guard hasEntries else {
                throw fault("the member entries is missing", at: position - 1, ".log")
            }
            state = .outer
            isFirst = false
            return
        }
        guard name == "entries" else { return try passValue(at: ".log.\(name)") }
        guard !hasEntries else { throw fault("the name entries stands twice", at: position, ".log") }
        hasEntries = true
        try expect("[", "an array", at: ".log.entries")
        state = .entries
        isFirst = true
    }

    private mutating func entry() throws -> HAREntry? {
        let path = ".log.entries[\(count)]"
        guard try hasElement(until: "]", at: path) else {
            state = .log
            isFirst = false
            return nil
        }
        let (range, start) = try extent(at: path)
        do {
            var reader = HAREntryReader(buffer, range)
            reader.readsContent = readsContent
            let entry = try reader.read(number: count + 1)
            count += 1
            last = (range, start)
            return entry
        } catch {
            throw located(error.within(path), since: (range.lowerBound, start))
        }
    }

    // MARK: Values

    /// The name of the next member, its colon consumed; nil at the end of the object.
    private mutating func memberName(in path: String) throws -> String? {
        guard try hasElement(until: "}", at: path) else { return nil }
        guard try peek() == UInt8(ascii: "\"") else { throw fault("expected a name", at: position, path) }
        let (range, start) = try extent(at: path)
        let name: String
        do {
            var cursor = JSONCursor(buffer, range)
            name = try cursor.string()
        } catch {
            throw located(error.within(path), since: (range.lowerBound, start))
        }
        try expect(":", "a colon", at: path)
        return name
    }

    private mutating func passValue(at path: String) throws {
        let (range, start) = try extent(at: path)
        do {
            var cursor = JSONCursor(buffer, range)
            try cursor.skipValue()
            try cursor.expectEnd()
        } catch {
            throw located(error.within(path), since: (range.lowerBound, start))
        }
    }

    private mutating func hasElement(until closing: Unicode.Scalar, at path: String) throws -> Bool {
        guard let byte = try peek() else { throw fault("the file ends here, inside a value", at: position, path) }
        if byte == UInt8(ascii: closing) {
            position += 1
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        try expect(",", ", or \(closing)", at: path)
        return true
    }

    private mutating func expect(_ byte: Unicode.Scalar, _ what: String, at path: String = "") throws {
        let next = try peek()
        guard let next else { throw fault("the file ends here, where \(what) is expected", at: position, path) }
        guard next == UInt8(ascii: byte) else { throw fault("expected \(what)", at: position, path) }
        position += 1
    }

    /// The next byte that is no whitespace; nil at the end of the file.
    private mutating func peek() throws -> UInt8? {
        while true {
            while position < buffer.count {
                let byte = buffer[position]
                switch byte {
                case Byte.lf: lines.note(lineFeedAt: base + position)
                case Byte.space, Byte.tab, Byte.cr: break
                default: return byte
                }
                position += 1
            }
            guard try fill() else { return nil }
        }
    }

    /// The whole of the next value, in the buffer, and the line on which it begins; it is consumed.
    private mutating func extent(at path: String) throws -> (Range<Int>, LineCount) {
        guard try peek() != nil else {
            throw fault("the file ends here, where a value is expected", at: position, path)
        }
        let start = lines
        var scanner = JSONExtent(lines: lines)
        var index = position
        var end: Int?
        while end == nil {
            switch scanner.scan(buffer, from: &index, base: base) {
            case .end(let found): end = found
            case .tooDeep(let place):
                throw fault("nested deeper than \(JSONExtent.maximumDepth)", at: place, path)
            case .unexpected(let place): throw fault("expected a value", at: place, path)
            case .open:
                let consumed = position
                guard buffer.count - consumed <= valueLimit else {
                    throw fault("larger than the limit of \(valueLimit) bytes", at: position, path)
                }
                guard try fill() else { throw fault("the file ends here, inside a value", at: buffer.count, path) }
                index -= consumed - position
            }
        }
        let range = position..<(end ?? position)
        position = range.upperBound
        lines = scanner.lines
        do {
            _ = try UTF8Span(validating: buffer.span.extracting(range))
        } catch {
            throw located(
                JSONFault("not UTF-8", at: range.lowerBound + error.byteOffsets.lowerBound, path: path),
                since: (range.lowerBound, start))
        }
        return (range, start)
    }

    /// Gets more bytes, and lets go of those before the position; false at the end of the file.
    private mutating func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        let chunk = try nextChunk()
        isAtEnd = chunk.isEmpty
        guard !isAtEnd else { return false }
        buffer.removeSubrange(..<position)
        base += position
        position = 0
        buffer.append(contentsOf: chunk)
        return true
    }

    private func fault(_ message: String, at offset: Int, _ jsonPath: String = "") -> HARError {
        located(JSONFault(message, at: offset, path: jsonPath), since: (position, lines))
    }

    /// The error at a place of the buffer at or after one of which the line is known, or just before that on its line.
    private func located(_ fault: JSONFault, since known: (index: Int, lines: LineCount)) -> HARError {
        var lines = known.lines
        var index = known.index
        while index < min(fault.offset, buffer.count) {
            if buffer[index] == Byte.lf { lines.note(lineFeedAt: base + index) }
            index += 1
        }
        return HARError(fault, path: path, base: base, lines: lines)
    }
}
