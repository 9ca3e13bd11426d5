import CachingClient
import HTTPCacheSemantics
import HTTPDate
import HTTPWire

/// The way to the one origin server: whatever a request's target URI is, it goes there.
struct UpstreamTransport: Transport {
    private let transport: SocketTransport
    private let endpoint: Endpoint
    private let name: String
    private let rewrittenHost: String?
    private let clock: WallClock

    /// A request that came through here so many times goes round in circles.
    private static let maximumPasses = 4

    init(_ transport: SocketTransport, _ configuration: ProxyConfiguration, _ clock: WallClock) {
        self.transport = transport
        self.clock = clock
        endpoint = configuration.upstream
        name = configuration.name
        rewrittenHost = configuration.rewritesHost ? configuration.upstreamAuthority : nil
    }

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        var fields = request.head.fields
        if passes(of: fields) >= Self.maximumPasses { throw OwnAnswer(508, "") }
        if let rewrittenHost {
            fields.set("Host", to: rewrittenHost)
        } else if !fields.contains("Host") {
            fields.append(name: "Host", value: request.head.target.authority)
        }
        fields.append(name: "Via", value: "1.1 \(name)")
        let target = request.target ?? Array(request.head.target.originForm.utf8)
        let head = try WireRequestHead(method: request.head.method, target: target, fields: fields)
        let onInterim = request.onInterim
        let response = try await transport.send(
            head, content: RequestContent(request.content), to: endpoint, onInterim: { onInterim($0.head) })
        return IncomingResponse(
            head: ResponseHead(status: response.head.status, fields: received(response.head)),
            content: Content(WireContent(response.content)))
    }

    /// The fields that pass through, with Via (RFC 9110 §7.6.3) and, where there is none, Date (§6.6.1).
    private func received(_ head: WireResponseHead) -> FieldSection {
        var fields = head.fields.withoutConnectionFields()
        if !fields.contains("Date") { fields.append(name: "Date", value: clock.now.description) }
        fields.append(name: "Via", value: "1.\(head.version.minor) \(name)")
        return fields
    }

    /// How often this proxy stands in Via.
    private func passes(of fields: FieldSection) -> Int {
        guard fields.contains("Via") else { return 0 }
        let entries = fields.values(of: "Via").flatMap { $0.split(separator: 0x2C) }
        return entries.count { entry in
            let words = entry.split { $0 == 0x20 || $0 == 0x09 }
            return words.count >= 2 && words[1].elementsEqual(name.utf8)
        }
    }
}
