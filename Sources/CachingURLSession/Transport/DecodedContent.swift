import HTTPCacheSemantics

/// What the fields of a response say of content that the platform has decoded on its way.
///
/// Foundation takes content codings away and leaves the fields as they were. What is stored must say what the bytes
/// are: the coding, the length and the digests of the coded bytes go, and a strong entity tag becomes a weak one, since
/// the bytes are no longer those that the origin named by it (RFC 9110 §8.8.3.3): nothing of them is ever joined to a
/// range of the coded ones.
struct DecodedContent {
    /// The codings that the platform takes away; nil for all that there are.
    static let decoded: Set<String>? = {
        #if canImport(FoundationNetworking)
            // libcurl decodes what it knows and gives an error for what it does not.
            return nil
        #else
            return ["gzip", "x-gzip", "deflate", "br"]
        #endif
    }()

    /// The head as it is true of the bytes that are delivered.
    static func head(
        _ head: ResponseHead, to request: RequestHead
    ) throws(URLSessionTransportError) -> ResponseHead {
        let codings = Self.codings(of: head)
        guard !codings.isEmpty else { return weakened(head, asSentIn: request) }
        let names = codings.joined(separator: ", ")
        if let decoded {
            if decoded.isDisjoint(with: codings) { return head }
            guard codings.count == 1 else { throw .codingsNotSupported(names) }
        }
        guard head.status.value != 206 else { throw .partOfCodedContent(coding: names) }
        var fields = head.fields
        for name in describingCodedBytes { fields.remove(name) }
        if let tag = fields.combinedValue(of: "ETag"), tag.hasPrefix("\"") { fields.set("ETag", to: "W/" + tag) }
        return ResponseHead(status: head.status, fields: fields)
    }

    private static let describingCodedBytes = [
        "Content-Encoding", "Content-Length", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5",
    ]

    private static func codings(of head: ResponseHead) -> [String] {
        (head.fields.combinedValue(of: "Content-Encoding") ?? "").split(separator: ",")
            .map { $0.drop { $0 == " " || $0 == "\t" }.lowercased() }
            .map { String($0.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// The origin names a 304 by the strong tag of which the request had the weak form: it means what the request
    /// meant.
    private static func weakened(_ head: ResponseHead, asSentIn request: RequestHead) -> ResponseHead {
        guard head.status.value == 304, let tag = head.fields.combinedValue(of: "ETag"), tag.hasPrefix("\""),
            let asked = request.fields.combinedValue(of: "If-None-Match"), asked.contains("W/" + tag),
            !asked.replacing("W/" + tag, with: "").contains(tag)
        else { return head }
        var fields = head.fields
        fields.set("ETag", to: "W/" + tag)
        return ResponseHead(status: head.status, fields: fields)
    }
}
