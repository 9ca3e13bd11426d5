import HTTPCacheSemantics
import HTTPTranscript

/// Writes a HAR's verdicts as a table, one entry a line, and what they come to.
///
///     METHOD  STATUS  SIZE    SHARED       PRIVATE      +1m    +1d       URL
///     GET     200     12 kB   1h s-maxage  10m max-age  reuse  validate  https://shop.example/app.css
struct ArchiveTable {
    let palette: Palette
    /// Columns of the terminal; nil where lines may be of any length.
    let width: Int?
    let cache: CachePolicy.CacheKind

    private struct Cell {
        let text: String
        var role = TextRole.plain
    }

    func text(of rows: [ArchiveRow], _ summary: ArchiveSummary, path: String, isQuiet: Bool) -> String {
        let visits = SecondVisit.all.map { "+\($0.short)" }
        let head = (["METHOD", "STATUS", "SIZE", "SHARED", "PRIVATE"] + visits).map { Cell(text: $0, role: .quiet) }
        var widths = head.map(\.text.count)
        if !isQuiet {
            for row in rows {
                for (index, cell) in cells(of: row).enumerated() where cell.text.count > widths[index] {
                    widths[index] = cell.text.count
                }
            }
        }
        var text = ""
        if !isQuiet {
            text = line(head, Cell(text: "URL", role: .quiet), widths)
            for row in rows { text += line(cells(of: row), Cell(text: ShownBytes.text(row.url)), widths) }
            text += "\n"
        }
        return text + self.text(of: summary, path: path)
    }

    private func cells(of row: ArchiveRow) -> [Cell] {
        let method = Cell(text: String(ShownBytes.text(row.method).prefix(10)))
        let size = Cell(text: row.isFromCache ? "cached" : row.size.map { CompactText.bytes($0) } ?? "?")
        let later: [Cell]
        switch row.kind {
        case .judged: later = row.answer(of: cache)?.later.map(cell) ?? []
        case .noResponse, .notHTTP: later = SecondVisit.all.map { _ in Cell(text: "-", role: .quiet) }
        }
        let status = Cell(text: row.status.map { "\($0)" } ?? "-")
        return [method, status, size, cell(row, .shared), cell(row, .private)] + later
    }

    private func cell(_ row: ArchiveRow, _ cache: CachePolicy.CacheKind) -> Cell {
        guard let answer = row.answer(of: cache) else {
            if case .notHTTP = row.kind { return Cell(text: "no HTTP URL", role: .quiet) }
            return Cell(text: "no response", role: .quiet)
        }
        guard answer.isStored else { return Cell(text: "no: " + StoringWords.text(answer.storing), role: .bad) }
        return Cell(text: Self.lifetime(answer.lifetime), role: answer.lifetime.seconds > 0 ? .plain : .warning)
    }

    /// How long and by what: `1h s-maxage`, `0s no source`.
    static func lifetime(_ lifetime: FreshnessLifetime) -> String {
        let source =
            switch lifetime.source {
            case .sMaxAge: "s-maxage"
            case .maxAge: "max-age"
            case .expires: "Expires"
            case .targeted: "targeted"
            case .heuristic: "heuristic"
            case .none: "no source"
            }
        return CompactText.duration(lifetime.seconds) + " " + source
    }

    private func cell(_ later: CacheAnswer.Later) -> Cell {
        let role: TextRole =
            switch later.visit {
            case .reuse: .good
            case .stale, .validate: .warning
            case .fetch: .bad
            }
        return Cell(text: later.visit.rawValue, role: role)
    }

    private func line(_ cells: [Cell], _ last: Cell, _ widths: [Int]) -> String {
        var line = TextLine(palette)
        var column = 0
        for (cell, width) in zip(cells, widths) {
            line.moveTo(column)
            line.append(cell.text, cell.role)
            column += width + 2
        }
        line.moveTo(column)
        line.append(fitted(last.text, column), last.role)
        return line.rendered() + "\n"
    }

    /// The end of a URL says more than its middle: what does not fit is cut out there.
    private func fitted(_ text: String, _ column: Int) -> String {
        guard let width, text.count > max(16, width - column) else { return text }
        let room = max(16, width - column) - palette.spelled("…").count
        let tail = room * 2 / 3
        return String(text.prefix(room - tail)) + "…" + String(text.suffix(tail))
    }

    // MARK: What it comes to

    private func text(of summary: ArchiveSummary, path: String) -> String {
        var block = TextBlock(palette)
        let all = summary.all
        var line = TextLine(palette)
        line.append(
            "\(ShownBytes.text(path)): \(Self.counted(all.requests, "response")), \(CompactText.bytes(all.bytes))")
        if summary.unjudged > 0 { line.append("; \(summary.unjudged) without a response that could be judged") }
        block.append(line)
        for (visit, share) in zip(SecondVisit.all, summary.reused) {
            block.line(
                "after \(visit.words) a \(cache.rawValue) cache has "
                    + "\(share.requests) of them (\(CompactText.percent(share.requests, of: all.requests))) and "
                    + "\(CompactText.bytes(share.bytes)) (\(CompactText.percent(share.bytes, of: all.bytes))) "
                    + "without asking the origin")
        }
        guard !summary.wastes.isEmpty else { return block.rendered() }
        block.line()
        block.line("largest wastes", .heading)
        let words = summary.wastes.map(\.words.count).max() ?? 0
        for waste in summary.wastes {
            var line = TextLine(palette)
            let size = CompactText.bytes(waste.bytes)
            line.moveTo(8 - size.count)
            line.append(size)
            line.moveTo(10)
            line.append(waste.words, .warning)
            line.moveTo(12 + words)
            let url = "#\(waste.number) " + ShownBytes.text(waste.url)
            line.append(fitted(url, 12 + words))
            block.append(line)
        }
        return block.rendered()
    }

    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
