public import HTTPDate

/// What a cache looks at of a response: status code and fields.
public struct ResponseHead: Sendable, Hashable {
    /// The status code.
    public let status: StatusCode
    /// The field lines in order.
    public let fields: FieldSection

    let summary: ResponseSummary

    /// Makes a head; without fields unless they are given.
    public init(status: StatusCode, fields: FieldSection = .init()) {
        self.status = status
        self.fields = fields
        self.summary = ResponseSummary(fields: fields)
    }

    /// Makes a head; without fields unless they are given.
    public init(status: Int, fields: FieldSection = .init()) {
        self.init(status: StatusCode(status), fields: fields)
    }
}

extension ResponseHead {
    /// The first ETag line's entity tag, where it holds one (RFC 9110 §8.8.3).
    var entityTag: EntityTag? {
        guard summary.flags.contains(.entityTag), let record = fields.first(.eTag) else { return nil }
        return EntityTag(Array(fields.bytes[record.value]))
    }

    /// The Date field's instant, its century placed by `now` where it has two digits; nil where none can be read
    /// (RFC 9110 §6.6.1).
    public func date(relativeTo now: HTTPDate) -> HTTPDate? {
        guard let record = fields.first(.date) else { return nil }
        return HTTPDate.parseIfValid(fields.bytes.span.extracting(record.value), relativeTo: now)?.date
    }
}
