/// A piece of data of the source and where it stands.
public struct Located<Value: Sendable & Hashable>: Sendable, Hashable {
    /// What was read.
    public let value: Value
    /// The bytes of the source that say so.
    public let range: SourceRange
}

/// The version of a start line: HTTP/1.0, HTTP/1.1, HTTP/2, HTTP/3. RFC 9110 §2.5.
public struct RawVersion: Sendable, Hashable {
    /// 0 to 9.
    public let major: UInt8
    /// 0 to 9; 0 where the text has none, as in curl's `HTTP/2`.
    public let minor: UInt8
    /// From `HTTP` to the last digit.
    public let range: SourceRange
}

/// One field line as it stands in the source. RFC 9110 §5.
public struct RawField: Sendable, Hashable {
    /// A token, in the case in which it was written.
    public let name: SourceRange
    /// Without the whitespace around it; its ``MessageTemplate/range`` is that of the whole value. The bytes are those
    /// of RFC 9110 §5.5, above 0x7F too; control bytes but HTAB come from escapes only, and NUL, CR and LF never.
    public private(set) var value: MessageTemplate
    /// Whether the value went on over further lines; each folding is one SP of the value. RFC 9112 §5.2.
    public private(set) var isFolded = false

    init(name: SourceRange, value: MessageTemplate) {
        self.name = name
        self.value = value
    }

    /// From the name to the end of the value, without the mark.
    public var range: SourceRange { SourceRange(name.start, max(name.end + 1, value.range.end)) }

    /// Goes on with the value of a line that begins with whitespace.
    mutating func fold(_ next: MessageTemplate) {
        value.fold(next)
        isFolded = true
    }
}

/// A request or a response as it stands in the source, with the place of each of its parts.
public struct RawMessage: Sendable, Hashable {
    /// The first line of a message, which tells a request from a response. RFC 9112 §2.1.
    public enum StartLine: Sendable, Hashable {
        /// Method and target as they are written.
        case request(method: SourceRange, target: SourceRange, version: RawVersion)
        /// Status 100 to 999; the reason, which may be empty, has any bytes but controls.
        case response(version: RawVersion, status: Located<Int>, reason: SourceRange)
    }

    /// The first line, taken apart.
    public let startLine: StartLine
    /// Without mark and line end.
    public let startLineRange: SourceRange
    /// In the order of the source, each as it is written.
    public let fields: [RawField]
    /// The bytes after the head; a plain content line ends in LF, an escaped one does not.
    public let content: MessageTemplate
    /// Whether anything stood after the end of the head. Where nothing did, the content is complete and unknown.
    public let hasContentLines: Bool
    /// From the first byte of the start line, its mark included, to the last of the content.
    public let range: SourceRange

    /// Whether the first line is a request's.
    public var isRequest: Bool {
        if case .request = startLine { true } else { false }
    }

    /// The status of a response; nil for a request.
    public var status: Int? {
        if case .response(_, let status, _) = startLine { status.value } else { nil }
    }

    /// Whether it is a 1xx head, after which another one of the same answer follows. RFC 9110 §15.2.
    public var isInterim: Bool {
        100...199 ~= (status ?? 0)
    }

    /// The field lines of one name, compared without regard to case, in order.
    public func fields(named name: String, in file: SourceFile) -> [RawField] {
        fields.filter { Byte.equalIgnoringCase(file.bytes(in: $0.name), name) }
    }
}
