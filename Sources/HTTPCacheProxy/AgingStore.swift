public import CachingClient
public import HTTPCacheSemantics
import HTTPDate
import Synchronization

/// A store whose responses can be made older, so that a test need not wait for them to become stale.
///
/// What is stored ages; the clock does not move, so that what the origin sends next is as fresh as its Date says.
/// Instants are written with the advance that there is and read without the advance that there is then: the difference
/// is what the response has aged beside real time. A store that outlives the process forgets what was advanced, and
/// takes what was stored meanwhile for new until that time has come.
public final class AgingStore: ResponseStore {
    private let store: any ResponseStore
    private let seconds = Atomic<Int64>(0)

    /// Stands before a store, with nothing advanced; the store is not to be changed past it.
    public init(_ store: any ResponseStore) { self.store = store }

    /// Seconds by which all that was stored at the beginning has aged beside real time.
    public var advanced: Int64 { seconds.load(ordering: .relaxed) }

    /// Makes what is stored older by so many seconds; negative numbers count as zero, and the sum stays within a
    /// thousand years.
    public func advance(by amount: Int64) {
        let limit: Int64 = 31_556_952_000
        var old = advanced
        var isDone = false
        while !isDone {
            let new = min(old + min(max(0, amount), limit), limit)
            (isDone, old) = seconds.compareExchange(expected: old, desired: new, ordering: .relaxed)
        }
    }

    public func variantsAtOnce(under key: ResponseKey) -> StoredVariants? {
        store.variantsAtOnce(under: key).map(aged)
    }

    public func variants(under key: ResponseKey) async throws -> StoredVariants {
        aged(try await store.variants(under: key))
    }

    private func aged(_ found: StoredVariants) -> StoredVariants {
        let advanced = advanced
        guard advanced > 0 else { return found }
        var aged = StoredVariants()
        for (response, variant) in zip(found.responses, found.variants) {
            aged.append(response.moved(by: -advanced), variant)
        }
        return aged
    }

    public func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        try await store.writer(for: response.movable.moved(by: advanced), as: variant, under: key, hint)
    }

    @discardableResult
    public func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool {
        try await store.update(to: response.movable.moved(by: advanced), variant, revision: revision, under: key, hint)
    }

    public func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async throws {
        try await store.remove(variant, revision: revision, under: key)
    }

    @discardableResult
    public func remove(resource: [UInt8]) async throws -> Set<String> { try await store.remove(resource: resource) }

    public func remove(groups: Set<String>, of origin: String) async throws {
        try await store.remove(groups: groups, of: origin)
    }

    /// Removes everything from the store behind; the advance stays.
    public func removeAll() async throws { try await store.removeAll() }
}

extension StoredResponse {
    /// The same response with the same age, which no longer hangs on Date: the wait for it counts as long as Date says
    /// that it was on its way.
    ///
    /// What arrived an hour after its Date would be the less old on arrival the earlier it is moved, and never get any
    /// older (RFC 9111 §4.2.3).
    fileprivate var movable: StoredResponse {
        let age = CachePolicy(.shared).currentAge(of: self, at: responseTime)
        guard age.apparentAge > age.correctedAgeValue else { return self }
        return StoredResponse(
            request: request, response: response,
            requestTime: responseTime.adding(seconds: Int64(age.ageValue - age.apparentAge)),
            responseTime: responseTime, content: content, isOutdated: isOutdated)
    }

    /// The same response, sent and received so many seconds later.
    fileprivate func moved(by seconds: Int64) -> StoredResponse {
        guard seconds != 0 else { return self }
        return StoredResponse(
            request: request, response: response, requestTime: requestTime.adding(seconds: seconds),
            responseTime: responseTime.adding(seconds: seconds), content: content, isOutdated: isOutdated)
    }
}
