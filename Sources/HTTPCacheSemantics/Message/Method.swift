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

    /// GET, the method whose responses caches hold (RFC 9110 §9.3.1).
    public static let get = Method("GET")
    /// HEAD: GET without the content (RFC 9110 §9.3.2).
    public static let head = Method("HEAD")
    /// POST, whose responses are stored only with explicit freshness (RFC 9110 §9.3.3).
    public static let post = Method("POST")
    /// The safe method with content of RFC 10008.
    public static let query = Method("QUERY")

    public var description: String { name }

    /// GET, HEAD, OPTIONS, TRACE and QUERY are safe (RFC 9110 §9.2.1); a method not known here counts as unsafe, as
    /// RFC 9111 §4.4 asks.
    public var isSafe: Bool {
        switch kind {
        case .get, .head, .query: true
        case .post: false
        case .other: Self.safe.contains(name)
        }
    }

    /// The methods that this cache answers, told apart once.
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
