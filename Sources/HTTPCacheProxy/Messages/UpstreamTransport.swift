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

    init(_ transport: SocketTransport, _ configuration: ProxyConfiguration, _ clock: WallClock) {
        self.transport = transport
        self.clock = clock
        endpoint = configuration.upstream
        name = configuration.name
        rewrittenHost = configuration.rewritesHost ? configuration.upstreamAuthority : nil
    }

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        var fields = request.head.fields
        if let rewrittenHost {
            fields.set("Host", to: rewrittenHost)
        } else if !fields.contains("Host") {
            fields.append(name: "Host", value: request.head.target.authority)
        }
        let target = request.target ?? Array(request.head.target.originForm.utf8)
        let head = try WireRequestHead(method: request.head.method, target: target, fields: fields)
        let onInterim = request.onInterim
        let response = try await transport.send(
            head, content: RequestContent(request.content), to: endpoint, onInterim: { onInterim($0.head) })
        // No answer (RFC 9110 §15): what is stored may stand in for it as for one that is malformed.
        guard response.head.status.value < 600 else { throw ClientError.unexpectedStatus(response.head.status) }
        return IncomingResponse(
            head: ResponseHead(status: response.head.status, fields: received(response.head)),
            content: Content(WireContent(response.content, of: response.head.fields)))
    }

    /// The fields that pass through, with Via (RFC 9110 §7.6.3) and, where there is none, Date (§6.6.1).
    private func received(_ head: WireResponseHead) -> FieldSection {
        var fields = head.fields.withoutConnectionFields()
        if !fields.contains("Date") { fields.append(name: "Date", value: clock.now.description) }
        fields.append(name: "Via", value: "1.\(head.version.minor) \(name)")
        return fields
    }
}
