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
        var attributes = Attributes()
        for part in parts {
            let (name, value) = divided(part) ?? (trimmed(part), [])
            attributes.add(FieldLine.text(Array(name)).lowercased(), value, received)
        }
        if let path = attributes.path { members.append(.init("path", text(path))) }
        if let domain = attributes.domain { members.append(.init("domain", text(domain))) }
        if let expires = attributes.maxAge ?? attributes.expires {
            members.append(.init("expires", .string(ArchiveRecorder.isoTime(expires))))
        }
        members.append(.init("httpOnly", .boolean(attributes.isHTTPOnly)))
        members.append(.init("secure", .boolean(attributes.isSecure)))
        return .object(members)
    }

    /// Of each the last counts that is not to be ignored; Max-Age goes before Expires (RFC 6265 §5.2.1 to §5.2.6, §5.3).
    private struct Attributes {
        var path: ArraySlice<UInt8>?
        var domain: ArraySlice<UInt8>?
        var maxAge: HTTPDate?
        var expires: HTTPDate?
        var isHTTPOnly = false
        var isSecure = false

        mutating func add(_ name: String, _ value: ArraySlice<UInt8>, _ received: HTTPDate) {
            switch name {
            case "path": path = value.first == UInt8(ascii: "/") ? value : nil
            case "domain": domain = value.isEmpty ? domain : value
            case "max-age": maxAge = seconds(value).map { received.adding(seconds: $0) } ?? maxAge
            case "expires":
                expires = HTTPDate.parseIfValid(Array(value).span, relativeTo: received)?.date ?? expires
            case "httponly": isHTTPOnly = true
            case "secure": isSecure = true
            default: break
            }
        }

        /// Digits behind an optional minus; all that is not positive has passed already.
        private func seconds(_ value: ArraySlice<UInt8>) -> Int64? {
            let isNegative = value.first == UInt8(ascii: "-")
            let digits = value.dropFirst(isNegative ? 1 : 0)
            guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            return isNegative ? 0 : Int64(FieldLine.text(Array(digits))) ?? .max
        }
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
