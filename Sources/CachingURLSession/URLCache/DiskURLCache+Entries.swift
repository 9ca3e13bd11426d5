import CachingClient
import DiskStore
import Foundation
import HTTPCacheSemantics
import HTTPDate
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// How entries are found, kept and removed.
extension DiskURLCache {
    /// What answers a request: from memory, else from disk, and then in memory too.
    func find(_ head: RequestHead, anyAge: Bool) -> CachedURLResponse? {
        let url = head.target.description
        let changes = core.changes
        let entries = core.inMemory(url)
        if let index = select(from: entries.map(\.stored), for: head, anyAge) { return entries[index].cached }
        guard let store = core.store else { return nil }
        let candidates = store.candidates(for: head)
        guard let index = select(from: candidates.map(\.response), for: head, anyAge),
            let cached = CachedURLResponse(candidates[index])
        else { return nil }
        let stored = candidates[index].response
        core.fill(
            .init(stored: stored, variant: VariantID(of: stored), cached: cached), for: url, ifStill: changes)
        return cached
    }

    /// The one that may be used: of the variant that is asked for, whole, and fresh unless any age will do.
    private func select(from stored: [StoredResponse], for head: RequestHead, _ anyAge: Bool) -> Int? {
        guard !stored.isEmpty else { return nil }
        let now = core.clock.now
        // The rules of the seed know no variants.
        let asked = CachePolicy(.private)
        // `only-if-cached` would make one answer of whatever keeps a response from being used.
        var matching = asked
        matching.options.requestDirectives = false
        let indices = stored.indices.filter { index in
            let rules = asked.reuse(of: stored[index], for: head, at: now).rules
            if rules.contains(.requestNoCache) || rules.contains(.requestPragma) { return false }
            switch matching.reuse(of: stored[index], for: head, at: now).decision {
            case .forward(let reason): return reason == .stale
            case .reuse, .reuseWhileRevalidating, .validate: return true
            case .gatewayTimeout: return false
            }
        }
        if anyAge { return indices.max { stored[$0].responseTime < stored[$1].responseTime } }
        guard
            case .reuse(let candidate, .fresh) = policy.reuse(of: indices.map { stored[$0] }, for: head, at: now)
                .decision
        else { return nil }
        return indices[candidate]
    }

    /// Keeps a response to GET as the rules allow.
    func store(_ cached: CachedURLResponse, _ response: HTTPURLResponse, _ head: RequestHead) {
        let settings = settings.withLock { $0 }
        let responseHead = ResponseHead(response)
        let now = core.clock.now
        if settings.respectsFields {
            var inMemory = settings.policy
            inMemory.options.minCacheIntervalSeconds = 0
            guard inMemory.storability(of: responseHead, to: head, isComplete: true, receivedAt: now).decision == .store
            else { return }
        }
        let stored = settings.policy.stored(
            responseHead, to: head, requestTime: now, responseTime: now,
            content: .complete(length: cached.data.count)
        ).withNominatedFieldsOnly()
        let url = head.target.description
        guard let kept = CachedURLResponse(cached, response, as: stored) else { return }
        // Before and after: what is found meanwhile may be what was on disk before.
        core.forget(url)
        let isForDisk = cached.storagePolicy == .allowed || settings.ignoresMemoryOnly
        if !isForDisk || !putOnDisk(cached, response, responseHead, head, stored, settings) {
            // The older one, which may be fresh for longer, would come back when this is forgotten (RFC 9111 §4).
            _ = try? core.store?.remove(StoreKey(ResponseKey(CacheKey(of: head.target)), VariantID(of: stored)))
        }
        core.remember(.init(stored: stored, variant: VariantID(of: stored), cached: kept), for: url)
        core.forgetWhatClientsHave()
    }

    /// Whether it is there now; a disk that fails costs a hit and nothing more.
    private func putOnDisk(
        _ cached: CachedURLResponse, _ response: HTTPURLResponse, _ responseHead: ResponseHead, _ head: RequestHead,
        _ stored: StoredResponse, _ settings: Settings
    ) -> Bool {
        let url = head.target.description
        guard let store = core.store,
            let envelope = try? ResponseEnvelope(
                responseURL: response.url.map(\.absoluteString).flatMap { $0 == url ? nil : $0 },
                userInfo: cached.userInfo),
            let userInfo = try? Optional(envelope.encoded())
        else { return false }
        let storagePolicy = UInt32(clamping: cached.storagePolicy.rawValue)
        if settings.respectsFields {
            let verdict = try? store.store(
                responseHead, to: head, body: cached.data.span, requestTime: stored.requestTime,
                responseTime: stored.responseTime,
                attachment: DiskStore.Attachment(userInfo: userInfo, storagePolicy: storagePolicy),
                under: settings.policy)
            return verdict?.decision == .store
        }
        let variant = VariantID(of: stored)
        var archive = ArchiveHead(stored, variant)
        archive.userInfo = userInfo.map { $0[...] }
        archive.storagePolicy = storagePolicy
        let key = StoreKey(ResponseKey(CacheKey(of: head.target)), variant)
        return (try? store.put(archive, body: cached.data.span, for: key)) != nil
    }

    func removeAll(of target: TargetURI) {
        core.forget(target.description)
        if let store = core.store {
            for key in store.variants(of: ResponseKey.resource(of: target)) { _ = try? store.remove(key) }
        }
        core.forget(target.description)
        core.forgetWhatClientsHave()
    }

    func removeAll() {
        try? core.store?.removeAll()
        core.forgetAll()
    }

    func removeAll(since date: Date) {
        let start = Int64(date.timeIntervalSince1970.rounded(.down).clamped)
        if let store = core.store {
            for name in store.list().map(\.name) {
                guard let entry = store.entry(named: name), entry.head.responseTime >= start else { continue }
                _ = try? store.remove(StoreKey(url: Array(entry.url), variant: name.variant))
            }
        }
        core.forgetAll { $0.stored.responseTime.secondsSinceEpoch >= start }
    }
}

extension Double {
    /// Within what a whole number of seconds can be.
    fileprivate var clamped: Double { isFinite ? Swift.max(-1e15, Swift.min(self, 1e15)) : self < 0 ? -1e15 : 1e15 }
}

extension CachedURLResponse {
    /// The response as it was stored, with everything else as it was given.
    fileprivate convenience init?(_ cached: CachedURLResponse, _ response: HTTPURLResponse, as stored: StoredResponse) {
        guard let url = response.url, let kept = stored.response.httpURLResponse(for: url) else { return nil }
        self.init(
            response: kept, data: cached.data, userInfo: cached.userInfo, storagePolicy: cached.storagePolicy)
    }

    /// What lies on disk; nil where its bytes cannot be read.
    fileprivate convenience init?(_ candidate: DiskStore.Candidate) {
        let envelope = candidate.attachment.userInfo.flatMap { ResponseEnvelope($0) }
        let text = envelope?.responseURL ?? candidate.response.request.target.description
        guard let url = URL(string: text), let response = candidate.response.response.httpURLResponse(for: url),
            let bytes = try? candidate.body.bytes()
        else { return nil }
        self.init(
            response: response, data: Data(bytes), userInfo: envelope?.userInfo,
            storagePolicy: URLCache.StoragePolicy(rawValue: UInt(candidate.attachment.storagePolicy)) ?? .allowed)
    }
}
