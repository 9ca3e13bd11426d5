public import HTTPCacheSemantics
public import HTTPDate

/// The verdicts plugged into the archives: what the policy allows is stored, and what is stored is offered to it.
extension DiskStore {
    /// What goes with a response beside its head and body.
    public struct Attachment: Sendable, Hashable {
        /// The caller's own bytes, such as a property list; the store never looks into them.
        public var userInfo: [UInt8]?
        /// The caller's own number.
        public var storagePolicy: UInt32

        /// Makes an attachment; by default there is nothing in it.
        public init(userInfo: [UInt8]? = nil, storagePolicy: UInt32 = 0) {
            self.userInfo = userInfo
            self.storagePolicy = storagePolicy
        }
    }

    /// A stored response of a URL; its body is read from disk only when it is asked for.
    public struct Candidate: Sendable {
        /// The response with the request that it answered, as the policy reads it.
        public let response: StoredResponse
        /// Its body, which is read from disk when it is asked for.
        public let body: StoredBody
        /// What the caller gave along with it.
        public let attachment: Attachment
        /// What it is found by.
        public let key: StoreKey
    }

    /// Stores a response if the policy allows it, and says why or why not.
    ///
    /// Only the fields that may be stored are (RFC 9111 §3.1), and of the request those that Vary nominates. What
    /// expires within the policy's `minCacheIntervalSeconds` of its arrival is refused too, unless it has an entity
    /// tag. What the response takes the place of is what it would be mistaken for: the same URL, partition and
    /// nominated fields.
    ///
    /// - Throws: as ``put(_:body:for:)-(_,Span<UInt8>,_)``; nothing is thrown for a response that is not to be stored.
    @discardableResult
    public func store(
        _ response: ResponseHead, to request: RequestHead, body: Span<UInt8>, requestTime: HTTPDate,
        responseTime: HTTPDate, isComplete: Bool = true, partition: String = "", attachment: Attachment = Attachment(),
        under policy: CachePolicy
    ) throws(StoreError) -> Verdict<Storability> {
        let verdict = policy.storability(
            of: response, to: request, isComplete: isComplete, receivedAt: responseTime)
        guard verdict.decision == .store else { return verdict }
        let stored = policy.stored(
            response, to: request, requestTime: requestTime, responseTime: responseTime,
            content: isComplete
                ? .complete(length: body.count) : .partial(range: 0..<body.count, total: response.contentLength))
        guard policy.outlastsInterval(stored) else {
            return Verdict(.doNotStore, because: .seedMinCacheInterval, weighing: verdict.rules)
        }
        let key = ResponseKey(CacheKey(for: request, partition: partition))
        let variant = VariantID(of: stored)
        var head = ArchiveHead(stored.withNominatedFieldsOnly(), variant, qualifier: key.qualifier)
        head.userInfo = attachment.userInfo.map { $0[...] }
        head.storagePolicy = attachment.storagePolicy
        try put(head, body: body, for: StoreKey(key, variant))
        return verdict
    }

    /// What is stored for a request's URL, QUERY content and partition, with heads read and bodies not; which of it
    /// answers the request is for `CachePolicy.reuse(of:for:at:)` to say.
    public func candidates(for request: RequestHead, partition: String = "") -> [Candidate] {
        let key = ResponseKey(CacheKey(for: request, partition: partition))
        return variants(of: key.resource).candidates(under: key).compactMap { name in
            guard let entry = head(name), let found = ArchivedResponse(entry), found.qualifier == key.qualifier else {
                return nil
            }
            let head = entry.head
            return Candidate(
                response: found.response, body: entry.body,
                attachment: Attachment(userInfo: head.userInfo.map(Array.init), storagePolicy: head.storagePolicy),
                key: name)
        }
    }
}
