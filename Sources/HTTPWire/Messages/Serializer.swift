public import HTTPCacheSemantics

/// Writes messages as bytes (RFC 9112 §2.1). What is written here, the parsers of this module read back as it was.
public enum Serializer {
    /// Request line, field lines and the empty line.
    public static func append(_ head: WireRequestHead, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: head.method.name.utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: head.target)
        bytes.append(0x20)
        head.version.append(to: &bytes)
        appendLineEnd(to: &bytes)
        append(head.fields, to: &bytes)
        appendLineEnd(to: &bytes)
    }

    /// Status line, field lines and the empty line.
    public static func append(_ head: WireResponseHead, to bytes: inout [UInt8]) {
        appendStatusLineAndFields(head, to: &bytes)
        appendLineEnd(to: &bytes)
    }

    /// One chunk (RFC 9112 §7.1); nothing for no bytes, as an empty chunk would end the content.
    public static func appendChunk(_ content: Span<UInt8>, to bytes: inout [UInt8]) {
        guard !content.isEmpty else { return }
        appendChunkStart(content.count, to: &bytes)
        bytes.append(content)
        appendLineEnd(to: &bytes)
    }

    /// The last chunk and the trailer section. Throws for field lines that a parser would refuse.
    public static func appendLastChunk(
        trailers: FieldSection = FieldSection(), to bytes: inout [UInt8]
    ) throws(WireError) {
        do {
            _ = try FramingFields(checking: trailers)
        } catch {
            throw WireError(error.fault, at: error.offset)
        }
        bytes.append(0x30)
        appendLineEnd(to: &bytes)
        append(trailers, to: &bytes)
        appendLineEnd(to: &bytes)
    }

    static func appendStatusLineAndFields(
        _ head: WireResponseHead, version: HTTPVersion? = nil, to bytes: inout [UInt8]
    ) {
        (version ?? head.version).append(to: &bytes)
        bytes.append(0x20)
        // Three digits.
        for unit in [100, 10, 1] { bytes.append(0x30 | UInt8(truncatingIfNeeded: head.status.value / unit % 10)) }
        bytes.append(0x20)
        bytes.append(contentsOf: head.reason)
        appendLineEnd(to: &bytes)
        append(head.fields, to: &bytes)
    }

    static func append(_ fields: FieldSection, to bytes: inout [UInt8]) {
        fields.forEachLine { name, value in
            bytes.append(name)
            bytes.append(0x3A)
            bytes.append(0x20)
            bytes.append(value)
            appendLineEnd(to: &bytes)
        }
    }

    static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    static func appendContinue(to bytes: inout [UInt8]) { append("HTTP/1.1 100 Continue\r\n\r\n", to: &bytes) }

    /// What stands before a chunk's data.
    static func appendChunkStart(_ size: Int, to bytes: inout [UInt8]) {
        appendHexadecimal(size, to: &bytes)
        appendLineEnd(to: &bytes)
    }

    static func append(name: StaticString, to bytes: inout [UInt8]) {
        append(name, to: &bytes)
        bytes.append(0x3A)
        bytes.append(0x20)
    }

    static func appendLineEnd(to bytes: inout [UInt8]) {
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    static func appendDecimal(_ value: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(max(0, value)).utf8)
    }

    static func appendHexadecimal(_ value: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(max(0, value), radix: 16).utf8)
    }
}
