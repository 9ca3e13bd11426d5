import HTTPCacheSemantics
import HTTPDate

/// What a reception does to the store.
extension RequestCourse {
    /// Removes what an unsafe request has made invalid (RFC 9111 §4.4, RFC 9875 §3).
    ///
    /// In a task of its own, since a store may heed cancellation: what the origin has done counts even where the one who
    /// asked for it has gone.
    func invalidate(_ reception: Reception, by flight: Flight) async {
        var targets: [TargetURI] = []
        for case .invalidate(let target) in reception.invalidations.map(\.decision) { targets.append(target) }
        guard !targets.isEmpty || !reception.invalidatedGroups.isEmpty else { return }
        let (doomed, groups) = (targets, reception.invalidatedGroups)
        await Task { await invalidate(doomed, groups, by: flight) }.value
    }

    private func invalidate(_ targets: [TargetURI], _ named: Set<String>, by flight: Flight) async {
        var groups = named
        for target in targets {
            let resource = ResponseKey.resource(of: target)
            await client.collapsing.invalidate(resource: resource, sparing: flight)
            // Others of their groups may go as well (RFC 9875 §2.2.1).
            if let others = await reporting({ try await client.store.remove(resource: resource) }) {
                groups.formUnion(others)
            }
        }
        guard !groups.isEmpty else { return }
        let (all, origin) = (groups, outgoing.head.target.origin)
        await client.collapsing.invalidate(groups: all, of: origin, sparing: flight)
        await reporting { try await client.store.remove(groups: all, of: origin) }
    }

    /// Does what the reception says; what is to be stored has its writer then, and waits to be started.
    func apply(
        _ reception: Reception, _ look: Look, _ delivery: Delivery, _ flight: Flight, inBackground: Bool
    ) async -> Arrival? {
        var arrival: Arrival?
        for change in reception.changes {
            switch change {
            case .update(let index, let stored):
                let place = place(index, look)
                await reporting {
                    try await client.store.update(
                        to: stored, place.id, revision: place.revision, under: place.key, hint(stored, nil))
                    try await client.equivalents?.note(stored, under: place.key, hint(stored, nil))
                }
            case .remove(let index): await remove([place(index, look)])
            case .store(let stored, let replacing):
                arrival = await begin(stored, replacing, nil, look, delivery, flight, inBackground)
            case .combine(let index, let stored) where delivery.storedLength > 0:
                arrival = await begin(stored, [index], nil, look, delivery, flight, inBackground)
            case .combine(let index, let stored):
                guard let joint = Joint(look.found, index, reception.arrivedRange) else {
                    await remove([place(index, look)])
                    continue
                }
                arrival = await begin(stored, [index], joint, look, delivery, flight, inBackground)
            }
        }
        return arrival
    }

    /// The stored bytes on both sides of an arriving part.
    private struct Joint {
        var prefix: StoredContentSource?
        var suffix: StoredContentSource?
        var prefixLength = 0

        /// nil when the store does not have the bytes that its head says it has.
        init?(_ found: StoredVariants, _ index: Int, _ arrived: Range<Int>?) {
            guard let arrived else { return nil }
            let body = found.variants[index].body
            let held: Range<Int>
            switch found.responses[index].content {
            case .complete: held = 0..<body.count
            case .partial(let range, _): held = range
            }
            guard held.count == body.count, held.lowerBound <= arrived.upperBound,
                arrived.lowerBound <= held.upperBound
            else { return nil }
            if held.lowerBound < arrived.lowerBound {
                prefixLength = arrived.lowerBound - held.lowerBound
                prefix = StoredContentSource(body, 0..<prefixLength)
            }
            if held.upperBound > arrived.upperBound {
                suffix = StoredContentSource(body, (arrived.upperBound - held.lowerBound)..<held.count)
            }
        }
    }

    private func begin(
        _ stored: StoredResponse, _ replacing: [Int], _ joint: Joint?, _ look: Look, _ delivery: Delivery,
        _ flight: Flight, _ inBackground: Bool
    ) async -> Arrival? {
        let stored = stored.withNominatedFieldsOnly()
        let id = VariantID(of: stored)
        let expected = delivery.head.announcedLength(inAnswerTo: stored.request.method)
        let length = expected.map { $0 + (joint?.prefixLength ?? 0) }
        let writer = await reporting {
            try await client.store.writer(for: stored, as: id, under: key, hint(stored, length))
        }
        let replaced = replacing.map { place($0, look) }
        guard let writer else {
            // The origin has something newer than what is stored.
            await remove(replaced)
            return nil
        }
        let exchange = look.exchange
        let isPart = joint != nil || delivery.storedLength > 0
        let course = ArrivingBody.Course(
            whole: stored.content,
            // Not the delivery itself: with its content the connection would stay open as long as this body.
            partial: { [received = delivery.received, storedLength = delivery.storedLength] length in
                guard joint == nil else { return nil }
                return exchange.interrupted(received, after: length - storedLength)?.keptContent
            },
            prefix: joint?.prefix, suffix: joint?.suffix, prefixLength: joint?.prefixLength ?? 0, expected: expected,
            storeFailed: client.configuration.storeFailed,
            ended: { isStored in
                if isStored {
                    await reporting { try await client.equivalents?.note(stored, under: key, hint(stored, nil)) }
                }
                let others = replaced.filter { !isStored || $0.id != id || $0.key != key }
                if !isPart || isStored { await remove(others) }
                client.collapsing.end(flight)
            })
        let body = ArrivingBody(
            writer, course, readAhead: client.configuration.readAhead, isWantedAnyway: inBackground)
        return Arrival(response: stored, variant: id, body: body)
    }

    /// Where a variant lies that was found; without its body, which on disk is an open file.
    private struct Place: Sendable {
        let key: ResponseKey
        let id: VariantID
        let revision: UInt64
    }

    private func place(_ index: Int, _ look: Look) -> Place {
        let variant = look.found.variants[index]
        return Place(key: look.key(of: index, elseUnder: key), id: variant.id, revision: variant.revision)
    }

    private func remove(_ places: [Place]) async {
        for place in places {
            await reporting {
                try await client.store.remove(place.id, revision: place.revision, under: place.key)
            }
        }
    }

    private func hint(_ stored: StoredResponse, _ length: Int?) -> RetentionHint {
        RetentionHint(
            freshSeconds: client.policy.remainingLifetime(of: stored, at: client.clock.now),
            isValidatable: stored.entityTag != nil || stored.lastModified != nil, expectedLength: length)
    }

    @discardableResult
    private func reporting<Result: Sendable>(_ body: () async throws -> Result) async -> Result? {
        do {
            return try await body()
        } catch {
            client.configuration.storeFailed(error)
            return nil
        }
    }
}

extension Reception.Change {
    /// How much of the representation is stored by it; nil where it stores none.
    fileprivate var keptContent: StoredContent? {
        switch self {
        case .store(let response, _), .combine(_, let response): response.content
        case .update, .remove: nil
        }
    }
}
