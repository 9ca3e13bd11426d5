import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPDate

/// The cookies of an exchange as a HAR lists them, read as a user agent would (RFC 6265 §5.2, §5.4).
enum ArchiveCookies {
    /// Those of Cookie: names and values.
    static func sent(_ fields: FieldSection) -> JSONValue {
        let pairs = fields.values(of: "Cookie").flatMap { $0.split(separator: UInt8(ascii: ";")) }
        return .array(pairs.compactMap { pair(trimmed($0)) }.map { .object($0) })
    }

    /// Those of Set-Cookie, with the attributes that a HAR knows; `received` is what Max-Age counts from.
    static func set(_ fields: FieldSection, received: HTTPDate) -> JSONValue {
        .array(fields.values(of: "Set-Cookie").compactMap { cookie($0[...], received) })
    }

    /// Nil for a line without a name or without `=`, which is ignored whole.
    private static func cookie(_ line: ArraySlice<UInt8>, _ received: HTTPDate) -> JSONValue? {
        var parts = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        guard let first = parts.popFirst(), var members = pair(trimmed(first)) else { return nil }
        // The last of each counts.
        var attributes: [String: ArraySlice<UInt8>] = [:]
        for part in parts {
            let (name, value) = divided(part) ?? (trimmed(part), [])
            attributes[FieldLine.text(Array(name)).lowercased()] = value
        }
        if let path = attributes["path"], path.first == UInt8(ascii: "/") { members.append(.init("path", text(path))) }
        if let domain = attributes["domain"], !domain.isEmpty { members.append(.init("domain", text(domain))) }
        if let expires = expiry(attributes, received) {
            members.append(.init("expires", .string(ArchiveRecorder.isoTime(expires))))
        }
        members.append(.init("httpOnly", .boolean(attributes["httponly"] != nil)))
        members.append(.init("secure", .boolean(attributes["secure"] != nil)))
        return .object(members)
    }

    /// Max-Age goes before Expires.
    private static func expiry(_ attributes: [String: ArraySlice<UInt8>], _ received: HTTPDate) -> HTTPDate? {
        if let text = attributes["max-age"], let seconds = Int64(FieldLine.text(Array(text))) {
            return received.adding(seconds: max(0, seconds))
        }
        return attributes["expires"].flatMap { HTTPDate.parseIfValid(Array($0).span, relativeTo: received)?.date }
    }

    private static func pair(_ text: ArraySlice<UInt8>) -> [JSONValue.Member]? {
        guard let (name, value) = divided(text), !name.isEmpty else { return nil }
        return [.init("name", Self.text(name)), .init("value", Self.text(value))]
    }

    private static func divided(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (trimmed(text[..<sign]), trimmed(text[(sign + 1)...]))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = text.drop(while: isBlank)
        return start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> JSONValue { .string(FieldLine.text(Array(bytes))) }
}
