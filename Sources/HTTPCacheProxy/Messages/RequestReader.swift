import HTTPCacheSemantics
import HTTPWire
import Locking

/// A client's request as the cache sees it, and its target as the origin will.
struct ReceivedRequest: Sendable {
    /// With the target URI, and without the fields of the connection.
    let head: RequestHead
    /// In origin form, byte for byte as received (RFC 9110 §7.7), or `*`.
    let target: [UInt8]
    /// Host and target as written, where that is not the target URI's normal form; else empty.
    ///
    /// Part of the key: the origin sees what was written and may tell apart what a normalised URI does not, so that one
    /// must not be answered with the other.
    let partition: String
    /// This proxy's entry in Via (RFC 9110 §7.6.3).
    let via: String
    /// Whether the request may wait for another.
    let collapses: Bool

    /// The head for the origin.
    var forwarded: RequestHead {
        var fields = head.fields
        fields.append(name: "Via", value: via)
        return head.with(fields: fields)
    }
}

/// Makes out what a request is for (RFC 9110 §7.1) and whether it is for us.
struct RequestReader: Sendable {
    private let upstreamAuthority: String
    private let pseudonym: Pseudonym
    /// The authorities in absolute-form targets that mean this proxy or its upstream; shared by all copies, as where the
    /// proxy listens shows only when it does.
    private let authorities: Locked<Set<String>>

    init(_ configuration: ProxyConfiguration) {
        pseudonym = Pseudonym(configuration.name)
        let upstream = try? TargetURI("http://\(configuration.upstreamAuthority)/").authority
        upstreamAuthority = upstream ?? configuration.upstreamAuthority
        authorities = Locked([upstreamAuthority])
    }

    var ownAuthorities: Set<String> { authorities.withLock { $0 } }

    /// Says where the proxy listens.
    func own(_ address: SocketAddress) {
        for text in ["\(address)", "localhost:\(address.port)"] {
            guard let own = try? TargetURI("http://\(text)/").authority else { continue }
            authorities.withLock { _ = $0.insert(own) }
        }
    }

    /// Throws the answer where there is nothing to forward.
    func read(_ wire: WireRequestHead) throws(OwnAnswer) -> ReceivedRequest {
        var fields = wire.fields.withoutConnectionFields()
        if wire.version < .http11 {
            // To be ignored (RFC 9110 §10.1.1), so it must not be passed on as if it had been understood.
            fields.remove("Expect")
            if !fields.contains("Host") { fields.append(name: "Host", value: upstreamAuthority) }
        }
        var host = fields.firstValue(of: "Host") ?? []
        // As most are: what was written is the URI.
        let normal = wire.form == .origin ? TargetURI(normal: "http", host.span, wire.target.span) : nil
        let uri: TargetURI
        do {
            uri = try normal ?? targetURI(of: wire, host)
        } catch {
            throw OwnAnswer(400, "the target is no URI: \(error)")
        }
        var target = wire.target
        if wire.form == .absolute {
            guard uri.scheme == "http", ownAuthorities.contains(uri.authority) else {
                throw OwnAnswer(421, "only requests for \(upstreamAuthority) are forwarded from here")
            }
            // The target's authority takes the place of Host (RFC 9112 §3.2.2).
            host = Array(uri.authority.utf8)
            fields.set("Host", to: host)
            target = wire.originForm
        }
        // Before anything waits for an answer: it might be the answer to itself.
        let passage = pseudonym.passage(of: fields)
        if passage == .loop { throw OwnAnswer(508, "the request has come through here before") }
        try forward(&fields, wire)
        return ReceivedRequest(
            head: RequestHead(method: wire.method, target: uri, fields: fields), target: target,
            partition: normal == nil ? Self.partition(host, target, uri) : "",
            via: pseudonym.entry(receivedIn: wire.version), collapses: passage == .first)
    }

    private static func partition(_ host: [UInt8], _ target: [UInt8], _ uri: TargetURI) -> String {
        if host.elementsEqual(uri.authority.utf8), isOriginForm(target, of: uri) || target == [0x2A] { return "" }
        // One character a byte: what is another byte is another text.
        return FieldLine.text(host) + String(String.UnicodeScalarView(target.map { Unicode.Scalar($0) }))
    }

    private static func isOriginForm(_ target: [UInt8], of uri: TargetURI) -> Bool {
        let path = uri.path.utf8
        guard target.starts(with: path) else { return false }
        let rest = target.dropFirst(path.count)
        guard let query = uri.query else { return rest.isEmpty }
        return rest.first == 0x3F && rest.dropFirst().elementsEqual(query.utf8)
    }

    private func targetURI(of wire: WireRequestHead, _ host: [UInt8]) throws(TargetURIError) -> TargetURI {
        if wire.form == .absolute { return try TargetURI(wire.targetText) }
        return try TargetURI(scheme: "http", host: host, target: wire.form == .asterisk ? [] : wire.target)
    }

    /// Max-Forwards of TRACE and OPTIONS (RFC 9110 §7.6.2).
    private func forward(_ fields: inout FieldSection, _ wire: WireRequestHead) throws(OwnAnswer) {
        let isTrace = wire.method.name == "TRACE"
        guard isTrace || wire.method.name == "OPTIONS", fields.contains("Max-Forwards") else { return }
        let values = fields.values(of: "Max-Forwards")
        guard values.count == 1, let text = values.first, !text.isEmpty, text.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return
        }
        let count = text.reduce(0) { min($0 * 10 + Int($1 & 15), 1_000_000) }
        guard count == 0 else { return fields.set("Max-Forwards", to: String(count - 1)) }
        guard isTrace else {
            throw OwnAnswer(204, "the proxy's own options", fields: FieldSection(), content: [])
        }
        throw OwnAnswer(
            200, "the request as it arrived", fields: FieldSection([("Content-Type", "message/http")]),
            content: Self.trace(wire))
    }

    /// The request as it came, without what may be secret (RFC 9110 §9.3.8).
    private static func trace(_ wire: WireRequestHead) -> [UInt8] {
        var fields = wire.fields
        for secret in ["Authorization", "Cookie", "Proxy-Authorization"] { fields.remove(secret) }
        var bytes = Array("\(wire.method.name) ".utf8) + wire.target + Array(" \(wire.version)\r\n".utf8)
        fields.forEachLine { name, value in
            bytes += name.withUnsafeBufferPointer { Array($0) } + [0x3A, 0x20]
            bytes += value.withUnsafeBufferPointer { Array($0) } + [0x0D, 0x0A]
        }
        return bytes + [0x0D, 0x0A]
    }
}
