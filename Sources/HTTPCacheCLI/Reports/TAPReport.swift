import HTTPCacheSemantics
import HTTPTranscript

/// Writes what came of a run in the Test Anything Protocol, version 14: a test point a case.
///
/// What is optional and does not hold is a `TODO`, which fails nothing.
enum TAPReport {
    static func text(of files: [FileResult], _ errors: [String] = []) -> String {
        let count = files.reduce(errors.count) { $0 + $1.cases.count }
        var text = "TAP version 14\n1..\(count)\n"
        var number = 0
        for file in files {
            for one in file.cases {
                number += 1
                text += point(one, number, file.file)
            }
        }
        for error in errors {
            number += 1
            text += "not ok \(number) - \(escaped(error))\n"
        }
        return text
    }

    private static func point(_ one: CaseReport, _ number: Int, _ file: SourceFile) -> String {
        let name = "\(number) - " + escaped("\(ShownBytes.text(file.path)): \(ShownBytes.text(one.id))")
        switch one.outcome {
        case .passed: return "ok \(name)\n"
        case .noted: return "ok \(name)\n" + diagnostics(one, "comment", file)
        case .recorded(let answer): return "ok \(name) (answer: \(answer ? "yes" : "no"))\n"
        case .failed: return "not ok \(name)\n" + diagnostics(one, "fail", file)
        case .warned: return "not ok \(name) # TODO optional\n" + diagnostics(one, "todo", file)
        case .notJudged(let reason):
            return "not ok \(name)\n  ---\n  message: \(quoted("not judged: it needs \(reason), which did not pass"))\n"
                + "  severity: fail\n  ...\n"
        }
    }

    private static func diagnostics(_ one: CaseReport, _ severity: String, _ file: SourceFile) -> String {
        var text = "  ---\n  severity: \(severity)\n  failures:\n"
        for failure in one.failures {
            let position = file.position(of: failure.range.start)
            text += "    - message: \(quoted(failure.headline))\n"
            if let rule = failure.rule { text += "      code: \(rule.code)\n" }
            text +=
                "      at: {file: \(quoted(ShownBytes.text(file.path))), line: \(position.line), column: \(position.column)}\n"
        }
        if one.omitted > 0 { text += "  omitted: \(one.omitted)\n" }
        return text + "  ...\n"
    }

    /// `#` would begin a directive.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "#" || $1 == "\\" ? "\\\($1)" : String($1) }
    }

    /// A double-quoted scalar of YAML, which every JSON string is.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).compact() }
}
