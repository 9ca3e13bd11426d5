public import HTTPCacheSemantics
import HTTPDate

/// An HTTP client with a cache: start here.
///
/// It asks a `CacheExchange` what to do with each request, and does it: looks into its ``ResponseStore``, sends through
/// its ``Transport``, stores, removes, and delivers. It decides nothing itself. Requests for one key that come together
/// share one request to the origin (`RequestCollapsing`); what may be served stale is validated in the background.
public final class CachingClient: Sendable {
    /// How a client behaves beyond what its policy decides.
    public struct Configuration: Sendable {
        /// The name in Cache-Status: an RFC 9651 token or any visible ASCII; nil adds no such field (RFC 9211 §2).
        public var name: String? = "CachingClient"
        /// How many validations run in the background at once; more are left to later requests.
        public var backgroundLimit = 16
        /// Bytes that are fetched ahead of the fastest reader of a response that is being stored.
        public var readAhead = 64 << 10
        /// How many leaders in a row may fail before those who waited for them take it for an answer; that the origin of
        /// a `SocketTransport` was silent for too long is one at once.
        public var takeovers = 3
        /// Told what the store threw; the requests go on without it.
        public var storeFailed: @Sendable (any Error) -> Void = { _ in }

        /// Every choice at the value that stands beside it.
        public init() {}
    }

    /// What decides about storing and reuse.
    public let policy: CachePolicy
    /// How this client behaves, fixed when it was made.
    public let configuration: Configuration
    /// The time that freshness and age are judged by.
    public let clock: WallClock
    let transport: any Transport
    let store: any ResponseStore
    let collapsing = RequestCollapsing()
    let background: BackgroundValidation
    let reporter: StatusReporter
    /// nil where No-Vary-Search is not heeded.
    let equivalents: SearchEquivalents?

    /// Makes a client with nothing under way; neither the transport nor the store is asked before the first request.
    ///
    /// Several clients may share a store, but only requests of one client are collapsed. A validation that runs in the
    /// background keeps the client until it ends.
    public init(
        transport: any Transport, store: any ResponseStore, policy: CachePolicy = CachePolicy(.private),
        configuration: Configuration = Configuration(), clock: WallClock = .system
    ) {
        self.transport = transport
        self.store = store
        self.policy = policy
        self.configuration = configuration
        self.clock = clock
        background = BackgroundValidation(limit: configuration.backgroundLimit)
        equivalents = policy.options.noVarySearch ? SearchEquivalents(store: store, policy: policy) : nil
        reporter = StatusReporter(name: configuration.name, policy: policy)
    }

    /// Answers a request from the store or the origin.
    ///
    /// The answer is there when its head is; the content may still be arriving. Content that is stored has been stored
    /// when its end was read; content that is dropped or cut before is not, but for a part that the next request for the
    /// whole can complete: it asks the origin for the rest alone.
    /// The content of a QUERY is part of its key (RFC 10008, "Caching"): where `request` has none, `content` is read for
    /// it before anything else, if it is a stream up to ``queryContentLimit`` bytes. For longer ones put a digest into
    /// the content of `request`.
    /// `partition` keeps what is stored for it apart from the rest. `target` is that of ``OutgoingRequest``. `onInterim`
    /// gets the 1xx heads of this request's own exchange with the origin. Without `collapses` it waits for no other
    /// request, as one must not that may be its own continuation in a loop.
    ///
    /// - Throws: what stands at ``ClientError``; `.cancelled` promptly. A QUERY whose stream is too long for a key throws
    ///   `.contentTooLarge`, and one whose stream breaks off `.contentCut`; neither has been sent.
    public nonisolated(nonsending) func send(
        _ request: RequestHead, content: Content = .empty, partition: String = "", target: [UInt8]? = nil,
        collapses: Bool = true, onInterim: @escaping @Sendable (ResponseHead) -> Void = { _ in }
    ) async throws(ClientError) -> Answer {
        var (request, content) = (request, content)
        if request.method == .query, request.content.isEmpty {
            if content.bytes == nil { content = Content(try await content.collect(upTo: Self.queryContentLimit)) }
            request = RequestHead(
                method: request.method, target: request.target, fields: request.fields,
                content: content.bytes.map(Array.init) ?? [])
        }
        if let answer = answerAtOnce(request, partition: partition) { return answer }
        let outgoing = OutgoingRequest(head: request, content: content, target: target, onInterim: onInterim)
        return try await RequestCourse(self, outgoing, partition: partition).run(collapses: collapses)
    }

    /// Bytes of a stream that are read for the key of a QUERY.
    public static let queryContentLimit = 1 << 20

    /// The answer where the store has it in memory and nobody need be asked; nil otherwise.
    ///
    /// The content of a QUERY has to be that of `request`.
    public func answerAtOnce(_ request: RequestHead, partition: String = "") -> Answer? {
        var exchange = CacheExchange(policy: policy, request: request, partition: partition)
        let now = clock.now
        guard case .lookUp(let key) = exchange.begin(at: now),
            let found = store.variantsAtOnce(under: ResponseKey(key)), !found.isEmpty
        else { return nil }
        let action = exchange.found(found.responses, at: now)
        let deciding = action.deciding
        // Consumed, so that the reply's fields are nobody else's when a line is added.
        let decision = (consume action).decision
        guard case .serve(let reply) = consume decision else { return nil }
        let content: Content
        switch reply.content {
        case .none: content = .empty
        case .received, .combined: return nil
        case .stored(let index, let range):
            guard let bytes = found.variants[index].body.bytes else { return nil }
            guard let part = StoredPart(of: found.responses[index], range, in: bytes.count) else { return nil }
            content = Content(bytes.dropFirst(part.range.lowerBound).prefix(part.range.count))
        }
        return reporter.answer(reply, content, from: .store, because: deciding, exchange, at: now)
    }

    /// Removes everything that is stored for a URI, all variants of it in all partitions; what is arriving for it is not
    /// stored. Who asks once this has returned is given none of it.
    ///
    /// What No-Vary-Search lets stand for the URI lies under another one, and stays. Throws what the store throws.
    public func purge(_ target: TargetURI) async throws {
        let resource = ResponseKey.resource(of: target)
        await collapsing.invalidate(resource: resource)
        _ = try await store.remove(resource: resource)
    }

    /// Removes everything that is stored; what is arriving is not stored. Throws what the store throws.
    public func purgeAll() async throws {
        await collapsing.invalidateAll()
        try await store.removeAll()
    }

    /// Waits until no validation runs in the background, and what they brought is stored.
    public func finishBackgroundWork() async { await background.finish() }
}

/// Where the bytes of a reply lie in a stored body.
struct StoredPart {
    let range: Range<Int>

    /// nil when the body does not have them, which means that the store has lost some.
    init?(of stored: StoredResponse, _ range: Range<Int>?, in length: Int) {
        guard let range else {
            self.range = 0..<length
            return
        }
        var start = 0
        if case .partial(let held, _) = stored.content { start = held.lowerBound }
        guard range.lowerBound >= start, range.upperBound - start <= length else { return nil }
        self.range = (range.lowerBound - start)..<(range.upperBound - start)
    }
}
