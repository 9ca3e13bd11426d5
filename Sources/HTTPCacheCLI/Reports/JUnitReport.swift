import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// Writes what came of a run as JUnit's XML, in the form that continuous integration servers read: a suite a file, a
/// test case a case.
///
/// What was not judged is an error, as it is no pass; what is optional and does not hold passes, with a line of output.
enum JUnitReport {
    static func text(
        of files: [FileResult], _ errors: [String] = [], name: String = "httpcache check",
        failingFrom threshold: HTTPCacheLint.Finding.Level = .error
    ) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        let all = files.flatMap(\.cases)
        text += "<testsuites name=\"\(XMLText.escaped(name))\"\(counts(of: all, errors.count))>\n"
        for file in files {
            text += "  <testsuite name=\"\(XMLText.escaped(file.file.path))\"\(counts(of: file.cases))>\n"
            for one in file.cases { text += testCase(one, file.file, threshold) }
            text += "  </testsuite>\n"
        }
        if !errors.isEmpty {
            text += "  <testsuite name=\"what could not be asked\"\(counts(of: [], errors.count))>\n"
            for error in errors {
                let message = XMLText.escaped(error)
                text += "    <testcase classname=\"input\" name=\"\(message)\">"
                text += "<error type=\"not-asked\" message=\"\(message)\"/></testcase>\n"
            }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private static func counts(of cases: [CaseReport], _ errors: Int = 0) -> String {
        let failed = cases.count { $0.outcome == .failed }
        let notJudged = cases.count { if case .notJudged = $0.outcome { true } else { false } }
        return
            " tests=\"\(cases.count + errors)\" failures=\"\(failed)\" errors=\"\(notJudged + errors)\" skipped=\"0\""
    }

    private static func testCase(
        _ one: CaseReport, _ file: SourceFile, _ threshold: HTTPCacheLint.Finding.Level
    ) -> String {
        let path = XMLText.escaped(file.path)
        let line = file.position(of: one.range.start).line
        let head =
            "    <testcase classname=\"\(path)\" name=\"\(XMLText.escaped(one.id))\" file=\"\(path)\" line=\"\(line)\""
        var inner = ""
        switch one.outcome {
        case .passed: break
        case .recorded(let answer): inner = "      <system-out>answer: \(answer ? "yes" : "no")</system-out>\n"
        case .failed:
            // What is less than that fails nothing, and stands beside.
            for failure in one.failures where failure.level ?? .error >= threshold {
                inner += element("failure", failure, one, file)
            }
            inner += output(one.failures.filter { $0.level ?? .error < threshold })
        case .warned, .noted: inner = output(one.failures)
        case .notJudged(let reason):
            inner =
                "      <error type=\"not-judged\" message=\"\(XMLText.escaped("it needs \(reason), which did not pass"))\"/>\n"
        }
        return inner.isEmpty ? head + "/>\n" : head + ">\n" + inner + "    </testcase>\n"
    }

    private static func output(_ failures: [ExpectationFailure]) -> String {
        if failures.isEmpty { return "" }
        let lines = failures.map { "\(($0.level ?? .warning).rawValue): \($0.headline)" }.joined(separator: "\n")
        return "      <system-out>\(XMLText.escaped(lines))</system-out>\n"
    }

    private static func element(
        _ name: String, _ failure: ExpectationFailure, _ one: CaseReport, _ file: SourceFile
    ) -> String {
        let text = CheckText(palette: Palette(), isVerbose: false, isQuiet: false)
            .text(of: [FileResult(file: file, cases: [one.with(only: failure)])])
        let type = failure.rule?.code ?? "expectation"
        return "      <\(name) type=\"\(type)\" message=\"\(XMLText.escaped(failure.headline))\">"
            + XMLText.escaped(text) + "</\(name)>\n"
    }
}

extension CaseReport {
    /// The same case with one of its failures.
    func with(only failure: ExpectationFailure) -> CaseReport {
        CaseReport(id: id, range: range, outcome: outcome, expectations: expectations, failures: [failure])
    }
}

/// Text between tags and in attributes of XML and HTML.
enum XMLText {
    /// `&`, `<`, `>` and both quotes as references; what XML 1.0 does not allow, and other controls but tab and line
    /// feed, as `\xHH`.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: result += "&amp;"
            case 0x3C: result += "&lt;"
            case 0x3E: result += "&gt;"
            case 0x22: result += "&quot;"
            case 0x27: result += "&#39;"
            case 0x09, 0x0A, 0x20...0x7E: result.unicodeScalars.append(scalar)
            // Controls, marks of direction and noncharacters could make a text look like another.
            case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
                result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
