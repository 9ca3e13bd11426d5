import HTTPCacheSemantics
import HTTPTranscript

/// Writes what came of fixtures as `httpcache.check/1`.
enum CheckJSON {
    static func value(of results: [FileResult], _ tally: CheckTally) -> JSONValue {
        .object([
            .init("schema", "httpcache.check/1"),
            .init("files", .array(results.map(value(of:)))),
            .init(
                "totals",
                .object(
                    [
                        .init("files", JSONValue(tally.files)), .init("cases", JSONValue(tally.cases)),
                        .init("passed", JSONValue(tally.passed)), .init("failed", JSONValue(tally.failed)),
                        .init("warned", JSONValue(tally.warned)), .init("recorded", JSONValue(tally.recorded)),
                        .init("notJudged", JSONValue(tally.notJudged)),
                        .init("expectations", JSONValue(tally.expectations)),
                        .init("failedExpectations", JSONValue(tally.failedExpectations)),
                    ] + (tally.exchanges.map { [.init("exchanges", JSONValue($0))] } ?? []))),
        ])
    }

    private static func value(of result: FileResult) -> JSONValue {
        .object([
            .init("path", .string(result.file.path)),
            .init("cases", .array(result.cases.map { value(of: $0, in: result.file) })),
        ])
    }

    private static func value(of result: CaseReport, in file: SourceFile) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .string(result.id)),
            .init("line", JSONValue(file.position(of: result.range.start).line)),
        ]
        switch result.outcome {
        case .passed: members.append(.init("outcome", "passed"))
        case .failed: members.append(.init("outcome", "failed"))
        case .warned: members.append(.init("outcome", "warned"))
        case .noted: members.append(.init("outcome", "noted"))
        case .recorded(let answer): members += [.init("outcome", "recorded"), .init("answer", .boolean(answer))]
        case .notJudged(let reason):
            members += [.init("outcome", "notJudged"), .init("because", .string(reason))]
        }
        members.append(.init("expectations", JSONValue(result.expectations)))
        members.append(.init("failures", .array(result.failures.map { value(of: $0, in: file) })))
        if result.omitted > 0 { members.append(.init("omitted", JSONValue(result.omitted))) }
        return .object(members)
    }

    private static func value(of failure: ExpectationFailure, in file: SourceFile) -> JSONValue {
        let evidence = failure.evidence.map { evidence in
            let path = failure.source.map { [JSONValue.Member("path", .string($0.path))] } ?? []
            return JSONValue.object(
                path + place(of: evidence.range, in: failure.source ?? file) + [.init("label", .string(evidence.label))]
            )
        }
        var members: [JSONValue.Member] = [.init("message", .string(failure.message))]
        if let subject = failure.subject { members.append(.init("subject", .string(subject))) }
        if let rule = failure.rule {
            members += [.init("code", .string(rule.code)), .init("cite", .string(rule.citation.description))]
        }
        members += place(of: failure.range, in: file)
        members.append(.init("evidence", .array(evidence)))
        return .object(members)
    }

    /// Line, column and length in bytes.
    static func place(of range: SourceRange, in file: SourceFile) -> [JSONValue.Member] {
        let position = file.position(of: range.start)
        let members: [JSONValue.Member] = [
            .init("line", JSONValue(position.line)), .init("column", JSONValue(position.column)),
            .init("length", JSONValue(range.count)),
        ]
        // A HAR is often a single line.
        return file.isExcerpt ? members + [.init("offset", JSONValue(file.fileOffset(of: range.start)))] : members
    }
}
