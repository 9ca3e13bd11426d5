import HTTPCacheSemantics
import HTTPTranscript

/// Writes a HAR's verdicts as a table, one entry a line, and what they come to.
///
///     METHOD  STATUS  SIZE    SHARED       PRIVATE      +1m    +1d       URL
///     GET     200     12 kB   1h s-maxage  10m max-age  reuse  validate  https://shop.example/app.css
///
/// In a narrow terminal method and status share a column, and columns stand closer.
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
        let first = isNarrow ? ["METHOD"] : ["METHOD", "STATUS"]
        let head = (first + ["SIZE", "SHARED", "PRIVATE"] + visits).map { Cell(text: $0, role: .quiet) }
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

    private var isNarrow: Bool { (width ?? .max) < 100 }

    private func cells(of row: ArchiveRow) -> [Cell] {
        let method = String(ShownBytes.text(row.method).prefix(10))
        let size = Cell(text: row.isFromCache ? "cached" : row.size.map { CompactText.bytes($0) } ?? "?")
        let later: [Cell]
        switch row.kind {
        case .judged: later = row.answer(of: cache)?.later.map(cell) ?? []
        case .noResponse, .notHTTP: later = SecondVisit.all.map { _ in Cell(text: "-", role: .quiet) }
        }
        let status = row.status.map { "\($0)" } ?? "-"
        let first = isNarrow ? ["\(method) \(status)"] : [method, status]
        return first.map { Cell(text: $0) } + [size, cell(row, .shared), cell(row, .private)] + later
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
            column += width + (isNarrow ? 1 : 2)
        }
        line.moveTo(column)
        line.append(fitted(last.text, column), last.role)
        return line.rendered() + "\n"
    }

    /// The end of a URL says more than its middle, and that more than its scheme: what does not fit is left out there.
    private func fitted(_ url: String, _ column: Int) -> String {
        guard let width else { return url }
        let limit = max(12, width - column)
        guard url.count > limit else { return url }
        let text = url.text(after: "://")
        guard text.count > limit else { return text }
        let room = limit - palette.spelled("…").count
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
                "after \(visit.words)  \(share.requests) (\(CompactText.percent(share.requests, of: all.requests))) and "
                    + "\(CompactText.bytes(share.bytes)) (\(CompactText.percent(share.bytes, of: all.bytes))) "
                    + "from a \(cache.rawValue) cache alone")
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
            line.append("#\(waste.number) ")
            line.append(fitted(ShownBytes.text(waste.url), line.width))
            block.append(line)
        }
        return block.rendered()
    }

    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension String {
    /// What comes after the first occurrence of a text; all of it where there is none.
    fileprivate func text(after mark: String) -> String {
        let wanted = Array(mark.utf8)
        let bytes = Array(utf8)
        guard bytes.count >= wanted.count,
            let start = (0...(bytes.count - wanted.count)).first(where: {
                bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
            })
        else { return self }
        return String(decoding: bytes[(start + wanted.count)...], as: UTF8.self)
    }
}
