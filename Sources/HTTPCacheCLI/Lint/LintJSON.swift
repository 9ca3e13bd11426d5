import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// Writes findings as `httpcache.lint/1`.
enum LintJSON {
    static func value(of report: LintReport) -> JSONValue {
        .object([
            .init("schema", "httpcache.lint/1"),
            .init("inputs", .array(report.inputs.map(value(of:)))),
            .init("errors", .array(report.errors.map { .string($0) })),
            .init(
                "totals",
                .object([
                    .init("inputs", JSONValue(report.inputs.count)), .init("exchanges", JSONValue(report.exchanges)),
                    .init("errors", JSONValue(report.count(.error))),
                    .init("warnings", JSONValue(report.count(.warning))),
                    .init("notes", JSONValue(report.count(.note))),
                ])),
        ])
    }

    static func value(of input: LintedInput) -> JSONValue {
        .object([
            .init("path", .string(input.file.path)),
            .init("exchanges", JSONValue(input.exchanges)),
            .init(
                "messages",
                .array(
                    input.messages.map { message in
                        .object([
                            .init("title", .string(message.title)),
                            .init("line", JSONValue(input.file.position(of: message.range.start).line)),
                            .init("findings", .array(message.entries.map { value(of: $0, in: input.file) })),
                        ])
                    })),
            .init(
                "omitted",
                .object(
                    input.omitted.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                        .init($0.key.code, JSONValue($0.value))
                    })),
        ])
    }

    private static func value(of entry: LintedExchange.Entry, in file: SourceFile) -> JSONValue {
        let finding = entry.finding
        return .object(
            [
                .init("code", .string(finding.code.code)), .init("level", .string(finding.level.rawValue)),
                .init("message", .string(finding.message)), .init("cite", .string(finding.citation.description)),
                .init("in", finding.place.map { .string($0.message.rawValue) } ?? .null),
            ] + CheckJSON.place(of: entry.range, in: file))
    }
}
