/// Refuses content that no message of its kind can have (RFC 9110 §6.4.1, §8.6), so that a case does not speak of bytes
/// that a cache would never see.
struct ContentCheck {
    let file: SourceFile
    let isAnswerToHead: Bool

    func check(_ message: RawMessage, at clock: Instant) throws(Fault) {
        guard message.hasContentLines else { return }
        if let status = message.status {
            let reason: String? =
                switch status {
                case 204, 304: "a \(status) has no content"
                default: isAnswerToHead ? "the answer to HEAD has no content" : nil
                }
            if let reason { throw Fault(reason, at: message.content.range.start) }
        }
        let fields = message.fields(named: "content-length", in: file)
        guard fields.count == 1, let value = fields.first?.value.expand(in: file, at: clock).bytes,
            let length = Byte.number(value[...])
        else { return }
        let content = message.content.expand(in: file, at: clock)
        // The line feed of the last plain line is the writer's, where Content-Length does not count it.
        let isPlainEnd = content.bytes.count == length + 1 && content.bytes.last == Byte.lf
        guard content.bytes.count > length, !isPlainEnd else { return }
        throw Fault(
            "content longer than the \(length) bytes of Content-Length",
            at: content.sourceRange(of: length..<(length + 1)).start)
    }
}
