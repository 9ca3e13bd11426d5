import HTTPCacheSemantics

/// Directives of one field that do not go together (RFC 9111 §4.2.1, §5.2.2). What is marked is what has no effect.
struct ConflictFindings {
    private let subject: ResponseSubject
    private let linter: Linter
    /// Whether the field has Expires beside it.
    private let hasExpires: Bool

    init(_ subject: ResponseSubject, _ linter: Linter, hasExpires: Bool = true) {
        self.subject = subject
        self.linter = linter
        self.hasExpires = hasExpires
    }

    private static let lifetimes = ["max-age", "s-maxage"]

    func add(_ table: DirectiveTable, to found: inout FindingCollector) {
        guard !table.members.isEmpty else { return }
        let isKept = table["no-store"] == nil || table["must-understand"] != nil
        if isKept {
            addNoCache(table, to: &found)
            addImmutable(table, to: &found)
            addStale(table, to: &found)
        } else {
            addNoStore(table, to: &found)
        }
        addPrivate(table, to: &found)
        if let alone = table["must-understand"], table["no-store"] == nil {
            found.add(
                .mustUnderstandAlone, line: alone.line, alone.range,
                "caches that do not know must-understand store this whatever its status code means; write "
                    + "must-understand, no-store")
        }
    }

    private func addNoStore(_ table: DirectiveTable, to found: inout FindingCollector) {
        let useless =
            table.positive(Self.lifetimes) ?? table["public"] ?? table["immutable"]
            ?? table.positive(["stale-while-revalidate", "stale-if-error"])
        guard let useless else { return }
        found.add(
            .noStoreWithLifetime, line: useless.line, useless.range,
            "no-store keeps caches from storing this, so \(useless.name) has no effect; remove one of the two")
    }

    private func addNoCache(_ table: DirectiveTable, to found: inout FindingCollector) {
        guard table.unqualified("no-cache") != nil, let useless = table.positive(Self.lifetimes),
            isStoredWithoutLifetime(table)
        else { return }
        found.add(
            .noCacheWithLifetime, line: useless.line, useless.range,
            "no-cache makes caches ask the origin each time, so \(useless.written) has no effect; remove one of the two"
        )
    }

    /// Of some responses a lifetime does one thing beside no-cache: it lets caches store them at all (RFC 9111 §3,
    /// RFC 9110 §9.3.3).
    private func isStoredWithoutLifetime(_ table: DirectiveTable) -> Bool {
        let status = subject.response.status
        return subject.request?.method != .post
            && (status.isHeuristicallyCacheable || status.value == 304 || table["public"] != nil
                || table["private"] != nil || (hasExpires && subject.fields.contains("Expires")))
    }

    private func addPrivate(_ table: DirectiveTable, to found: inout FindingCollector) {
        guard table.unqualified("private") != nil else { return }
        if let useless = table["public"] {
            found.add(
                .publicAndPrivate, line: useless.line, useless.range,
                "private counts and public does not: no shared cache stores this; remove one of the two")
        }
        if let useless = table.positive("s-maxage"), linter.caches.contains(.shared) {
            found.add(
                .privateWithSMaxAge, line: useless.line, useless.range,
                "private keeps shared caches from storing this, and only they read s-maxage; remove one of the two")
        }
    }

    private func addImmutable(_ table: DirectiveTable, to found: inout FindingCollector) {
        guard let useless = table["immutable"], table.positive(Self.lifetimes) == nil else { return }
        if hasExpires, table["max-age"] == nil, subject.fields.contains("Expires") { return }
        found.add(
            .immutableWithoutLifetime, line: useless.line, useless.range,
            "immutable only holds while the response is fresh, and nothing says how long that is; write "
                + "max-age=31536000, immutable")
    }

    private func addStale(_ table: DirectiveTable, to found: inout FindingCollector) {
        let strict = table["must-revalidate"] ?? table.unqualified("no-cache")
        for name in ["stale-while-revalidate", "stale-if-error"] {
            guard let useless = table.positive(name) else { continue }
            if let strict {
                found.add(
                    .staleForbidden, line: useless.line, useless.range,
                    "\(strict.name) forbids caches to serve this stale, so \(name) has no effect; remove one of the two"
                )
            } else if name == "stale-while-revalidate", table["s-maxage"] != nil, linter.caches.contains(.shared),
                !linter.options.staleWhileRevalidateOverSMaxage
            {
                found.add(
                    .sMaxAgeWithStale, line: useless.line, useless.range,
                    "s-maxage implies proxy-revalidate, so a shared cache that keeps to the letter never uses \(name), "
                        + "though many do; write max-age in place of s-maxage for both to hold everywhere")
            }
        }
    }
}
