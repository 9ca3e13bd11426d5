package import HTTPCacheSemantics
public import HTTPWire

/// Plain http over sockets; other schemes need another transport.
extension SocketTransport: Transport {
    public func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        guard let endpoint = Endpoint(request.head.target) else {
            throw TransportError.schemeNotSupported(request.head.target.scheme)
        }
        let onInterim = request.onInterim
        let response = try await send(
            WireRequestHead(request.head), content: RequestContent(request.content), to: endpoint,
            onInterim: { onInterim($0.head) })
        return IncomingResponse(
            head: response.head.head, content: Content(WireContent(response.content, of: response.head.fields)))
    }
}

/// Why a request was not sent at all.
public enum TransportError: Error, Sendable, Hashable {
    /// The transport does not speak this scheme: `SocketTransport` only http, https goes through URLSession.
    case schemeNotSupported(String)
}

extension RequestContent {
    package init(_ content: Content) {
        if let bytes = content.bytes {
            self = bytes.isEmpty ? .none : .bytes(Array(bytes))
            return
        }
        let pieces = PieceReader(content)
        self = .stream(
            length: content.length, trailers: { pieces.trailers },
            next: { try await pieces.next().map { Array($0) } })
    }
}

/// Content as it comes over a socket, and the trailers that pass with it.
package final class WireContent: ContentSource {
    private let stream: ContentStream
    private let connectionOptions: Set<String>

    /// `fields` are those of the message's head: what Connection names there is no trailer's name either (RFC 9110
    /// §7.6.1).
    package init(_ stream: ContentStream, of fields: FieldSection) {
        self.stream = stream
        connectionOptions = ConnectionFields.options(in: fields)
    }

    package var trailers: FieldSection {
        (stream.trailers ?? FieldSection()).withoutConnectionFields(options: connectionOptions)
    }

    package func next() async throws -> ArraySlice<UInt8>? {
        do {
            return try await stream.makeAsyncIterator().next()?[...]
        } catch .cancelled {
            throw CancellationError()
        }
    }
}
