import HTTPCacheSemantics

/// One field line of a HAR's value, which may be several.
struct HARFieldLine {
    let value: [UInt8]
    /// Which byte of the value comes from where.
    let segments: [JSONCursor.Segment]

    /// NUL and CR as spaces (RFC 9110 §5.5); in names line feeds too.
    static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { $0 == 0 || $0 == Byte.cr || $0 == Byte.lf ? Byte.space : $0 }
    }

    /// The lines of a value, without whitespace at their ends.
    static func lines(_ bytes: [UInt8], _ segments: [JSONCursor.Segment]) -> [HARFieldLine] {
        bytes.split(separator: Byte.lf, omittingEmptySubsequences: false).map { line in
            var range = line.startIndex..<line.endIndex
            while let last = bytes[range].last, Byte.isBlank(last) { range = range.lowerBound..<(range.upperBound - 1) }
            while let first = bytes[range].first, Byte.isBlank(first) {
                range = (range.lowerBound + 1)..<range.upperBound
            }
            return HARFieldLine(value: cleaned(Array(bytes[range])), segments: part(segments, range))
        }
    }

    /// The segments of a part of the bytes, counted from its beginning.
    private static func part(_ segments: [JSONCursor.Segment], _ range: Range<Int>) -> [JSONCursor.Segment] {
        var result: [JSONCursor.Segment] = []
        for (index, segment) in segments.enumerated() {
            let next = index + 1 < segments.count ? segments[index + 1].start : .max
            guard next > range.lowerBound, segment.start < range.upperBound else { continue }
            let skipped = max(0, range.lowerBound - segment.start)
            result.append(
                JSONCursor.Segment(
                    start: max(0, segment.start - range.lowerBound),
                    source: segment.source + (segment.isEscape ? 0 : skipped), isEscape: segment.isEscape))
        }
        return result
    }
}

/// Where the parts of an entry stand, all as indices of the buffer that the entry was read from.
struct HARPlaces {
    struct Field {
        let name: [UInt8]
        let nameStart: Int
        let line: HARFieldLine
    }

    /// The file's offset of the buffer's first byte.
    let base: Int
    /// Where the entry begins, and the line that this is.
    let start: Int
    let lines: LineCount
    var requestStart = 0
    var responseStart = 0
    var method = 0
    var url = 0
    var status = 0
    var requestFields: [Field] = []
    var responseFields: [Field] = []

    init(base: Int, start: Int, lines: LineCount) {
        self.base = base
        self.start = start
        self.lines = lines
    }

    mutating func note(_ cursor: inout JSONCursor, _ part: WritableKeyPath<HARPlaces, Int>) {
        cursor.skipWhitespace()
        self[keyPath: part] = cursor.position
    }

    mutating func add(name: [UInt8], at offset: Int, _ line: HARFieldLine, isRequest: Bool) {
        let field = Field(name: name, nameStart: offset, line: line)
        if isRequest { requestFields.append(field) } else { responseFields.append(field) }
    }
}

/// The heads of a HAR's exchanges as text, in the form of `curl -v`, each byte with its place in the archive.
public struct HARHeads {
    /// The messages of one exchange; their ranges are those of ``HARHeads/file``.
    public struct Messages: Sendable {
        /// The request line and the field lines, without content.
        public let request: RawMessage
        /// The status line, without a reason, and the field lines, without content.
        public let response: RawMessage
    }

    private let path: String
    private var text: [UInt8] = []
    private var anchors: [SourceAnchor] = []

    /// No heads yet; the path is the name of the archive, for reports.
    public init(path: String) { self.path = path }

    /// The text so far.
    public var file: SourceFile { SourceFile(path: path, bytes: text, anchors: anchors) }

    mutating func append(_ places: HARPlaces, of reader: HAREntryReader, _ buffer: [UInt8]) -> Messages? {
        guard let (method, url, status) = reader.startLines else { return nil }
        var writer = Writer(places: places, buffer: buffer, text: text, anchors: anchors)
        // The writer's alone, so that a long text is not copied for each exchange.
        (text, anchors) = ([], [])
        let request = writer.message("> ", places.requestStart, places.requestFields) { writer in
            let method = writer.word(method, at: places.method)
            writer.plain(" ")
            let target = writer.word(url, at: places.url)
            writer.plain(" ")
            let version = writer.version()
            return .request(method: method, target: target, version: version)
        }
        let response = writer.message("< ", places.responseStart, places.responseFields) { writer in
            let version = writer.version()
            writer.plain(" ")
            let range = writer.word(status, at: places.status)
            return .response(
                version: version, status: Located(value: Byte.number(Array(status.utf8)[...]) ?? 0, range: range),
                reason: SourceRange(range.end, range.end))
        }
        text = writer.text
        anchors = writer.anchors
        return Messages(request: request, response: response)
    }

    private struct Writer {
        let places: HARPlaces
        let buffer: [UInt8]
        var text: [UInt8]
        var anchors: [SourceAnchor]
        private var lines: LineCount
        private var counted: Int

        init(places: HARPlaces, buffer: [UInt8], text: [UInt8], anchors: [SourceAnchor]) {
            self.places = places
            self.buffer = buffer
            self.text = text
            self.anchors = anchors
            lines = places.lines
            counted = places.start
        }

        mutating func message(
            _ mark: String, _ start: Int, _ fields: [HARPlaces.Field],
            _ startLine: (inout Writer) -> RawMessage.StartLine
        ) -> RawMessage {
            let first = text.count
            anchor(at: start, length: 0)
            plain(mark)
            let lineStart = text.count
            let line = startLine(&self)
            let startLineRange = SourceRange(lineStart, text.count)
            plain("\n")
            let raw = fields.map { field in
                plain(mark)
                anchor(at: field.nameStart, length: field.name.count)
                let name = bytes(field.name)
                plain(": ")
                let value = value(field.line)
                plain("\n")
                return RawField(name: name, value: MessageTemplate(verbatim: value))
            }
            anchor(at: start, length: 0)
            plain(mark == "> " ? ">" : "<")
            let end = text.count
            plain("\n")
            return RawMessage(
                startLine: line, startLineRange: startLineRange, fields: raw,
                content: MessageTemplate([], range: SourceRange(end, end)), hasContentLines: false,
                range: SourceRange(first, end))
        }

        mutating func plain(_ string: String) { text.append(contentsOf: string.utf8) }

        mutating func version() -> RawVersion {
            let start = text.count
            plain("HTTP/1.1")
            return RawVersion(major: 1, minor: 1, range: SourceRange(start, text.count))
        }

        /// A word of a start line, inside the quotes where it stands between such.
        mutating func word(_ string: String, at offset: Int) -> SourceRange {
            let offset = offset == 0 ? places.start : offset
            let isQuoted = buffer.indices.contains(offset) && buffer[offset] == UInt8(ascii: "\"")
            anchor(at: isQuoted ? offset + 1 : offset, length: string.utf8.count)
            return bytes(Array(string.utf8).map { $0 < 0x21 || $0 == 0x7F ? UInt8(ascii: "?") : $0 })
        }

        private mutating func bytes(_ bytes: [UInt8]) -> SourceRange {
            let start = text.count
            text.append(contentsOf: bytes)
            return SourceRange(start, text.count)
        }

        private mutating func value(_ line: HARFieldLine) -> SourceRange {
            let start = text.count
            for (index, segment) in line.segments.enumerated() {
                let next = index + 1 < line.segments.count ? line.segments[index + 1].start : line.value.count
                anchor(
                    at: segment.source, textOffset: start + segment.start,
                    length: segment.isEscape ? 0 : max(0, next - segment.start))
            }
            return bytes(line.value)
        }

        private mutating func anchor(at index: Int, textOffset: Int? = nil, length: Int) {
            let place = lineCount(at: index)
            let source = places.base + index
            anchors.append(
                SourceAnchor(
                    start: textOffset ?? text.count, source: source, line: place.line, column: source - place.start + 1,
                    length: length))
        }

        /// The line of an index; strings have no line feeds, so that going on from the last one is enough.
        private mutating func lineCount(at index: Int) -> LineCount {
            if index < counted {
                lines = places.lines
                counted = places.start
            }
            while counted < index, counted < buffer.count {
                if buffer[counted] == Byte.lf { lines.note(lineFeedAt: places.base + counted) }
                counted += 1
            }
            return lines
        }
    }
}
