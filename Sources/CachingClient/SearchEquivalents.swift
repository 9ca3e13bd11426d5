import HTTPCacheSemantics

/// Finds what is stored for a query that No-Vary-Search makes equivalent to the one asked for.
///
/// A store knows only keys. So a response with a No-Vary-Search field is followed by two small records, which any store
/// keeps like other responses and may forget at any time:
///
///     the URL without its query     204 with Vary: No-Vary-Search, a variant for each value of that field seen there
///     the URL, its query canonical  307 whose Location is the URL under which the response itself is stored
///
/// Their keys have a qualifier that no request has.
struct SearchEquivalents: Sendable {
    let store: any ResponseStore
    let policy: CachePolicy

    /// The values of one path that are noted and tried; what comes under more of them costs hits.
    private static let valueLimit = 8
    /// Bytes of the longest value that is noted.
    private static let lengthLimit = 512

    private static let fieldName = "No-Vary-Search"

    /// What may stand for the request, and under which keys it is stored.
    func find(
        for request: RequestHead, _ key: ResponseKey
    ) async throws -> (found: StoredVariants, keys: [ResponseKey]) {
        var found = StoredVariants()
        var keys: [ResponseKey] = []
        let values = try await store.variants(under: valuesKey(request.target, key)).responses
        for value in values.suffix(Self.valueLimit).compactMap({ $0.request.fields.values(of: Self.fieldName).first }) {
            let pointer = try await store.variants(under: pointerKey(request.target, key, value)).responses.first
            guard let location = pointer?.response.fields.combinedValue(of: "Location"),
                let target = try? TargetURI(location)
            else { continue }
            let other = ResponseKey(resource: ResponseKey.resource(of: target), qualifier: key.qualifier)
            guard other != key, !keys.contains(other) else { continue }
            let stored = try await store.variants(under: other)
            for (response, variant) in zip(stored.responses, stored.variants)
            where policy.searchMatches(response, for: request) {
                found.append(response, variant)
                keys.append(other)
            }
        }
        return (found, keys)
    }

    /// Notes that a response is stored, so that requests for equivalent queries find it.
    func note(_ stored: StoredResponse, under key: ResponseKey, _ hint: RetentionHint) async throws {
        let lines = stored.response.fields.values(of: Self.fieldName)
        guard !lines.isEmpty, NoVarySearch.obtain(lines: lines) != .default else { return }
        let value = Array(lines.joined(separator: [0x2C, 0x20]))
        guard value.count <= Self.lengthLimit else { return }
        let target = stored.request.target
        let isNoted = try await put(
            stored, request: [(Self.fieldName, FieldLine.text(value))], status: 204, [("Vary", Self.fieldName)],
            under: valuesKey(target, key), hint, limit: Self.valueLimit)
        // Without its value nobody would look for it.
        guard isNoted else { return }
        _ = try await put(
            stored, request: [], status: 307, [("Location", target.description)],
            under: pointerKey(target, key, value), hint)
    }

    /// False where so many others are there already.
    private func put(
        _ stored: StoredResponse, request: [(String, String)], status: Int, _ fields: [(String, String)],
        under key: ResponseKey, _ hint: RetentionHint, limit: Int = .max
    ) async throws -> Bool {
        let record = StoredResponse(
            request: stored.request.with(fields: FieldSection(request)),
            response: ResponseHead(status: status, fields: FieldSection(fields)), requestTime: stored.requestTime,
            responseTime: stored.responseTime, content: .complete(length: 0))
        let id = VariantID(of: record)
        let known = try await store.variants(under: key)
        for (old, variant) in zip(known.responses, known.variants) where variant.id == id {
            if old.response.fields == record.response.fields { return true }
        }
        guard known.variants.count(where: { $0.id != id }) < limit else { return false }
        var hint = hint
        hint.expectedLength = 0
        let writer = try await store.writer(for: record, as: id, under: key, hint)
        _ = try await writer.commit(as: .complete(length: 0))
        return true
    }

    private func valuesKey(_ target: TargetURI, _ key: ResponseKey) -> ResponseKey {
        ResponseKey(resource: path(of: target), qualifier: qualifier(key, []))
    }

    private func pointerKey(_ target: TargetURI, _ key: ResponseKey, _ value: [UInt8]) -> ResponseKey {
        let query = NoVarySearch.obtain(lines: [value]).canonicalQuery(target.query.map { Array($0.utf8) } ?? [])
        return ResponseKey(resource: path(of: target) + [0x3F] + query, qualifier: qualifier(key, value))
    }

    private func path(of target: TargetURI) -> [UInt8] {
        Array((target.scheme + "://" + target.authority + target.path).utf8)
    }

    private func qualifier(_ key: ResponseKey, _ value: [UInt8]) -> [UInt8] {
        Array("\(Self.fieldName) \(value.count) ".utf8) + value + key.qualifier
    }
}
