import HTTPCacheSemantics
import HTTPTranscript

/// Which `on` block holds for which exchange: every block, and under it every exchange that it speaks of.
struct RuleMatrix: Matrix {
    let checks: [RuleCheck]
    let isSelected: (OnBlock) -> Bool

    private struct Row {
        let check: RuleCheck
        let block: OnBlock
        let tally: RuleCheck.Tally

        var held: Int { tally.marks.count(where: \.holds) }
        var isFailing: Bool { held < tally.marks.count && block.settings.kind?.value ?? .required == .required }
    }

    private var rows: [Row] {
        checks.flatMap { check in
            zip(check.runner.blocks, check.tallies).map { Row(check: check, block: $0.block, tally: $1) }
                .filter { isSelected($0.block) }
        }
    }

    var isFailing: Bool { rows.contains(where: \.isFailing) }

    func text(_ palette: Palette) -> String {
        var block = TextBlock(palette)
        for row in rows {
            block.line("on \(ShownBytes.text(row.block.id.value))", .heading)
            let count = ArchiveTable.counted(row.tally.marks.count, "exchange")
            block.line("    holds for \(row.held) of \(count)")
            for mark in row.tally.marks {
                var line = TextLine(palette)
                line.moveTo(4)
                line.append(mark.holds ? "ok" : "FAIL", mark.holds ? .good : .bad)
                line.moveTo(10)
                line.append(mark.exchange)
                block.append(line)
            }
        }
        return block.rendered()
    }

    var value: JSONValue {
        let blocks = rows.map { row -> JSONValue in
            let marks = row.tally.marks.map { mark -> JSONValue in
                .object([.init("exchange", .string(mark.exchange)), .init("holds", .boolean(mark.holds))])
            }
            return .object([
                .init("path", .string(row.check.file.path)), .init("on", .string(row.block.id.value)),
                .init("exchanges", .array(marks)),
            ])
        }
        return .object([.init("schema", "httpcache.rule-matrix/1"), .init("blocks", .array(blocks))])
    }
}
