import HTTPCacheSemantics

/// Reads content by its framing; `size` counts the bytes of it that were taken.
struct ContentReader: Sendable {
    private enum State: Sendable {
        case length(Int)
        case chunked(ChunkedDecoder)
        case untilClose(Int)
        case done
    }

    private var state: State
    private var taken = 0
    private let maximum: Int

    init(_ framing: MessageFraming, limits: WireLimits, isResponse: Bool) throws(WireFault) {
        maximum = max(0, limits.content ?? .max)
        switch framing {
        case .none: state = .length(0)
        case .length(let length):
            guard length <= maximum else { throw WireFault(.contentTooLarge) }
            state = .length(length)
        case .chunked: state = .chunked(ChunkedDecoder(limits: limits, isResponse: isResponse))
        case .untilClose: state = .untilClose(0)
        }
    }

    var size: Int {
        guard case .chunked(let decoder) = state else { return taken }
        return decoder.size
    }

    /// Whether the content may end where the connection does.
    var endsWithConnection: Bool {
        if case .untilClose = state { return true }
        return false
    }

    mutating func next(in input: Span<UInt8>, from position: inout Int) throws(WireFault) -> ContentEvent? {
        switch state {
        case .length(0):
            state = .done
            return .end(trailers: FieldSection())
        case .length(let remaining):
            guard let range = take(remaining, of: input, from: &position) else { return nil }
            state = .length(remaining - range.count)
            return .content(range)
        case .untilClose(let length):
            guard length < maximum || position == input.count else { throw WireFault(.contentTooLarge, at: maximum) }
            guard let range = take(maximum - length, of: input, from: &position) else { return nil }
            state = .untilClose(length + range.count)
            return .content(range)
        case .chunked(var decoder):
            // Moved out and back, so that what the decoder holds is not copied.
            state = .done
            defer { state = .chunked(decoder) }
            return try decoder.next(in: input, from: &position)
        case .done: return nil
        }
    }

    private mutating func take(_ count: Int, of input: Span<UInt8>, from position: inout Int) -> Range<Int>? {
        guard position < input.count else { return nil }
        let range = position..<position + min(count, input.count - position)
        position = range.upperBound
        taken &+= range.count
        return range
    }
}
