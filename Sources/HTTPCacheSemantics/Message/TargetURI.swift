/// A target URI, normalised and without its fragment (RFC 9110 §7.1, RFC 3986 §6.2.2).
///
/// Scheme and host are in lower case, a default port is gone, an empty path is `/`, dot segments are resolved, percent
/// encodings are in upper case and those of unreserved characters are decoded. Two URIs that differ only in these are
/// equal. The query is kept whole.
public struct TargetURI: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in lower case, such as `https`.
    public let scheme: String
    /// Host and, if it is not the scheme's default, port.
    public let authority: String
    /// The path without dot segments; `/` for an empty one.
    public let path: String
    /// What follows `?`; nil without one.
    public let query: String?

    /// Reads an absolute URI with an authority.
    ///
    /// Visible ASCII, and bytes above 0x7F, which are percent-encoded; user information, spaces and control bytes are
    /// refused. A colon or bracket in the host is refused unless `[` begins it and `]` ends it: so is a `[` without its
    /// `]`, and a `]` without its `[`. What stands between the two is not checked to be an address. The port is digits
    /// up to 65535, five at most, or nothing.
    ///
    /// Throws ``TargetURIError`` with the offset of the first byte that does not fit.
    public init(_ text: String) throws(TargetURIError) {
        if let normal = Self(normal: text) {
            self = normal
            return
        }
        let parts = try URIReference(text)
        guard let scheme = parts.scheme else { throw TargetURIError(offset: 0, expected: "a scheme and \"://\"") }
        guard let authority = parts.authority else {
            throw TargetURIError(offset: scheme.count + 1, expected: "\"//\" and an authority")
        }
        self = try TargetURI(
            scheme: scheme, authority: authority, authorityOffset: scheme.count + 3,
            path: parts.path, query: parts.query)
    }

    init(
        scheme: [UInt8], authority: [UInt8], authorityOffset: Int, path: [UInt8], query: [UInt8]?
    ) throws(TargetURIError) {
        let scheme = scheme.map(\.lowercased)
        self.scheme = FieldLine.text(scheme)
        self.authority = try Self.normalizedAuthority(authority, scheme: self.scheme, offset: authorityOffset)
        let decoded = PercentEncoding.normalized(path)
        self.path = FieldLine.text(DotSegments.removed(from: decoded.isEmpty ? [0x2F] : decoded))
        self.query = query.map { FieldLine.text(PercentEncoding.normalized($0)) }
    }

    /// Puts the URI of a request together from the scheme of its connection, the value of its Host, and its target in
    /// origin form; an empty target is that of `*` (RFC 9110 §7.1, RFC 9112 §3.3).
    ///
    /// Bytes that are no UTF-8 count as one character each. Throws what ``init(_:)`` throws for `scheme://` with both
    /// behind it.
    public init(scheme: String, host: [UInt8], target: [UInt8]) throws(TargetURIError) {
        if let normal = Self(normal: scheme, host.span, target.span) {
            self = normal
        } else {
            try self.init("\(scheme)://\(FieldLine.text(host))\(FieldLine.text(target))")
        }
    }

    private init?(normal text: String) {
        var text = text
        let parts: TargetURI? = text.withUTF8 { bytes in
            let scheme = bytes.starts(with: "https://".utf8) ? "https" : "http"
            let start = scheme.utf8.count + 3
            guard bytes.count > start, scheme == "https" || bytes.starts(with: "http://".utf8),
                let hostEnd = bytes[start...].firstIndex(of: 0x2F)
            else { return nil }
            return TargetURI(
                normal: scheme, bytes.span.extracting(start..<hostEnd), bytes.span.extracting(hostEnd...))
        }
        guard let parts else { return nil }
        self = parts
    }

    /// The URI of a request whose parts show at a glance that normalisation would not change them, as most do; nil for
    /// others, which ``init(scheme:host:target:)`` takes too.
    package init?(normal scheme: String, _ host: Span<UInt8>, _ target: Span<UInt8>) {
        guard scheme == "http" || scheme == "https", Self.isNormal(host, defaultPort: scheme == "http" ? 80 : 443),
            let pathEnd = Self.endOfNormalPath(target)
        else { return nil }
        self.scheme = scheme
        authority = String(ascii: host)
        path = String(ascii: target.extracting(..<pathEnd))
        query = pathEnd < target.count ? String(ascii: target.extracting((pathEnd + 1)...)) : nil
    }

    /// A name or an IPv4 address, in lower case and without percent encodings, and perhaps a port as short as it can be
    /// that is not the default.
    private static func isNormal(_ host: Span<UInt8>, defaultPort: Int) -> Bool {
        var index = 0
        while index < host.count {
            let byte = host[index]
            guard byte &- 0x61 < 26 || byte.isDigit || byte == 0x2D || byte == 0x2E else { break }
            index += 1
        }
        guard index > 0 else { return false }
        if index == host.count { return true }
        let digits = host.extracting((index + 1)...)
        guard host[index] == 0x3A, 1...5 ~= digits.count, digits[0] != 0x30 else { return false }
        var port = 0
        for index in 0..<digits.count {
            guard digits[index].isDigit else { return false }
            port = port * 10 + Int(digits[index] & 15)
        }
        return port <= 65535 && port != defaultPort
    }

    /// Where the path of a target ends that begins with a slash and has no percent encoding, fragment, or segment that
    /// begins with a dot; nil for others.
    private static func endOfNormalPath(_ target: Span<UInt8>) -> Int? {
        guard !target.isEmpty, target[0] == 0x2F else { return nil }
        var pathEnd = target.count
        for index in 0..<target.count {
            let byte = target[index]
            guard byte &- 0x21 < 0x7F - 0x21, byte != 0x25, byte != 0x23 else { return nil }
            if byte == 0x3F, pathEnd == target.count { pathEnd = index }
            if byte == 0x2E, index < pathEnd, target[index - 1] == 0x2F { return nil }
        }
        return pathEnd
    }

    init(scheme: String, authority: String, path: String, query: String?) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
    }

    /// Stands where no question depends on the URI.
    static let placeholder = TargetURI(scheme: "https", authority: "placeholder.invalid", path: "/", query: nil)

    /// The scheme and authority: two URIs with the same origin are under one control (RFC 9110 §4.3.1).
    public var origin: String { scheme + "://" + authority }

    /// Path and query, as a request line carries them (RFC 9112 §3.2.1).
    public var originForm: String { path + (query.map { "?" + $0 } ?? "") }

    public var description: String { origin + originForm }

    /// The URI that a reference in this URI's response names, such as a Location value; nil when it is none
    /// (RFC 3986 §5.2).
    public func resolving(_ reference: String) -> TargetURI? {
        guard let parts = try? URIReference(reference) else { return nil }
        if let scheme = parts.scheme {
            guard let authority = parts.authority else { return nil }
            return try? TargetURI(
                scheme: scheme, authority: authority, authorityOffset: 0, path: parts.path, query: parts.query)
        }
        let ownScheme = Array(scheme.utf8)
        if let authority = parts.authority {
            return try? TargetURI(
                scheme: ownScheme, authority: authority, authorityOffset: 0, path: parts.path, query: parts.query)
        }
        var path = Array(self.path.utf8)
        var query = parts.query
        if parts.path.isEmpty {
            query = query ?? self.query.map { Array($0.utf8) }
        } else if parts.path[0] == 0x2F {
            path = parts.path
        } else {
            path = path[...(path.lastIndex(of: 0x2F) ?? 0)] + parts.path
        }
        return try? TargetURI(
            scheme: ownScheme, authority: Array(authority.utf8), authorityOffset: 0, path: path, query: query)
    }

    private static func normalizedAuthority(
        _ bytes: [UInt8], scheme: String, offset: Int
    ) throws(TargetURIError) -> String {
        if let at = bytes.firstIndex(of: 0x40) {
            throw TargetURIError(offset: offset + at, expected: "a host without user information")
        }
        var hostEnd = bytes.count
        let bracket = bytes.lastIndex(of: 0x5D)
        if let colon = bytes.lastIndex(of: 0x3A), colon > (bracket ?? -1) { hostEnd = colon }
        guard hostEnd > 0 else { throw TargetURIError(offset: offset, expected: "a host") }
        // Colons and brackets belong to an address in brackets alone (RFC 3986 §3.2.2).
        let isLiteral = bytes[0] == 0x5B && bytes[hostEnd - 1] == 0x5D
        let name = isLiteral ? bytes[1..<max(1, hostEnd - 1)] : bytes[..<hostEnd]
        if let wrong = name.firstIndex(where: { $0 == 0x5B || $0 == 0x5D || ($0 == 0x3A && !isLiteral) }) {
            throw TargetURIError(offset: offset + wrong, expected: "a byte of the host")
        }
        let digits = bytes[hostEnd...].dropFirst()
        if let wrong = digits.firstIndex(where: { !$0.isDigit }) {
            throw TargetURIError(offset: offset + wrong, expected: "a digit of the port")
        }
        guard digits.count <= 5, Int(FieldLine.text(Array(digits))) ?? 0 <= 65535 else {
            throw TargetURIError(offset: offset + hostEnd + 1, expected: "a port of at most 65535")
        }
        let host = FieldLine.text(PercentEncoding.normalizedHost(bytes[..<hostEnd]))
        let port = Int(FieldLine.text(Array(digits)))
        let isDefault = port == nil || port == (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
        return isDefault ? host : host + ":" + String(port ?? 0)
    }
}

/// Why a text is no target URI: where, and what was expected there.
public struct TargetURIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Bytes from the start of the text.
    public let offset: Int
    /// What would have been right there, as the object of "expected".
    public let expected: String

    public var description: String { "expected \(expected) at offset \(offset)" }
}

extension String {
    fileprivate init(ascii bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
