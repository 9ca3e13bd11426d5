#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds line ends in input that arrives in pieces. Only a line that is split over pieces is copied, and no byte is
/// looked at twice.
struct LineReader: Sendable {
    enum Line {
        /// The line's bytes in the input, without the LF.
        case inInput(Range<Int>)
        /// The line stands in `held`, without the LF.
        case inHeld
        /// More than `limit` bytes; `held` has the first `limit` + 1 of them.
        case tooLong
        /// The input ended first; what there was is kept.
        case incomplete
    }

    private(set) var held: [UInt8] = []

    /// Whether a line has begun and not ended.
    var isInsideLine: Bool { !held.isEmpty }

    /// The next line, LF included at most `limit` bytes long; `position` moves past what was used.
    mutating func next(in input: Span<UInt8>, from position: inout Int, limit: Int) -> Line {
        let start = position
        let end = Self.lineFeed(in: input, from: start)
        let length = held.count + (end ?? input.count) - start + (end == nil ? 0 : 1)
        if length > limit {
            let room = limit + 1 - held.count
            hold(input.extracting(start..<min(input.count, start + max(0, room))))
            position = input.count
            return .tooLong
        }
        guard let end else {
            hold(input.extracting(start..<input.count))
            position = input.count
            return .incomplete
        }
        position = end + 1
        if held.isEmpty { return .inInput(start..<end) }
        hold(input.extracting(start..<end))
        return .inHeld
    }

    /// Forgets the held line, once it has been read.
    mutating func clear() {
        if !held.isEmpty { held = [] }
    }

    private mutating func hold(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { held.append(contentsOf: $0) }
    }

    private static func lineFeed(in input: Span<UInt8>, from start: Int) -> Int? {
        input.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, start < buffer.count,
                let found = memchr(base + start, 0x0A, buffer.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }
}
