public import CachingClient
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A transport over URLSession, for http and https.
///
/// - No redirect is followed, no cache, cookie jar or store of passwords is used; a 401 is an answer like any other.
/// - The head is there before the content, which streams through less than 1 MB of memory and waits for its reader.
/// - `Accept-Encoding: identity` is sent unless the request says otherwise. Content that comes coded all the same is
///   delivered decoded, as Foundation has it, under fields that say so: without Content-Encoding, Content-Length and the
///   digests of the coded bytes, and with a weak entity tag.
/// - Request content in memory goes with its length, a stream in chunks: Content-Length is Foundation's to set.
///
/// On Linux each transfer under way has a session of its own and, while it waits for its reader, a thread; 1xx heads are
/// delivered there only. `Documentation/URLSession.md` has what else Foundation does there that no caller can help.
public final class URLSessionTransport: Transport {
    /// Seconds that the origin may be silent while somebody waits for it; nil for ever.
    public let timeout: Double?
    private let sessions: SessionPool

    /// - Parameters:
    ///   - configuration: what its sessions are made from, such as for a proxy or TLS; its caches, cookies, credentials
    ///     and any ``CachingURLProtocol`` in it are left out, and its time-out for a request is replaced by the next.
    ///   - timeout: in seconds.
    public init(_ configuration: URLSessionConfiguration = .ephemeral, timeout: Double? = 60) {
        self.timeout = timeout
        let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        own.urlCache = nil
        own.requestCachePolicy = .reloadIgnoringLocalCacheData
        own.httpCookieStorage = nil
        own.httpShouldSetCookies = false
        own.urlCredentialStorage = nil
        own.protocolClasses = own.protocolClasses?.filter { !($0 is CachingURLProtocol.Type) }
        own.timeoutIntervalForRequest = Self.never
        sessions = SessionPool(own)
    }

    /// A week, as Foundation has it for whole resources: the larger ones overflow somewhere in it.
    private static let never = 604_800.0

    /// Throws ``URLSessionTransportError`` and `CancellationError`; so does the content.
    public func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        let target = request.head.target
        guard target.scheme == "http" || target.scheme == "https" else {
            throw URLSessionTransportError.schemeNotSupported(target.scheme)
        }
        guard var urlRequest = request.head.urlRequest else {
            throw URLSessionTransportError.notAURL(target.description)
        }
        try Task.checkCancellation()
        if !request.head.fields.contains("Accept-Encoding") {
            urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        urlRequest.setValue(nil, forHTTPHeaderField: "Content-Length")
        urlRequest.setValue(nil, forHTTPHeaderField: "Transfer-Encoding")
        urlRequest.httpShouldHandleCookies = false
        urlRequest.timeoutInterval = Self.never
        CachingURLProtocol.markAsInner(&urlRequest)
        var upload: UploadStream?
        if let bytes = request.content.bytes {
            urlRequest.httpBody = bytes.isEmpty ? nil : Data(bytes)
        } else {
            let stream = UploadStream(request.content)
            urlRequest.httpBodyStream = stream.stream
            upload = stream
        }
        let onInterim = request.onInterim
        let transfer = sessions.start(
            urlRequest, to: target.origin, upload: upload, timeout: timeout, onInterim: { onInterim(ResponseHead($0)) })
        return try await response(of: transfer, to: request.head)
    }

    private func response(of transfer: Transfer, to request: RequestHead) async throws -> IncomingResponse {
        let content = TransferContent(transfer)
        let head = try DecodedContent.head(ResponseHead(try await transfer.head()), to: request)
        let isEmpty = request.method == .head || head.status.value == 204 || head.status.value == 304
        if isEmpty { content.letEnd() }
        return IncomingResponse(
            head: head, content: isEmpty ? .empty : Content(content, length: head.contentLength))
    }
}

/// The content of a response; gives the transfer up when the last reference goes before the end.
private final class TransferContent: ContentSource {
    private let transfer: Transfer
    private let mayEnd = Locked(false)

    init(_ transfer: Transfer) { self.transfer = transfer }

    deinit {
        if !mayEnd.withLock({ $0 }) { transfer.giveUp() }
    }

    /// There is no content, and the transfer ends by itself.
    func letEnd() { mayEnd.withLock { $0 = true } }

    func next() async throws -> ArraySlice<UInt8>? { try await transfer.next() }
}
