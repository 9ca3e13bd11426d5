import HTTPCacheSemantics
import HTTPWire

/// The laws of the response parser, for any bytes: it does not trap; how the input is split changes nothing; a head
/// that it reads is written and read again as the same; the fault's offset lies within the input.
///
/// The first byte of the input says how it is split, the second which of the requests were HEAD, the rest is what a
/// server sends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzResponse(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard bytes.count >= 2 else { return 0 }
    let methods = (0..<8).map { bytes[1] >> $0 & 1 == 0 ? Method.get : .head }
    let input = Array(bytes.dropFirst(2))
    let whole = read([input], methods)
    var pieces: [[UInt8]] = []
    var rest = input[...]
    var length = Int(bytes[0]) % 13 + 1
    while !rest.isEmpty {
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
        length = length % 17 + 1
    }
    precondition(read(pieces, methods) == whole, "the outcome depends on the pieces")
    return 0
}

/// All that was read, content joined.
private struct Outcome: Equatable {
    var heads: [WireResponseHead] = []
    var content: [UInt8] = []
    var trailers: [FieldSection] = []
    var error: WireError?
}

private func read(_ pieces: [[UInt8]], _ methods: [Method]) -> Outcome {
    var limits = WireLimits()
    // Small, so that they are met.
    limits.head = 300
    limits.fieldLines = 12
    limits.trailers = 60
    limits.chunkSizeLine = 30
    limits.chunkExtensions = 50
    limits.content = 200
    limits.interimResponses = 3
    var parser = ResponseParser(limits: limits)
    var waiting = methods[...]
    var outcome = Outcome()
    if let method = waiting.popFirst() { parser.begin(inAnswerTo: method) }
    func end(_ trailers: FieldSection) {
        outcome.trailers.append(trailers)
        if let method = waiting.popFirst() { parser.begin(inAnswerTo: method) }
    }
    do throws(WireError) {
        for piece in pieces {
            var position = 0
            while let event = try parser.next(in: piece.span, from: &position) {
                switch event {
                case .interim(let head), .head(let head):
                    outcome.heads.append(head)
                    check(head)
                case .content(let range): outcome.content += piece[range]
                case .end(let trailers): end(trailers)
                }
            }
            precondition(position == piece.count, "input was left without a word")
        }
        if case .end(let trailers)? = try parser.finish() { end(trailers) }
    } catch {
        precondition(0...pieces.reduce(0) { $0 + $1.count } ~= error.offset, "the offset is outside of the input")
        outcome.error = error
    }
    return outcome
}

private func check(_ head: WireResponseHead) {
    var bytes: [UInt8] = []
    Serializer.append(head, to: &bytes)
    var parser = ResponseParser()
    parser.begin(inAnswerTo: .head)
    var position = 0
    let event = try? parser.next(in: bytes.span, from: &position)
    let expected: ResponseParser.Event = head.status.isInterim ? .interim(head) : .head(head)
    precondition(event == expected && position == bytes.count, "what is written is read otherwise")
}
