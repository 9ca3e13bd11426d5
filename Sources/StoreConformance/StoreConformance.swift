public import CachingClient
import HTTPCacheSemantics
import HTTPDate

/// Holds a `ResponseStore` against its contract; for the tests of anyone who writes one.
///
///     let failures = await StoreConformance { try await MyStore() }.failures()
///
/// Each check gets a new, empty store that has room for a few megabytes. No test library is needed: what comes back is
/// a list, empty when all is well.
public struct StoreConformance: Sendable {
    /// One thing that a store does not do as it should.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The name of the check, one of ``StoreConformance/names``.
        public let check: String
        /// What the store did, in a few words.
        public let what: String

        public var description: String { "\(check): \(what)" }
    }

    private let makeStore: @Sendable () async throws -> any ResponseStore

    /// Takes what makes the stores, one for each check; where it throws, that check fails with the error.
    public init(_ makeStore: @escaping @Sendable () async throws -> any ResponseStore) { self.makeStore = makeStore }

    /// What the store does not do as it should, in the order of the contract.
    public func failures() async -> [Failure] {
        var failures: [Failure] = []
        for check in Self.checks {
            do {
                let trial = Trial(check: check.name, store: try await makeStore())
                try await check.body(trial)
            } catch let failure as Failure {
                failures.append(failure)
            } catch {
                failures.append(Failure(check: check.name, what: "threw \(error)"))
            }
        }
        return failures
    }

    /// The names of all checks.
    public static var names: [String] { checks.map(\.name) }

    struct Check: Sendable {
        let name: String
        let body: @Sendable (Trial) async throws -> Void
    }

    static let checks: [Check] = storing + changing + removing
}

/// One store under one check.
struct Trial: Sendable {
    let check: String
    let store: any ResponseStore

    func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        guard condition else { throw StoreConformance.Failure(check: check, what: what()) }
    }

    func key(_ path: String = "/a", _ qualifier: String = "", origin: String = "http://store.test") -> ResponseKey {
        ResponseKey(resource: Array((origin + path).utf8), qualifier: Array(qualifier.utf8))
    }

    func response(
        _ path: String = "/a", _ fields: [(String, String)] = [("ETag", "\"1\"")],
        asked: [(String, String)] = [], content: StoredContent = .complete(length: nil),
        origin: String = "http://store.test"
    ) throws -> StoredResponse {
        StoredResponse(
            request: RequestHead(target: try TargetURI(origin + path), fields: FieldSection(asked)),
            response: ResponseHead(status: 200, fields: FieldSection(fields)),
            requestTime: HTTPDate(secondsSinceEpoch: 1_000_000_000),
            responseTime: HTTPDate(secondsSinceEpoch: 1_000_000_001), content: content)
    }

    var hint: RetentionHint { RetentionHint(freshSeconds: 60, isValidatable: true) }

    func put(
        _ body: [UInt8], _ response: StoredResponse? = nil, as variant: UInt64 = 0, under key: ResponseKey? = nil,
        piece: Int = 1000, content: StoredContent? = nil
    ) async throws {
        let response = try response ?? self.response()
        let writer = try await store.writer(
            for: response, as: VariantID(number: variant), under: key ?? self.key(), hint)
        var rest = body[...]
        while !rest.isEmpty {
            try await writer.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        _ = try await writer.commit(as: content ?? .complete(length: body.count))
    }

    /// All that lies under a key, bodies read to the end.
    func stored(under key: ResponseKey? = nil) async throws -> [(StoredResponse, StoredVariants.Variant, [UInt8])] {
        let found = try await store.variants(under: key ?? self.key())
        try require(found.responses.count == found.variants.count, "as many heads as bodies")
        var all: [(StoredResponse, StoredVariants.Variant, [UInt8])] = []
        for (response, variant) in zip(found.responses, found.variants) {
            all.append((response, variant, try await read(variant.body)))
        }
        return all
    }

    func read(_ body: any BodyReader) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < body.count {
            let piece = try await body.read(at: bytes.count, upTo: 64 << 10)
            try require(!piece.isEmpty && piece.count <= 64 << 10, "a read before the end gives 1 to `count` bytes")
            bytes.append(contentsOf: piece)
        }
        try require(try await body.read(at: body.count, upTo: 10).isEmpty, "a read at the end gives nothing")
        return bytes
    }

    func pattern(_ count: Int, _ seed: Int = 1) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed) ^ ($0 >> 8)) }
    }
}
