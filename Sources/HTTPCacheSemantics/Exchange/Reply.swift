/// The answer that a cache gives to its client.
public struct Reply: Sendable, Hashable {
    /// Where the content comes from.
    public enum Content: Sendable, Hashable {
        /// There is none: the answer to HEAD, a 304, a 416, or an error of the cache's own.
        case none
        /// The content stored for the response at `index`, or the bytes of `range` of the representation.
        case stored(index: Int, range: Range<Int>?)
        /// The content that the origin is sending.
        case received
        /// The part stored for the response at `index`, and after it the rest that the origin is sending.
        case combined(index: Int)
    }

    /// The status code of the answer.
    public var status: StatusCode
    /// The fields of the answer, with Age where it is not validated (RFC 9111 §5.1).
    public var fields: FieldSection
    /// Where the content of the answer comes from.
    public var content: Content

    /// All that is stored, as it is.
    var isWhole: Bool { if case .stored(_, nil) = content { true } else { false } }

    /// Makes an answer as it is given; nothing is added to the fields.
    public init(status: StatusCode, fields: FieldSection, content: Content) {
        self.status = status
        self.fields = fields
        self.content = content
    }
}

extension CachePolicy {
    /// The answer made from a stored response that was not just validated: its fields with its age, in the form that the
    /// request's conditions and range ask for. RFC 9111 §4, §4.3.2.
    func reply(
        from stored: StoredResponse, at index: Int, to request: RequestHead, as form: ServedForm, age: Int
    ) -> Reply {
        var fields = replayedFields(of: stored)
        // Of Age, and of what is said of the cache.
        fields.reserveCapacity(lines: 2, bytes: 80)
        fields.set("Age", to: String(age))
        return reply(fields, from: stored, at: index, to: request, as: form)
    }

    /// The answer of these fields.
    func reply(
        _ fields: consuming FieldSection, from stored: StoredResponse, at index: Int, to request: RequestHead,
        as form: ServedForm
    ) -> Reply {
        let isHead = request.method == .head
        switch form {
        case .whole:
            return Reply(
                status: stored.response.status, fields: fields,
                content: isHead ? .none : .stored(index: index, range: nil))
        case .notModified:
            return Reply(
                status: StatusCode(304), fields: fields.withoutKnownMetadata(Self.representationMetadata),
                content: .none)
        case .part(let range, let total):
            let last = range.upperBound - 1
            if request.summary.has(.ifRange) { fields = fields.withoutKnownMetadata(Self.knownByIfRange) }
            fields.set("Content-Range", to: "bytes \(range.lowerBound)-\(last)/\(total.map(String.init) ?? "*")")
            fields.set("Content-Length", to: String(range.count))
            return Reply(status: StatusCode(206), fields: fields, content: .stored(index: index, range: range))
        case .rangeNotSatisfiable(let length):
            // An answer of this cache's own: what is stored describes another content.
            fields = fields.filtered { $0 == "date" }
            fields.set("Content-Range", to: "bytes */\(length)")
            fields.set("Content-Length", to: "0")
            return Reply(status: StatusCode(416), fields: fields, content: .none)
        }
    }

    /// The origin's answer as it is passed on: without the fields of one connection (RFC 9110 §7.6.1).
    public func forwardedReply(_ response: ResponseHead) -> Reply {
        let excluded = excludedFields(of: response)
        let fields =
            excluded.keepEverything(of: response)
            ? response.fields : response.fields.filtered { excluded.rule(forStoring: $0) != .fieldsConnection }
        return Reply(status: response.status, fields: fields, content: .received)
    }

    /// What a 304 need not repeat (RFC 9110 §15.4.5).
    private static let representationMetadata: Set<String> = [
        "content-encoding", "content-language", "content-length", "content-range", "content-type",
    ]

    /// What a 206 should not repeat to a client that has shown by If-Range that it has a prior response (RFC 9110
    /// §15.3.7).
    private static let knownByIfRange: Set<String> = ["content-encoding", "content-language", "content-type"]
}

extension FieldSection {
    /// Without these fields, and without Last-Modified where an ETag is there to validate with.
    fileprivate func withoutKnownMetadata(_ known: Set<String>) -> FieldSection {
        let hasTag = contains("ETag")
        return filtered { !known.contains($0) && !(hasTag && $0 == "last-modified") }
    }
}
