/// A status code: an integer of three digits (RFC 9110 §15).
public struct StatusCode: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number, as it was given.
    public let value: Int
    /// Whether it is one of the codes of RFC 9110 §15.1 that may be kept without explicit freshness.
    public let isHeuristicallyCacheable: Bool

    /// Makes a status code of any number, which is kept as it is given; see ``isValid`` for what is one.
    public init(_ value: Int) {
        self.value = value
        isHeuristicallyCacheable = Self.isHeuristicallyCacheable(value)
    }

    private static func isHeuristicallyCacheable(_ value: Int) -> Bool {
        switch value {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    public var description: String { String(value) }

    public static func < (a: StatusCode, b: StatusCode) -> Bool { a.value < b.value }

    /// Whether it announces a response that is still to come: 1xx, and every number below 100 too, negative ones
    /// included (RFC 9110 §15.2).
    ///
    /// What is below 100 is no status code; ``isValid`` tells it from a 1xx, and ``isServerError`` holds for it as
    /// well.
    public var isInterim: Bool { value < 200 }

    /// 2xx and 3xx: what RFC 9111 §4.4 calls a non-error response.
    public var isNonError: Bool { (200..<400).contains(value) }

    /// 5xx, and what is no status code at all (RFC 9110 §15).
    public var isServerError: Bool { (500..<600).contains(value) || !isValid }

    /// From 100 to 599 (RFC 9110 §15).
    public var isValid: Bool { (100..<600).contains(value) }

    /// 500, 502, 503 and 504, and what a recipient takes for a 500 because it does not know it (RFC 5861 §4, RFC 9110
    /// §15).
    public var isStaleIfErrorTrigger: Bool { isServerError && value != 501 && value != 505 }

    /// 412, 416 and 417: what they say of a target depends on the request's conditions, its Range or its Expect (RFC
    /// 9110 §15.5.13, §15.5.17, §15.5.18).
    var isAboutRequestFields: Bool { value == 412 || value == 416 || value == 417 }

    /// The final codes that RFC 9110 §15 defines: this cache knows their caching behaviour (RFC 9111 §3).
    public var isUnderstood: Bool {
        switch value {
        case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }
}
