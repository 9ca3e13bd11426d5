import HTTPCacheSemantics

/// Decodes the chunked transfer coding (RFC 9112 §7.1) from input that arrives in pieces.
///
/// Size lines end in CRLF, nothing else; extensions are checked and dropped.
struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        case sizeLine
        case data(Int)
        case dataEnd(sawCarriageReturn: Bool)
        case trailers
        case done
    }

    private var state = State.sizeLine
    private var lines = LineReader()
    private var trailers: FieldReader
    private var extensionBytes = 0
    private var contentLength = 0
    private let limits: WireLimits
    /// Bytes of the coding that were taken before the current line.
    private(set) var size = 0

    init(limits: WireLimits, isResponse: Bool) {
        self.limits = limits
        trailers = FieldReader(
            isResponse: isResponse, maximumSize: limits.trailers, maximumLines: limits.fieldLines,
            sizeFault: .trailersTooLarge)
    }

    mutating func next(in input: Span<UInt8>, from position: inout Int) throws(WireFault) -> ContentEvent? {
        while true {
            switch state {
            case .sizeLine:
                guard try readSizeLine(input, from: &position) else { return nil }
            case .data(let remaining):
                guard position < input.count else { return nil }
                let count = min(remaining, input.count - position)
                let range = position..<position + count
                position += count
                size &+= count
                state = remaining == count ? .dataEnd(sawCarriageReturn: false) : .data(remaining - count)
                return .content(range)
            case .dataEnd(let sawCarriageReturn):
                guard position < input.count else { return nil }
                guard input[position] == (sawCarriageReturn ? 0x0A : 0x0D) else {
                    throw WireFault(.malformedChunkEnd, at: size)
                }
                position += 1
                size &+= 1
                state = sawCarriageReturn ? .sizeLine : .dataEnd(sawCarriageReturn: true)
            case .trailers:
                do {
                    guard try trailers.read(input, from: &position) else { return nil }
                } catch {
                    throw WireFault(error.fault, at: size &+ error.offset)
                }
                state = .done
                size &+= trailers.size
                return .end(trailers: trailers.fields)
            case .done: return nil
            }
        }
    }

    private mutating func readSizeLine(_ input: Span<UInt8>, from position: inout Int) throws(WireFault) -> Bool {
        let start = position
        let held = lines.held.count
        let limit = max(0, limits.chunkSizeLine)
        switch lines.next(in: input, from: &position, limit: limit) {
        case .incomplete: return false
        case .tooLong: throw WireFault(.chunkExtensionsTooLong, at: size &+ limit)
        case .inInput(let range): try takeSizeLine(input.extracting(range))
        case .inHeld:
            let line = lines.held
            lines.clear()
            try takeSizeLine(line.span)
        }
        size &+= held + position - start
        return true
    }

    private mutating func takeSizeLine(_ line: Span<UInt8>) throws(WireFault) {
        do throws(WireFault) {
            let parsed = try ChunkSizeLine(line)
            extensionBytes += parsed.extensionLength
            guard extensionBytes <= limits.chunkExtensions else { throw WireFault(.chunkExtensionsTooLong) }
            guard parsed.size > 0 else {
                state = .trailers
                return
            }
            let (sum, overflows) = contentLength.addingReportingOverflow(parsed.size)
            guard !overflows, sum <= limits.content ?? .max else { throw WireFault(.contentTooLarge) }
            contentLength = sum
            state = .data(parsed.size)
        } catch {
            throw WireFault(error.fault, at: size &+ error.offset)
        }
    }
}

/// What a reader of content reports: a range of the input, or the end.
enum ContentEvent: Sendable, Hashable {
    case content(Range<Int>)
    case end(trailers: FieldSection)
}

/// `chunk-size [ chunk-ext ] CR` (RFC 9112 §7.1.1).
struct ChunkSizeLine {
    let size: Int
    let extensionLength: Int

    init(_ line: Span<UInt8>) throws(WireFault) {
        guard line.count > 0, line[line.count - 1] == 0x0D else {
            throw WireFault(.malformedChunkSize, at: line.count)
        }
        let end = line.count - 1
        var index = 0
        var size = 0
        while index < end, let digit = line[index].hexDigit {
            guard size <= Int.max >> 4 else { throw WireFault(.chunkSizeTooLarge, at: index) }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > 0 else { throw WireFault(.malformedChunkSize, at: 0) }
        self.size = size
        extensionLength = end - index
        while index < end { index = try Self.extensionEnd(in: line.extracting(0..<end), from: index) }
    }

    /// `BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ]`
    private static func extensionEnd(in line: Span<UInt8>, from start: Int) throws(WireFault) -> Int {
        var index = skipBlanks(line, start)
        guard index < line.count, line[index] == 0x3B else {
            throw WireFault(start == index ? .malformedChunkSize : .malformedChunkExtension, at: index)
        }
        index = skipBlanks(line, index + 1)
        let nameEnd = skipToken(line, index)
        guard nameEnd > index else { throw WireFault(.malformedChunkExtension, at: index) }
        index = skipBlanks(line, nameEnd)
        guard index < line.count, line[index] == 0x3D else { return nameEnd }
        index = skipBlanks(line, index + 1)
        guard index < line.count, line[index] == 0x22 else {
            let end = skipToken(line, index)
            guard end > index else { throw WireFault(.malformedChunkExtension, at: index) }
            return end
        }
        index += 1
        while index < line.count, line[index] != 0x22 {
            if line[index] == 0x5C { index += 1 }
            guard index < line.count, line[index].isValueByte else { break }
            index += 1
        }
        guard index < line.count, line[index] == 0x22 else { throw WireFault(.malformedChunkExtension, at: index) }
        return index + 1
    }

    private static func skipBlanks(_ line: Span<UInt8>, _ start: Int) -> Int {
        line.firstIndex(in: start..<line.count, failing: \.isBlank) ?? line.count
    }

    private static func skipToken(_ line: Span<UInt8>, _ start: Int) -> Int {
        line.firstIndex(in: start..<line.count, failing: \.isTokenByte) ?? line.count
    }
}
