import HTTPCacheSemantics
import HTTPWire

/// The laws of the request parser, for any bytes: it does not trap; how the input is split changes nothing; a head that
/// it reads is written and read again as the same; the fault's offset lies within the input.
///
/// The first byte of the input says how it is split, the rest is what a client sends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let input = Array(bytes.dropFirst())
    let whole = read([input])
    var pieces: [[UInt8]] = []
    var rest = input[...]
    var length = Int(first) % 13 + 1
    while !rest.isEmpty {
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
        length = length % 17 + 1
    }
    precondition(read(pieces) == whole, "the outcome depends on the pieces")
    return 0
}

/// All that was read, content joined.
private struct Outcome: Equatable {
    var heads: [WireRequestHead] = []
    var content: [UInt8] = []
    var trailers: [FieldSection] = []
    var error: WireError?
}

private func read(_ pieces: [[UInt8]]) -> Outcome {
    var limits = WireLimits()
    // Small, so that they are met.
    limits.head = 300
    limits.target = 60
    limits.method = 12
    limits.fieldLines = 12
    limits.trailers = 60
    limits.chunkSizeLine = 30
    limits.chunkExtensions = 50
    limits.content = 200
    var parser = RequestParser(limits: limits)
    var outcome = Outcome()
    do throws(WireError) {
        for piece in pieces {
            var position = 0
            while let event = try parser.next(in: piece.span, from: &position) {
                switch event {
                case .head(let head):
                    outcome.heads.append(head)
                    check(head)
                case .content(let range): outcome.content += piece[range]
                case .end(let trailers): outcome.trailers.append(trailers)
                }
            }
            precondition(position == piece.count, "input was left without a word")
        }
        try parser.finish()
    } catch {
        precondition(0...pieces.reduce(0) { $0 + $1.count } ~= error.offset, "the offset is outside of the input")
        outcome.error = error
    }
    return outcome
}

private func check(_ head: WireRequestHead) {
    var bytes: [UInt8] = []
    Serializer.append(head, to: &bytes)
    var parser = RequestParser()
    var position = 0
    let event = try? parser.next(in: bytes.span, from: &position)
    precondition(event == .head(head) && position == bytes.count, "what is written is read otherwise")
    let made = try? WireRequestHead(
        method: head.method, target: head.target, version: head.version, fields: head.fields)
    precondition(made == head, "what is read cannot be made")
}
