import HTTPCacheSemantics
import HTTPTranscript

/// Writes a HAR's verdicts as `httpcache.har/1`: one entry a line, so that no tree of all of them is made.
enum ArchiveJSON {
    static func text(
        of rows: [ArchiveRow], _ summary: ArchiveSummary, _ lint: LintReport?, path: String, _ errors: [String]
    ) -> String {
        func member(_ name: String, _ value: JSONValue) -> String { "  \"\(name)\": \(value.compact()),\n" }
        var text = "{\n" + member("schema", "httpcache.har/1") + member("input", .string(path))
        text += member("secondVisits", .array(SecondVisit.all.map { JSONValue($0.seconds) }))
        // Only where not all of the archive could be read.
        if !errors.isEmpty { text += member("errors", .array(errors.map { .string($0) })) }
        text += "  \"entries\": ["
        for (index, row) in rows.enumerated() { text += (index == 0 ? "\n    " : ",\n    ") + value(of: row).compact() }
        text += "\n  ],\n"
        // Only where it was asked for.
        for input in lint?.inputs ?? [] { text += member("lint", LintJSON.value(of: input)) }
        return text + "  \"summary\": \(value(of: summary).compact())\n}\n"
    }

    private static func value(of row: ArchiveRow) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("entry", JSONValue(row.number)), .init("method", .string(row.method)),
            .init("url", .string(row.url)), .init("status", row.status.map { JSONValue($0) } ?? .null),
            .init("bytes", row.size.map { JSONValue($0) } ?? .null), .init("fromCache", .boolean(row.isFromCache)),
        ]
        switch row.kind {
        case .judged(let shared, let own):
            members += [.init("shared", value(of: shared)), .init("private", value(of: own))]
        case .noResponse: members.append(.init("notJudged", "noResponse"))
        case .notHTTP: members.append(.init("notJudged", "notHTTP"))
        }
        return .object(members)
    }

    private static func value(of answer: CacheAnswer) -> JSONValue {
        .object([
            .init(
                "store", .object([.init("decision", answer.isStored ? "store" : "doNotStore"), code(answer.storing)])),
            .init(
                "freshness",
                .object([
                    .init("lifetime", JSONValue(answer.lifetime.seconds)),
                    .init("source", .string(source(answer.lifetime.source))), code(answer.lifetimeRule),
                ])),
            .init(
                "then",
                .array(
                    answer.later.map { later in
                        .object([.init("decision", .string(later.visit.rawValue)), code(later.deciding)])
                    })),
        ])
    }

    private static func source(_ source: FreshnessLifetime.Source) -> String {
        switch source {
        case .sMaxAge: "s-maxage"
        case .maxAge: "max-age"
        case .expires: "expires"
        case .targeted: "targeted"
        case .heuristic: "heuristic"
        case .none: "none"
        }
    }

    private static func code(_ rule: Rule) -> JSONValue.Member { .init("code", .string(rule.code)) }

    private static func value(of summary: ArchiveSummary) -> JSONValue {
        func members(_ share: ArchiveSummary.Share) -> [JSONValue.Member] {
            [.init("requests", JSONValue(share.requests)), .init("bytes", JSONValue(share.bytes))]
        }
        return .object(
            [.init("cache", .string(summary.cache.rawValue))] + members(summary.all) + [
                .init("notJudged", JSONValue(summary.unjudged)),
                .init("reused", .array(summary.reused.map { .object(members($0)) })),
                .init(
                    "wastes",
                    .array(
                        summary.wastes.map { waste in
                            .object([
                                .init("entry", JSONValue(waste.number)), .init("url", .string(waste.url)),
                                .init("bytes", JSONValue(waste.bytes)), .init("reason", .string(waste.words)),
                                code(waste.rule),
                            ])
                        })),
            ])
    }
}
