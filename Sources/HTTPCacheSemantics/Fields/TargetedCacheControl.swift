/// The cache directives of one targeted field, such as CDN-Cache-Control (RFC 9213 §2.1).
///
/// Which targeted fields count, and in which order, is the target list's business (§2.2). What an argument means is
/// the same as in Cache-Control (RFC 9111 §5.2.2); only the syntax differs: keys are lower-case, and a value has to
/// be of the type that §2.1 infers from the directive. A directive with another value is not used; it does not make
/// the response stale, as in Cache-Control it might, for it counts as absent.
public struct TargetedCacheControl: Sendable, Hashable {
    /// What a targeted field comes to; all but `directives` leave the cache to the next field (RFC 9213 §2.1, §2.2).
    public enum Reading: Sendable, Hashable {
        /// Valid and not empty, though perhaps without a directive that is known or usable.
        case directives(TargetedCacheControl)
        /// Absent, or present without a member.
        case empty
        /// No Dictionary: the whole field is not used.
        case malformed(StructuredFieldError)
    }

    /// How far `no-cache` or `private` reaches (RFC 9111 §5.2.2.4, §5.2.2.7).
    public enum Scope: Sendable, Hashable {
        /// To all of the response: the directive stands without a value.
        case wholeResponse
        /// The String as received: `#field-name`, not looked into here; it may be empty.
        case fields(String)
    }

    /// Seconds, from 0 to 2^31; what is more counts as 2^31 (RFC 9111 §1.2.2).
    public private(set) var maxAge: Int?
    /// Seconds, as `maxAge`.
    public private(set) var sMaxAge: Int?
    /// Seconds, as `maxAge` (RFC 5861 §3).
    public private(set) var staleWhileRevalidate: Int?
    /// Seconds, as `maxAge` (RFC 5861 §4).
    public private(set) var staleIfError: Int?
    /// How far `no-cache` reaches; nil without it (RFC 9111 §5.2.2.4).
    public private(set) var noCache: Scope?
    /// How far `private` reaches; nil without it (RFC 9111 §5.2.2.7).
    public private(set) var `private`: Scope?
    /// Whether `no-store` is there (RFC 9111 §5.2.2.5).
    public private(set) var noStore = false
    /// Whether `public` is there (RFC 9111 §5.2.2.9).
    public private(set) var `public` = false
    /// Whether `must-revalidate` is there (RFC 9111 §5.2.2.2).
    public private(set) var mustRevalidate = false
    /// Whether `proxy-revalidate` is there (RFC 9111 §5.2.2.8).
    public private(set) var proxyRevalidate = false
    /// Whether `must-understand` is there (RFC 9111 §5.2.2.3).
    public private(set) var mustUnderstand = false
    /// Whether `no-transform` is there (RFC 9111 §5.2.2.6).
    public private(set) var noTransform = false
    /// RFC 8246
    public private(set) var immutable = false

    /// Keys of known directives whose value is of the wrong type or out of range: not used (RFC 9213 §2.1).
    public private(set) var unusable: [String] = []
    /// Keys whose value is an Integer as it should be, but negative: for `max-age` and `s-maxage` that is freshness
    /// information that is invalid (RFC 9111 §4.2.1).
    public private(set) var negative: [String] = []
    /// Keys of no directive known here: ignored (RFC 9213 §2.2).
    public private(set) var unrecognized: [String] = []

    /// Reads all lines of one targeted field; never fails, since a malformed field is an outcome of its own.
    public static func read(lines: [[UInt8]]) -> Reading {
        do {
            let dictionary = try StructuredField.Dictionary.parse(lines: lines)
            return dictionary.isEmpty ? .empty : .directives(TargetedCacheControl(dictionary))
        } catch {
            return .malformed(error)
        }
    }

    /// Takes the directives from a Dictionary; parameters are ignored (RFC 9213 §2.1).
    public init(_ dictionary: StructuredField.Dictionary) {
        for entry in dictionary.entries { take(entry.key, entry.value) }
    }

    private mutating func take(_ key: String, _ value: StructuredField.Member) {
        switch key {
        case "max-age": takeLifetime(key, value, \.maxAge)
        case "s-maxage": takeLifetime(key, value, \.sMaxAge)
        case "stale-while-revalidate": take(key, Self.deltaSeconds(value), \.staleWhileRevalidate)
        case "stale-if-error": take(key, Self.deltaSeconds(value), \.staleIfError)
        case "no-cache": take(key, Self.scope(value), \.noCache)
        case "private": take(key, Self.scope(value), \.private)
        case "no-store": takeFlag(key, value, \.noStore)
        case "public": takeFlag(key, value, \.public)
        case "must-revalidate": takeFlag(key, value, \.mustRevalidate)
        case "proxy-revalidate": takeFlag(key, value, \.proxyRevalidate)
        case "must-understand": takeFlag(key, value, \.mustUnderstand)
        case "no-transform": takeFlag(key, value, \.noTransform)
        case "immutable": takeFlag(key, value, \.immutable)
        default: unrecognized.append(key)
        }
    }

    private mutating func take<Argument>(
        _ key: String, _ argument: Argument?, _ directive: WritableKeyPath<Self, Argument?>
    ) {
        self[keyPath: directive] = argument
        if argument == nil { unusable.append(key) }
    }

    private mutating func takeLifetime(
        _ key: String, _ value: StructuredField.Member, _ directive: WritableKeyPath<Self, Int?>
    ) {
        if case .item(let item) = value, case .integer(let seconds) = item.bareItem, seconds < 0 {
            self[keyPath: directive] = nil
            negative.append(key)
        } else {
            take(key, Self.deltaSeconds(value), directive)
        }
    }

    private mutating func takeFlag(
        _ key: String, _ value: StructuredField.Member, _ directive: WritableKeyPath<Self, Bool>
    ) {
        if case .item(let item) = value, item.bareItem == .boolean(true) {
            self[keyPath: directive] = true
        } else {
            unusable.append(key)
        }
    }

    /// Nil for anything but an Integer, and for a negative one: delta-seconds has no sign (RFC 9111 §1.2.2).
    private static func deltaSeconds(_ value: StructuredField.Member) -> Int? {
        guard case .item(let item) = value, case .integer(let seconds) = item.bareItem, seconds >= 0 else {
            return nil
        }
        return Int(clamping: min(seconds, 1 << 31))
    }

    private static func scope(_ value: StructuredField.Member) -> Scope? {
        guard case .item(let item) = value else { return nil }
        switch item.bareItem {
        case .boolean(true): return .wholeResponse
        case .string(let fieldNames): return .fields(fieldNames)
        default: return nil
        }
    }
}
