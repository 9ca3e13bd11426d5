import HTTPCacheSemantics
import HTTPTranscript

/// Writes what came of a run as Markdown, for the summary of a step.
enum MarkdownReport {
    static func text(of files: [FileResult], _ summary: RunSummary, _ errors: [String] = []) -> String {
        var text = "## \(summary.name): \(summary.isGood ? "passed" : "failed")\n\n\(summary.counts)\n"
        for error in errors { text += "\n- \(inline(error))\n" }
        let shown = files.flatMap { file in
            file.cases.filter(\.isRemarkable).map { (file.file, $0) }
        }
        guard !shown.isEmpty else { return text }
        text += "\n| | case | where |\n|--|--|--|\n"
        for (file, one) in shown {
            let place = "\(file.path):\(file.position(of: one.range.start).line)"
            text += "| \(one.word) | \(cell(one.id)) | \(cell(place)) |\n"
        }
        for (file, one) in shown where !one.failures.isEmpty {
            let lines = CheckText(palette: Palette(), isVerbose: false, isQuiet: false)
                .text(of: [FileResult(file: file, cases: [one])])
            text += "\n<details><summary>\(inline(one.id))</summary>\n\n\(fenced(lines))\n</details>\n"
        }
        return text
    }

    /// Text of a table's cell: nothing in it is Markdown, and it stays on one line.
    static func cell(_ text: String) -> String { inline(text) }

    /// Nothing of the text is Markdown or HTML.
    static func inline(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "-", "!", "|", "~", "<", ">", "&", "@",
                ":":
                result += "&#\(scalar.value);"
            case "\n", "\r", "\t": result += " "
            default: result += XMLText.escaped(String(scalar))
            }
        }
        return result
    }

    /// A code block whose fence is longer than any run of backquotes in it.
    static func fenced(_ text: String) -> String {
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return fence + "text\n" + text + (text.hasSuffix("\n") ? "" : "\n") + fence + "\n"
    }
}

extension CaseReport {
    /// Whether there is something to say besides that it passed.
    var isRemarkable: Bool { outcome != .passed }

    /// The outcome in a word or two.
    var word: String {
        switch outcome {
        case .passed: "passed"
        case .failed: "failed"
        case .warned: "warning"
        case .noted: "note"
        case .recorded(let answer): answer ? "yes" : "no"
        case .notJudged: "not judged"
        }
    }
}
