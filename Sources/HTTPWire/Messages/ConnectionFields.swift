public import HTTPCacheSemantics

/// The fields that are about one connection and never pass through (RFC 9110 §7.6.1).
public enum ConnectionFields {
    /// Those that are known to be, whether Connection names them or not. The three `Proxy-Auth…` fields are between a
    /// client and its proxy (RFC 9110 §11.7); Trailer announces what the next sender may leave out.
    public static let known = [
        "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
        "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    ]

    /// The options that the Connection lines list, in lower case; what is no token is left out.
    public static func options(in fields: FieldSection) -> Set<String> {
        var options: Set<String> = []
        for value in fields.values(of: "Connection") {
            var list = ListScanner()
            while let element = list.next(in: value.span) {
                let bytes = value[element]
                guard !bytes.isEmpty, bytes.allSatisfy(\.isTokenByte) else { continue }
                options.insert(String(decoding: bytes.map(\.inLowerCase), as: UTF8.self))
            }
        }
        return options
    }

    /// Whether a field of this name belongs to the connection; `options` are those of the same message.
    public static func contains(_ name: [UInt8], options: Set<String>) -> Bool {
        let name = String(decoding: name.map(\.inLowerCase), as: UTF8.self)
        return lowerCaseNames.contains(name) || options.contains(name)
    }

    private static let lowerCaseNames = Set(
        known.map { String(decoding: $0.utf8.map(\.inLowerCase), as: UTF8.self) })
}

extension FieldSection {
    /// The lines that pass through, in order and byte for byte: without Connection, what it names, and the other fields
    /// of the connection.
    ///
    /// Trailers are cleaned with the header section's options: pass `options` for them.
    public func withoutConnectionFields(options: Set<String>? = nil) -> FieldSection {
        // Most messages have none: each line's name need not be made a text then.
        if options?.isEmpty ?? true, !hasConnectionFields { return self }
        let options = options ?? ConnectionFields.options(in: self)
        var kept = FieldSection()
        for line in lines where !ConnectionFields.contains(line.name, options: options) {
            kept.append(name: line.name, value: line.value)
        }
        return kept
    }
}

extension FieldSection {
    /// The lines that may stand in a trailer section: none that frame, route, modify or authenticate a message, or say
    /// how to read its content (RFC 9110 §6.5.1). Whoever merges trailers into a header section would be misled by
    /// those.
    var allowedAsTrailers: FieldSection {
        guard !isEmpty else { return self }
        var kept = withoutConnectionFields()
        for name in Self.neverTrailers { kept.remove(name) }
        return kept
    }

    private static let neverTrailers = [
        "Age", "Authorization", "Cache-Control", "Content-Encoding", "Content-Length", "Content-Range", "Content-Type",
        "Cookie", "Date", "Expect", "Expires", "Host", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
        "If-Unmodified-Since", "Location", "Max-Forwards", "Pragma", "Range", "Retry-After", "Set-Cookie", "Vary",
        "WWW-Authenticate",
    ]
}
