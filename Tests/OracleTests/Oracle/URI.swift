/// RFC 9110 §4.2.3 and RFC 3986 §5: when two URIs are one, and what a reference refers to.
extension Oracle {
    struct URI: Equatable {
        var scheme: String
        /// Host and port as the origin has them; the port always present.
        var host: String
        var port: String
        var path: String
        var query: String?

        var origin: String { "\(scheme)://\(host):\(port)" }

        /// The normal form, without fragment and default port.
        var written: String {
            let shown = port == URI.defaultPort(scheme) ? "" : ":\(port)"
            return "\(scheme)://\(host)\(shown)\(path)" + (query.map { "?\($0)" } ?? "")
        }

        static func defaultPort(_ scheme: String) -> String {
            scheme == "http" ? "80" : "443"
        }
    }

    /// An http or https URI in normal form; nil for anything else, one with userinfo included.
    static func uri(_ text: String) -> URI? {
        guard isURIText(text), let (scheme, rest) = schemeAndRest(text), ["http", "https"].contains(scheme) else {
            return nil
        }
        guard rest.hasPrefix("//") else { return nil }
        let pieces = split(String(rest.dropFirst(2)), pathFirst: false)
        guard !pieces.authority.isEmpty, !pieces.authority.contains("@") else { return nil }
        var host = pieces.authority
        var port = ""
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            port = String(host[host.index(after: colon)...])
            host = String(host[..<colon])
        }
        guard !host.isEmpty, port.utf8.allSatisfy(isDigit) else { return nil }
        // §3.2.2: colons and brackets make an address in brackets, and nothing else.
        let isLiteral = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 1
        let name = isLiteral ? host.dropFirst().dropLast() : host[...]
        guard !name.contains("["), !name.contains("]"), isLiteral || !name.contains(":") else { return nil }
        while port.count > 1, port.hasPrefix("0") { port.removeFirst() }
        if port.isEmpty { port = URI.defaultPort(scheme) }
        let path = removingDotSegments(normalizedEscapes(pieces.path))
        return URI(
            scheme: scheme, host: lower(host), port: port, path: path.isEmpty ? "/" : path,
            query: pieces.query.map(normalizedEscapes))
    }

    /// RFC 3986 §5.2.
    static func resolve(_ reference: String, against base: URI) -> URI? {
        guard isURIText(reference) else { return nil }
        if schemeAndRest(reference) != nil { return uri(reference) }
        if reference.hasPrefix("//") { return uri("\(base.scheme):\(reference)") }
        let pieces = split(reference, pathFirst: true)
        var target = base
        if pieces.path.isEmpty {
            target.query = pieces.query.map(normalizedEscapes) ?? base.query
            return target
        }
        var path = pieces.path
        if !path.hasPrefix("/") {
            let directory = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
            path = directory + path
        }
        target.path = removingDotSegments(normalizedEscapes(path))
        target.query = pieces.query.map(normalizedEscapes)
        return target
    }

    static func isURIText(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        // §2.1: a percent sign stands before two hexadecimal digits.
        let isEncoded = bytes.indices.allSatisfy { index in
            bytes[index] != 0x25
                || (index + 2 < bytes.count
                    && bytes[(index + 1)...(index + 2)].allSatisfy { Array("0123456789abcdefABCDEF".utf8).contains($0) })
        }
        return isEncoded && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Array("\"<>\\^`{|}".utf8).contains($0) }
    }

    private static func schemeAndRest(_ text: String) -> (String, String)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        guard let first = scheme.utf8.first, isAlpha(first) else { return nil }
        guard scheme.utf8.allSatisfy({ isAlpha($0) || isDigit($0) || Array("+-.".utf8).contains($0) }) else {
            return nil
        }
        return (lower(String(scheme)), String(text[text.index(after: colon)...]))
    }

    private static func split(
        _ text: String, pathFirst: Bool
    ) -> (authority: String, path: String, query: String?) {
        let withoutFragment = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
        let halves = withoutFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = halves.count > 1 ? String(halves[1]) : nil
        if pathFirst { return ("", String(halves[0]), query) }
        guard let slash = halves[0].firstIndex(of: "/") else { return (String(halves[0]), "", query) }
        return (String(halves[0][..<slash]), String(halves[0][slash...]), query)
    }

    /// Unreserved characters bare, all other escapes with upper-case digits.
    private static func normalizedEscapes(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var position = 0
        func hex(_ byte: UInt8) -> UInt8? {
            if isDigit(byte) { return byte - 0x30 }
            let small = byte | 0x20
            return small >= 0x61 && small <= 0x66 ? small - 0x61 + 10 : nil
        }
        while position < bytes.count {
            if bytes[position] == 0x25, position + 2 < bytes.count, let high = hex(bytes[position + 1]),
                let low = hex(bytes[position + 2])
            {
                let byte = high * 16 + low
                if isAlpha(byte) || isDigit(byte) || Array("-._~".utf8).contains(byte) {
                    output.append(byte)
                } else {
                    output += [0x25] + Array("0123456789ABCDEF".utf8)[Int(high)...Int(high)]
                    output += Array("0123456789ABCDEF".utf8)[Int(low)...Int(low)]
                }
                position += 3
            } else {
                output.append(bytes[position])
                position += 1
            }
        }
        return self.text(output)
    }

    /// RFC 3986 §5.2.4, for paths that begin with a slash.
    private static func removingDotSegments(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let last = index == segments.count - 1
            if segment == ".." {
                if !kept.isEmpty { kept.removeLast() }
                if last { kept.append("") }
            } else if segment == "." {
                if last { kept.append("") }
            } else {
                kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
