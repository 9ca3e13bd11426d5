public import CachingClient
public import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLSessionConfiguration {
    /// Has the sessions made from this configuration answered through `client`; call it before they are made.
    ///
    /// Requests that ignore the cache go through a transport made of this configuration as it is now. Foundation's own
    /// cache is taken out of it. The client is kept until the process ends: make one for a cache, not for a request.
    ///
    /// - Parameter bodies: how content is given to tasks on Linux; see ``CachingURLProtocol/Bodies``.
    public func useCache(of client: CachingClient, bodies: CachingURLProtocol.Bodies = .joined) {
        var route = CacheRoute(
            client: client, transport: URLSessionTransport(self),
            cookies: SessionCookies(httpShouldSetCookies ? httpCookieStorage : nil), bodies: bodies)
        for (name, value) in httpAdditionalHeaders ?? [:] {
            route.additionalFields["\(name)"] = "\(value)"
        }
        protocolClasses = [ProtocolRoutes.shared.makeClass(route)] + (protocolClasses ?? [])
        urlCache = nil
    }

    /// The same with what `cache` has on disk as the store, over a transport made of this configuration.
    ///
    /// What the client stores, the cache's own methods find, and the other way round. The policy is that of RFC 9111
    /// for a private cache unless another is given; the cache's own rules are for its own methods. The clock is the
    /// cache's.
    @discardableResult
    public func useCache(
        _ cache: DiskURLCache, policy: CachePolicy = CachePolicy(.private),
        bodies: CachingURLProtocol.Bodies = .joined
    ) -> CachingClient {
        let client = CachingClient(
            transport: URLSessionTransport(self), store: cache.responseStore, policy: policy, clock: cache.core.clock)
        useCache(of: client, bodies: bodies)
        return client
    }
}
