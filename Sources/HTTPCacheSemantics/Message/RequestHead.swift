/// What a cache looks at of a request: method, target URI and fields.
public struct RequestHead: Sendable, Hashable {
    /// The method.
    public let method: Method
    /// The target URI, normalised.
    public let target: TargetURI
    /// The field lines in order.
    public let fields: FieldSection
    /// What distinguishes the content of a QUERY, as the caller has digested it; empty for other methods.
    public let content: [UInt8]

    let summary: RequestSummary

    /// Makes a head; GET without fields unless they are given.
    public init(method: Method = .get, target: TargetURI, fields: FieldSection = .init(), content: [UInt8] = []) {
        self.method = method
        self.target = target
        self.fields = fields
        self.content = content
        self.summary = RequestSummary(method: method, fields: fields)
    }
}

extension RequestHead {
    /// The same request with other fields.
    public func with(fields: FieldSection) -> RequestHead {
        RequestHead(method: method, target: target, fields: fields, content: content)
    }
}
