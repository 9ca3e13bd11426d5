/// What a cache looks at of a response: status code and fields.
public struct ResponseHead: Sendable, Hashable {
    public let status: StatusCode
    public let fields: FieldSection

    let summary: ResponseSummary

    public init(status: StatusCode, fields: FieldSection = .init()) {
        self.status = status
        self.fields = fields
        self.summary = ResponseSummary(fields: fields)
    }

    public init(status: Int, fields: FieldSection = .init()) {
        self.init(status: StatusCode(status), fields: fields)
    }
}
