public import CachingClient
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Answers the requests of existing sessions through a `CachingClient`.
///
/// ```swift
/// let configuration = URLSessionConfiguration.default
/// configuration.useCache(of: client)                  // one line, before the session is made
/// let session = URLSession(configuration: configuration)
/// ```
///
/// or, for one cache in a whole process, `CachingURLProtocol.route(to: client)` and
/// `configuration.protocolClasses = [CachingURLProtocol.self] + …`. A subclass has a route of its own.
///
/// `cachePolicy` of a request asks the cache:
///
/// | policy | what is done |
/// |--|--|
/// | useProtocolCachePolicy | as RFC 9111 says |
/// | reloadIgnoringLocalCacheData | past the cache: neither read nor stored; but an unsafe request invalidates |
/// | reloadIgnoringLocalAndRemoteCacheData | the same, and `no-cache` tells other caches |
/// | reloadRevalidatingCacheData | `no-cache`: what is stored is used once the origin has said that it is good |
/// | returnCacheDataElseLoad | `max-stale`: what is stored is used whatever its age, unless it forbids that |
/// | returnCacheDataDontLoad | `max-stale, only-if-cached`: the same, else `URLError.resourceUnavailable` |
///
/// Redirects go to the session, but on Linux, where Foundation ends the process when it is told of one: there they are
/// followed here, each step through the cache. What the session gets carries Cache-Status; errors are `URLError`s with
/// what happened as the underlying error.
///
/// Download tasks, and on Linux upload tasks, hide their content from protocols: see ``Refusal``.
open class CachingURLProtocol: URLProtocol {
    /// How content goes to the session on Linux; elsewhere it always goes as it arrives.
    public enum Bodies: Sendable, Hashable {
        /// In one piece at the end: Foundation on Linux gives a completion handler the last piece alone.
        case joined
        /// As it arrives, for sessions whose tasks all have a delegate that takes data.
        case inPieces
    }

    /// What a protocol cannot do on Linux.
    public enum Refusal: Error, Sendable, Hashable {
        /// Content of an upload task is hidden; give it to a data task as `httpBody`.
        case uploadTask
        /// A download task takes no content from a protocol; use a data task or `DownloadManager`.
        case downloadTask
    }

    /// Has requests that come to this class answered through `client`; nil has them answered by nobody.
    ///
    /// - Parameters:
    ///   - client: answers, for every request that comes to the class; nil for nobody.
    ///   - transport: takes the safe requests that ignore the cache; a transport over URLSession where nothing is said.
    ///   - cookies: are sent, and those that come from the origin are kept; nil for none.
    ///   - bodies: how content goes to the session on Linux.
    public class func route(
        to client: CachingClient?, bypass transport: (any Transport)? = nil, cookies: HTTPCookieStorage? = nil,
        bodies: Bodies = .joined
    ) {
        let route = client.map {
            CacheRoute(
                client: $0, transport: transport ?? URLSessionTransport(), cookies: SessionCookies(cookies),
                bodies: bodies)
        }
        ProtocolRoutes.shared.set(route, for: self)
    }

    /// Whether the class has a client and the request's URL is http or https and can be a target URI.
    ///
    /// On Linux POST, PUT and PATCH without visible content go past the cache: in an upload task it is hidden.
    open override class func canInit(with request: URLRequest) -> Bool {
        guard let scheme = request.url?.scheme?.lowercased(), scheme == "http" || scheme == "https",
            !isInner(request), ProtocolRoutes.shared.route(of: self) != nil
        else { return false }
        return hasVisibleContent(request) && RequestHead(request) != nil
    }

    /// The request itself: what makes two requests one is the cache key's to say.
    open override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    private var load: CachingLoad?
    /// What tells the session, from the start until the stop; the end may lie between.
    private var delivery: ProtocolDelivery?

    /// Asks the client and tells the session what came.
    ///
    /// On Linux it fails at once, with `unsupportedURL` and a ``Refusal`` beneath it, for tasks that hide their
    /// content.
    open override func startLoading() {
        // On Linux each `resume()` of a task that is running starts it once more.
        guard let client, delivery == nil else { return }
        let delivery = ProtocolDelivery(self, client)
        self.delivery = delivery
        // It may have been taken away since the class was asked.
        guard let route = ProtocolRoutes.shared.route(of: type(of: self)) else {
            return delivery.refuse(URLError(.cancelled))
        }
        if let refusal {
            return delivery.refuse(URLError(.unsupportedURL, userInfo: [NSUnderlyingErrorKey: refusal]))
        }
        let load = CachingLoad(route, request, delivery)
        self.load = load
        load.start()
    }

    /// Gives up the answer; the session is told nothing more.
    open override func stopLoading() {
        #if canImport(FoundationNetworking)
            // A task that is cancelled while its end is being told would next be told of its cancellation, and its
            // completion handler be called once more.
            if delivery?.stop() == false { client = nil }
        #else
            delivery?.stop()
        #endif
        delivery = nil
        load?.stop()
        load = nil
    }

    #if canImport(FoundationNetworking)
        private var refusal: Refusal? {
            if task is URLSessionDownloadTask { return .downloadTask }
            return task is URLSessionUploadTask && request.httpBody == nil ? .uploadTask : nil
        }

        /// The methods that always have content have it hidden in an upload task; those go to the origin past the
        /// cache.
        private class func hasVisibleContent(_ request: URLRequest) -> Bool {
            guard ["POST", "PUT", "PATCH"].contains(request.httpMethod ?? "GET") else { return true }
            return request.httpBody != nil || request.httpBodyStream != nil
        }
    #else
        private var refusal: Refusal? { nil }

        private class func hasVisibleContent(_ request: URLRequest) -> Bool { true }
    #endif
}

/// Requests of a transport's own, which are not to come back here where a class is registered for the whole process.
extension CachingURLProtocol {
    #if canImport(FoundationNetworking)
        // Sessions here use no registered classes, and requests lose their properties.
        static func markAsInner(_ request: inout URLRequest) {}

        private static func isInner(_ request: URLRequest) -> Bool { false }
    #else
        private static let innerKey = "CachingURLSession.inner"

        static func markAsInner(_ request: inout URLRequest) {
            guard let mutable = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else { return }
            setProperty(true, forKey: innerKey, in: mutable)
            request = mutable as URLRequest
        }

        private static func isInner(_ request: URLRequest) -> Bool { property(forKey: innerKey, in: request) != nil }
    #endif
}
