import HTTPCacheSemantics
import HTTPTranscript

/// Which rule is named by which case: every rule, and under it the cases of which an expectation says `because` it.
///
/// Rules that no case names stand there too; they are what the matrix is looked at for.
struct MatrixReport: Matrix {
    private struct Mark {
        let place: String
        let id: String
        let holds: Bool
    }

    private var marks: [Rule: [Mark]] = [:]
    private(set) var isFailing = false

    init(
        _ transcripts: [Transcript], _ settings: CheckSettings, _ isSelected: (Case) -> Bool
    ) throws(TranscriptError) {
        let runner = TranscriptRunner.linting(settings)
        for transcript in transcripts {
            let selected = Set(transcript.cases.filter(isSelected).map(\.id.value))
            guard !selected.isEmpty else { continue }
            for result in try runner.run(transcript, where: isSelected).cases where selected.contains(result.id) {
                if result.status != .passed, result.kind == .required { isFailing = true }
                let path = ShownBytes.text(transcript.file.path)
                let place = "\(path):\(transcript.file.position(of: result.range.start).line)"
                var named: [Rule: Bool] = [:]
                for one in result.expectations {
                    guard let code = one.expectation.because?.value, let rule = Rule(code: code) else { continue }
                    named[rule] = named[rule, default: true] && one.holds && result.derailment == nil
                }
                for (rule, holds) in named {
                    marks[rule, default: []].append(Mark(place: place, id: result.id, holds: holds))
                }
            }
        }
    }

    func text(_ palette: Palette) -> String {
        var block = TextBlock(palette)
        let width = (Rule.allCases.map(\.code.count).max() ?? 0) + 2
        for rule in Rule.allCases {
            let found = marks[rule] ?? []
            var line = TextLine(palette)
            line.append(rule.code, .heading)
            line.moveTo(width)
            line.append(
                found.isEmpty ? "no case" : ArchiveTable.counted(found.count, "case"), found.isEmpty ? .warning : .plain
            )
            block.append(line)
            for mark in found {
                var line = TextLine(palette)
                line.moveTo(4)
                line.append(mark.holds ? "ok" : "FAIL", mark.holds ? .good : .bad)
                line.moveTo(10)
                line.append("\(mark.place): \(ShownBytes.text(mark.id))")
                block.append(line)
            }
        }
        return block.rendered()
    }

    var value: JSONValue {
        .object([
            .init("schema", "httpcache.matrix/1"),
            .init(
                "rules",
                .array(
                    Rule.allCases.map { rule in
                        .object([
                            .init("code", .string(rule.code)),
                            .init(
                                "cases",
                                .array(
                                    (marks[rule] ?? []).map { mark in
                                        .object([
                                            .init("id", .string(mark.id)), .init("place", .string(mark.place)),
                                            .init("holds", .boolean(mark.holds)),
                                        ])
                                    })),
                        ])
                    })),
        ])
    }
}
