/// A status code: an integer of three digits (RFC 9110 §15).
public struct StatusCode: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let value: Int

    public init(_ value: Int) { self.value = value }

    public var description: String { String(value) }

    public static func < (a: StatusCode, b: StatusCode) -> Bool { a.value < b.value }

    /// 1xx announces a response that is still to come.
    public var isInterim: Bool { value < 200 }

    /// 2xx and 3xx: what RFC 9111 §4.4 calls a non-error response.
    public var isNonError: Bool { (200..<400).contains(value) }

    public var isServerError: Bool { (500..<600).contains(value) }

    /// The four that RFC 5861 §4 counts as errors.
    public var isStaleIfErrorTrigger: Bool { value == 500 || (502...504).contains(value) }

    /// The codes of RFC 9110 §15.1 that may be kept without explicit freshness.
    public var isHeuristicallyCacheable: Bool {
        switch value {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    /// The final codes that RFC 9110 §15 defines: this cache knows their caching behaviour (RFC 9111 §3).
    public var isUnderstood: Bool {
        switch value {
        case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }
}
