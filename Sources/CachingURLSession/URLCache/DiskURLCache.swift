public import CachingClient
public import DiskStore
public import Foundation
public import HTTPCacheSemantics
import HTTPDate
import Locking

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A `URLCache` that keeps what it is given on disk, under rules that can be read, and gives back what it was given.
///
/// - Memory before disk; what is found on disk goes back into memory. No file is touched for what the index in memory
///   does not have.
/// - Scheme, host, path and query tell entries apart, and the fields that Vary names; a fragment does not.
/// - What is stale is not given out, since whoever asks cannot validate it, except to a request that wants what is
///   stored whatever its age, or without ``shouldRespectCacheControlHeaders``. A `CachingClient` over ``responseStore``
///   validates it.
/// - A request that ignores the cache, or wants it validated, finds nothing here; the response to one that ignores it
///   is not stored either.
/// - `data`, `userInfo`, `storagePolicy` and of the response URL, status and fields come back as they were, but for the
///   fields that no cache may store (RFC 9111 §3.1) and a Date where there was none. A response whose `userInfo` is no
///   property list with strings for keys stays in memory.
///
/// All calls are for any thread, and work on the caller's. `URLSession` alone makes no cache of this on Linux, where it
/// asks but never stores: see `URLSessionConfiguration.useCache(_:policy:bodies:)`.
///
/// Unchecked as its superclass is; everything that varies is under locks.
open class DiskURLCache: URLCache, @unchecked Sendable {
    let core: URLCacheCore
    let settings = Locked(Settings())

    struct Settings {
        var policy = CachePolicy(.private, options: .sdurlcache)
        var respectsFields = true
        var ignoresMemoryOnly = true
    }

    /// Opens the cache, and makes its directory when there is none; a disk that cannot be had leaves ``diskFailure``.
    ///
    /// - Parameters:
    ///   - memoryCapacity: in bytes; 0 or less keeps nothing in memory.
    ///   - diskCapacity: in bytes; 0 or less keeps nothing on disk.
    ///   - path: a directory; one that does not begin with a slash lies in the user's directory for caches, and nil is
    ///     ``defaultCachePath``.
    public override convenience init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {
        self.init(memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, diskPath: path, clock: .system)
    }

    /// The same with another clock than the system's.
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?, clock: WallClock) {
        core = URLCacheCore(
            memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, path: Self.directory(path), clock: clock)
        super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    }

    // MARK: Rules

    /// What may be stored, and for how long it is fresh; the profile `sdurlcache` for a private cache at first.
    public var policy: CachePolicy {
        get { settings.withLock { $0.policy } }
        set { settings.withLock { $0.policy = newValue } }
    }

    /// Seconds that a response without an entity tag must still be fresh to be worth a file: 300 at first.
    public var minCacheInterval: TimeInterval {
        get { TimeInterval(policy.options.minCacheIntervalSeconds) }
        set {
            let seconds = newValue.isFinite ? Int(max(0, min(newValue, 1e9))) : 0
            settings.withLock { $0.policy.options.minCacheIntervalSeconds = seconds }
        }
    }

    /// Whether a response that allows memory only goes to disk all the same: true at first.
    public var ignoreMemoryOnlyStoragePolicy: Bool {
        get { settings.withLock { $0.ignoresMemoryOnly } }
        set { settings.withLock { $0.ignoresMemoryOnly = newValue } }
    }

    /// Whether the response's fields say what is stored and for how long: true at first. Otherwise every response to
    /// GET is stored, and used whatever its age.
    public var shouldRespectCacheControlHeaders: Bool {
        get { settings.withLock { $0.respectsFields } }
        set { settings.withLock { $0.respectsFields = newValue } }
    }

    /// The request whose URL and fields stand for those of `request`: here the same without a fragment. To be
    /// overridden.
    open func canonicalRequest(for request: URLRequest) -> URLRequest {
        guard let url = request.url, url.fragment != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return request }
        parts.fragment = nil
        var canonical = request
        canonical.url = parts.url ?? url
        return canonical
    }

    // MARK: Asking

    /// The stored response that may be used for a request now, from memory or disk; nil where the origin would have to
    /// be asked.
    ///
    /// Only GET without content is answered. `returnCacheDataElseLoad` and `returnCacheDataDontLoad` take a response of
    /// any age, and policies that ignore the cache none. Blocks while the disk is read.
    open override func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
        let use = StoredUse(request.cachePolicy)
        guard use != .none, let head = keyedHead(for: request) else { return nil }
        return find(head, anyAge: use == .anyAge || !shouldRespectCacheControlHeaders)
    }

    /// Whether anything is stored for a GET of a URL, whatever its age and variant. What a client has stored for a
    /// QUERY or for a partition does not count.
    open func isCached(_ url: URL) -> Bool {
        guard let head = head(for: URLRequest(url: url)) else { return false }
        if core.hasInMemory(head.target.description) { return true }
        return core.store?.candidates(for: head).isEmpty == false
    }

    /// The same for the current request of a task; the handler is called before this returns.
    open override func getCachedResponse(
        for dataTask: URLSessionDataTask, completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(dataTask.currentRequest.flatMap { cachedResponse(for: $0) })
    }

    // MARK: Storing

    /// Stores the response to a GET without content where the policy allows it or ``shouldRespectCacheControlHeaders`` is
    /// off, else does nothing.
    ///
    /// The request's policy must not ignore the cache, nor `storagePolicy` forbid storing; a response that is not
    /// HTTP's is not stored.
    open override func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest) {
        guard !StoredUse.ignoresCache(request.cachePolicy), cachedResponse.storagePolicy != .notAllowed,
            let response = cachedResponse.response as? HTTPURLResponse, let head = keyedHead(for: request)
        else { return }
        store(cachedResponse, response, head)
    }

    /// The same for the current request of a task; nothing where it has none.
    open override func storeCachedResponse(_ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask) {
        guard let request = dataTask.currentRequest else { return }
        storeCachedResponse(cachedResponse, for: request)
    }

    // MARK: Removing

    /// Removes everything that is stored for the request's URL.
    open override func removeCachedResponse(for request: URLRequest) {
        guard let head = head(for: request) else { return }
        removeAll(of: head.target)
    }

    /// The same for the request of a task that has ended.
    ///
    /// For a task that is running nothing is done: on Linux URLSession asks for this when it was given a response with
    /// Vary or `no-cache`, and so for the removal of what is still good.
    open override func removeCachedResponse(for dataTask: URLSessionDataTask) {
        guard dataTask.state != .running, let request = dataTask.currentRequest else { return }
        removeCachedResponse(for: request)
    }

    /// Removes everything from memory and disk; what a client is fetching meanwhile is stored, which
    /// `CachingClient.purgeAll()` forbids.
    open override func removeAllCachedResponses() { removeAll() }

    /// Removes what was stored at that time or later.
    open override func removeCachedResponses(since date: Date) { removeAll(since: date) }

    /// Forgets what is in memory; the disk has it still.
    open func removeAllCachedResponsesInMemory() { core.forgetAll() }

    // MARK: Room

    /// Bytes that responses may take in memory; what is too much is forgotten, those that were not asked for the
    /// longest first.
    open override var memoryCapacity: Int {
        get { core.memoryCapacity }
        set { core.memoryCapacity = newValue }
    }

    /// Setting another one opens the disk anew; what is being stored at that moment is lost.
    open override var diskCapacity: Int {
        get { core.diskCapacity }
        set { core.diskCapacity = newValue }
    }

    /// Bytes of what this cache's own methods have in memory.
    open override var currentMemoryUsage: Int { core.memoryUsage }

    /// Bytes of the files of all entries.
    open override var currentDiskUsage: Int { core.store?.statistics.usage ?? 0 }

    // MARK: The disk

    /// `DiskURLCache` in the user's directory for caches.
    public static var defaultCachePath: String { directory("DiskURLCache") }

    /// What is on disk, as clients use it, with a memory of its own before it that has the capacity of this one's;
    /// without a disk it is memory alone, and this cache's methods do not see it.
    public var responseStore: any ResponseStore { core.clientStore() }

    /// The disk, where there is one.
    public var diskStore: DiskStore? { core.store }

    /// Why there is no disk although there is a capacity for it.
    public var diskFailure: StoreError? { core.failure }

    private static func directory(_ path: String?) -> String {
        guard let path, !path.isEmpty else { return defaultCachePath }
        if path.hasPrefix("/") { return path }
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return (caches ?? FileManager.default.temporaryDirectory).appendingPathComponent(path).path
    }

    /// The head of a GET that its key tells all of: content is no part of that, though an origin may heed it (RFC 9110
    /// §9.3.1).
    private func keyedHead(for request: URLRequest) -> RequestHead? {
        guard request.httpBody?.isEmpty ?? true, request.httpBodyStream == nil, let head = head(for: request) else {
            return nil
        }
        return head.method == .get ? head : nil
    }

    /// The head of the canonical request.
    private func head(for request: URLRequest) -> RequestHead? { RequestHead(canonicalRequest(for: request)) }
}
