import HTTPCacheSemantics

/// The lines of Content-Length, which Foundation joins and lets pass whatever they say (RFC 9110 §8.6).
enum ContentLengthLines {
    /// The head with one number in the place of joined ones that agree; throws where they do not, or say no number.
    static func checked(_ head: ResponseHead) throws(URLSessionTransportError) -> ResponseHead {
        guard let joined = head.fields.combinedValue(of: "Content-Length"), head.contentLength == nil else {
            return head
        }
        let values = Set(joined.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } })
        guard values.count == 1, let value = values.first else { throw .contentLengthInvalid(joined) }
        var fields = head.fields
        fields.set("Content-Length", to: value)
        let single = ResponseHead(status: head.status, fields: fields)
        guard single.contentLength != nil else { throw .contentLengthInvalid(joined) }
        return single
    }
}
