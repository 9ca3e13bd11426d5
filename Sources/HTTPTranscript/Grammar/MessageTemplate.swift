public import HTTPDate

/// A date to be written from the clock: `{date}`, `{date -1d}`, `{date +1h as rfc850}`.
public struct DateTemplate: Sendable, Hashable {
    /// What is added to the clock; negative for an earlier date. Fractions of the sum are floored.
    public let offset: TimeSpan
    /// The form in which the date is written (RFC 9110 §5.6.7).
    public let form: HTTPDate.Form
}

/// The bytes of a part of a message as they are written in the source: plain, escaped, or to be filled from the clock.
public struct MessageTemplate: Sendable, Hashable {
    /// A run of bytes and where the source writes it.
    public enum Piece: Sendable, Hashable {
        /// Bytes that stand in the source as they are.
        case source(SourceRange)
        /// One byte that the source writes in another way: a C escape, the line end of a content line, a line folding.
        case byte(UInt8, SourceRange)
        /// A date of the form's length, written when the clock is known.
        case date(DateTemplate, SourceRange)

        /// Where the source writes the piece.
        public var range: SourceRange {
            switch self {
            case .source(let range), .byte(_, let range), .date(_, let range): range
            }
        }
    }

    /// In the order of the bytes; none for no bytes.
    public private(set) var pieces: [Piece]
    /// All of the source that the pieces come from; where there are none, the place where they would be.
    public private(set) var range: SourceRange

    init(_ pieces: [Piece], range: SourceRange) {
        self.pieces = pieces
        self.range = range
    }

    /// The bytes of a range as they stand.
    init(verbatim range: SourceRange) {
        self.init(range.isEmpty ? [] : [.source(range)], range: range)
    }

    /// Goes on with a further line: the folding between them is one SP. RFC 9112 §5.2.
    mutating func fold(_ next: MessageTemplate) {
        pieces.append(.byte(Byte.space, SourceRange(range.end, next.range.start)))
        pieces.append(contentsOf: next.pieces)
        range = SourceRange(range.start, next.range.end)
    }

    /// Whether the bytes depend on the clock.
    public var hasDates: Bool {
        pieces.contains { if case .date = $0 { true } else { false } }
    }

    /// The bytes, with each date written from the clock; the file must be the one that the template was read from.
    public func expand(in file: SourceFile, at clock: Instant) -> ExpandedText {
        var bytes: [UInt8] = []
        var segments: [ExpandedText.Segment] = []
        segments.reserveCapacity(pieces.count)
        for piece in pieces {
            let start = bytes.count
            var isVerbatim = false
            switch piece {
            case .source(let range):
                bytes.append(contentsOf: file.bytes(in: range))
                isVerbatim = true
            case .byte(let byte, _): bytes.append(byte)
            case .date(let template, _):
                bytes.append(contentsOf: clock.adding(template.offset).date.formatted(template.form).utf8)
            }
            segments.append(.init(bytes: start..<bytes.count, source: piece.range, isVerbatim: isVerbatim))
        }
        return ExpandedText(bytes: bytes, range: range, segments: segments)
    }

    /// The first date that the clock in force would put outside the years 0000 to 9999.
    func checkDates(at clock: Instant) throws(Fault) {
        for case .date(let template, let range) in pieces where !clock.adding(template.offset).isWritable {
            throw Fault("the date lies outside the years 0000 to 9999", at: range.start)
        }
    }
}

/// The bytes that a template gave, and where in the source each of them comes from.
public struct ExpandedText: Sendable, Hashable {
    struct Segment: Sendable, Hashable {
        let bytes: Range<Int>
        let source: SourceRange
        let isVerbatim: Bool
    }

    /// The bytes, escapes resolved and dates written.
    public let bytes: [UInt8]
    /// All of the source that the bytes come from.
    public let range: SourceRange
    let segments: [Segment]

    /// Where the bytes of a part stand in the source.
    ///
    /// A part of an escape or of a date gives the whole of it; an empty part gives the place before the byte at its
    /// offset. What lies outside the bytes is moved to the nearer end.
    public func sourceRange(of part: Range<Int>) -> SourceRange {
        let start = min(max(part.lowerBound, 0), bytes.count)
        let end = min(max(part.upperBound, start), bytes.count)
        guard let first = segments.first(where: { $0.bytes.contains(start) }) else {
            return SourceRange(range.end, range.end)
        }
        let sourceStart = first.isVerbatim ? first.source.start + start - first.bytes.lowerBound : first.source.start
        guard start < end, let last = segments.last(where: { $0.bytes.contains(end - 1) }) else {
            return SourceRange(sourceStart, sourceStart)
        }
        let sourceEnd = last.isVerbatim ? last.source.start + end - last.bytes.lowerBound : last.source.end
        return SourceRange(sourceStart, sourceEnd)
    }
}
