/// A request method: a case-sensitive token (RFC 9110 §9.1).
public struct Method: Sendable, Hashable, CustomStringConvertible {
    /// The token as it was given; `get` is another method than `GET`.
    public let name: String
    let kind: Kind

    /// Makes a method of any text; that it is a token is not checked.
    public init(_ name: String) {
        self.name = name
        self.kind = Kind(name)
    }

    /// GET, whose responses answer later GET and HEAD requests (RFC 9110 §9.3.1).
    public static let get = Method("GET")
    /// HEAD: GET without the content; its responses answer later HEAD requests alone (RFC 9110 §9.3.2).
    public static let head = Method("HEAD")
    /// POST, which is never answered from a cache; its responses are stored for later GET and HEAD requests, with
    /// explicit freshness and a Content-Location that names the target (RFC 9110 §9.3.3).
    public static let post = Method("POST")
    /// QUERY, the safe method with content; its responses answer later QUERY requests with that content alone (RFC
    /// 10008).
    public static let query = Method("QUERY")

    public var description: String { name }

    /// Whether a request with this method asks for no change: GET, HEAD, OPTIONS, TRACE and QUERY, and the registered
    /// PROPFIND, REPORT and SEARCH (RFC 9110 §9.2.1, §16.1.2).
    ///
    /// The case of letters counts, so `get` is not safe; a method not known here counts as unsafe, as RFC 9111 §4.4
    /// asks.
    public var isSafe: Bool {
        switch kind {
        case .get, .head, .query: true
        case .post: false
        case .other: Self.safe.contains(name)
        }
    }

    /// The methods that this cache stores responses to, told apart once.
    enum Kind: UInt8, Sendable {
        case get, head, query, post, other

        init(_ name: String) {
            switch name {
            case "GET": self = .get
            case "HEAD": self = .head
            case "QUERY": self = .query
            case "POST": self = .post
            default: self = .other
            }
        }
    }

    // PROPFIND, REPORT and SEARCH are registered as safe (RFC 9110 §16.1.2).
    private static let safe: Set<String> = ["OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH"]
}
