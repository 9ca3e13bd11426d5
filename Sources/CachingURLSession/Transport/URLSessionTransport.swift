public import CachingClient
import HTTPCacheSemantics
import Locking

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A transport over URLSession, for http and https.
///
/// - No redirect is followed, no cache, cookie jar or store of passwords is used; a 401 is an answer like any other.
/// - The head is there before the content, which streams. What a reader leaves waiting stays in memory up to 1 MB; then
///   the task is suspended, or on Linux, where that would begin the request anew, the rest waits in a file without a
///   name.
/// - `Accept-Encoding: identity` is sent unless the request says otherwise. Content that comes coded all the same is
///   delivered decoded, as Foundation has it, under fields that say so: without Content-Encoding, Content-Length and
///   the digests of the coded bytes, and with a weak entity tag.
/// - Request content is read to its end before the request begins, into a file where it is long, and goes with its
///   length. On Linux up to 64 MB of a file are in memory while they are sent.
///
/// 1xx heads are delivered on Linux only. `Documentation/URLSession.md` has what else Foundation does there that no
/// caller can help.
public final class URLSessionTransport: Transport {
    /// Seconds that the origin may be silent while somebody waits for it; nil, and what is no positive number below 10^9,
    /// is for ever.
    public let timeout: Double?
    /// Bytes of one response that may wait on disk for its reader, on Linux; beyond it the transfer fails.
    public let overflowLimit: Int
    private let session: URLSession
    private let delegate: SessionDelegate

    /// - Parameters:
    ///   - configuration: what its session is made from, such as for a proxy or TLS; caches, cookies, credentials and
    ///     any ``CachingURLProtocol`` in it are left out, and its time-out for a request is replaced by the next.
    ///   - timeout: in seconds.
    ///   - overflowLimit: in bytes.
    public init(
        _ configuration: URLSessionConfiguration = .ephemeral, timeout: Double? = 60, overflowLimit: Int = 1 << 30
    ) {
        self.timeout = timeout
        self.overflowLimit = max(0, overflowLimit)
        let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        own.urlCache = nil
        own.requestCachePolicy = .reloadIgnoringLocalCacheData
        own.httpCookieStorage = nil
        own.httpShouldSetCookies = false
        own.urlCredentialStorage = nil
        own.protocolClasses = own.protocolClasses?.filter { !($0 is CachingURLProtocol.Type) }
        own.timeoutIntervalForRequest = Self.never
        delegate = SessionDelegate()
        #if canImport(FoundationNetworking)
            session = URLSession(configuration: own, delegate: delegate, delegateQueue: TransferQueue())
        #else
            session = URLSession(configuration: own, delegate: delegate, delegateQueue: nil)
        #endif
    }

    /// What is under way goes on to its end.
    deinit { session.finishTasksAndInvalidate() }

    /// A week, as Foundation has it for whole resources: larger numbers overflow somewhere in it.
    private static let never = 604_800.0

    /// Throws ``URLSessionTransportError`` and `CancellationError`; so does the content.
    public func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        let urlRequest = try urlRequest(for: request.head)
        try Task.checkCancellation()
        let content = try await SpooledContent(request.content)
        let onInterim = request.onInterim
        let transfer = Transfer(content, overflowLimit: overflowLimit) { onInterim(ResponseHead($0)) }
        let task: URLSessionTask
        switch content.storage {
        case .none: task = session.dataTask(with: urlRequest)
        case .memory(let data): task = dataTask(urlRequest, data)
        case .file(let url): task = try uploadTask(urlRequest, url)
        }
        delegate.add(transfer, for: task)
        transfer.start(task, timeout: timeout)
        return try await response(of: transfer, to: request.head)
    }

    private func dataTask(_ request: URLRequest, _ data: Data) -> URLSessionTask {
        var request = request
        request.httpBody = data
        return session.dataTask(with: request)
    }

    private func uploadTask(_ request: URLRequest, _ url: URL) throws(URLSessionTransportError) -> URLSessionTask {
        #if canImport(FoundationNetworking)
            // A task that ends while Foundation reads its file ends the process.
            do {
                let data = try Data(contentsOf: url, options: .alwaysMapped)
                if data.count <= SpooledContent.mappedLimit { return dataTask(request, data) }
            } catch {
                throw .requestContentFailed(error)
            }
        #endif
        return session.uploadTask(with: request, fromFile: url)
    }

    private func urlRequest(for head: RequestHead) throws(URLSessionTransportError) -> URLRequest {
        guard head.target.scheme == "http" || head.target.scheme == "https" else {
            throw .schemeNotSupported(head.target.scheme)
        }
        guard var request = head.urlRequest else { throw .notAURL(head.target.description) }
        if !head.fields.contains("Accept-Encoding") {
            request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        // Framing is Foundation's, and beside what it says itself it would send what is said here.
        request.setValue(nil, forHTTPHeaderField: "Content-Length")
        request.setValue(nil, forHTTPHeaderField: "Transfer-Encoding")
        request.httpShouldHandleCookies = false
        request.timeoutInterval = Self.never
        CachingURLProtocol.markAsInner(&request)
        return request
    }

    private func response(of transfer: Transfer, to request: RequestHead) async throws -> IncomingResponse {
        let content = TransferContent(transfer)
        let received = try ContentLengthLines.checked(ResponseHead(try await transfer.head()))
        let head = try DecodedContent.head(received, to: request)
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
