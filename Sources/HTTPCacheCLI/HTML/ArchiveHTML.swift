import HTTPCacheSemantics
import HTTPTranscript

/// A HAR's verdicts as a page: what a second visit has, the wastes, a table to be sorted, a waterfall of three visits,
/// and the responses one by one.
struct ArchiveHTML {
    let path: String
    let rows: [ArchiveRow]
    let summary: ArchiveSummary
    /// The pictures and heads of the first ones, as HTML.
    let details: [Detail]
    /// What is wrong with the fields, where that was asked for.
    let lint: LintReport?
    /// Why not all of the archive is in it.
    let errors: [String]

    struct Detail: Sendable {
        let number: Int
        let heading: String
        let html: String
    }

    /// A page is for people: beyond these it would be slow to open and nobody would scroll so far.
    static let maximumRows = 5_000
    static let maximumBars = 300
    static let maximumDetails = 300

    var page: String {
        var body = "<h1>\(XMLText.escaped(path))</h1>\n"
        for error in errors { body += "<p class=\"bad\">\(XMLText.escaped(error))</p>\n" }
        body += totals + wastes
        if let lint {
            body += "<h2>Findings</h2>\n<p>\(XMLText.escaped(lint.counts))</p>\n" + lint.page.sections
        }
        body += "<h2>Responses</h2>\n" + note(Self.maximumRows, rows.count, "table") + table
        body += "<h2>Waterfall</h2>\n" + waterfall
        if !details.isEmpty {
            body += "<h2>Why</h2>\n" + note(Self.maximumDetails, summary.all.requests, "list")
            for detail in details {
                body += "<details id=\"e\(detail.number)\"><summary>#\(detail.number) \(detail.heading)</summary>\n"
                body += detail.html + "</details>\n"
            }
        }
        return HTMLPage.text(title: "httpcache har \(path)", body: body)
    }

    private func note(_ limit: Int, _ count: Int, _ what: String) -> String {
        count > limit
            ? "<p class=\"quiet\">The \(what) shows the first \(limit) of \(count); the totals count all.</p>\n" : ""
    }

    private var totals: String {
        let all = summary.all
        var text = "<p>\(ArchiveTable.counted(all.requests, "response")), \(CompactText.bytes(all.bytes))"
        if summary.unjudged > 0 { text += "; \(summary.unjudged) without a response that could be judged" }
        text += ".</p>\n<dl>\n"
        for (visit, share) in zip(SecondVisit.all, summary.reused) {
            text += "<dt>after \(visit.words)</dt><dd>\(share.requests) of them "
            text += "(\(CompactText.percent(share.requests, of: all.requests))) and \(CompactText.bytes(share.bytes)) "
            text += "(\(CompactText.percent(share.bytes, of: all.bytes))) from a \(summary.cache.rawValue) cache, "
            text += "without asking the origin</dd>\n"
        }
        return text + "</dl>\n"
    }

    private var wastes: String {
        guard !summary.wastes.isEmpty else { return "" }
        var text =
            "<h2>Largest wastes</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"wastes\"><table class=\"wastes\">\n"
        text += "<thead><tr><th>size</th><th>why</th><th>URL</th></tr></thead>\n<tbody>\n"
        for waste in summary.wastes {
            text += "<tr><td class=\"number\">\(CompactText.bytes(waste.bytes))</td>"
            text += "<td class=\"warn\">\(XMLText.escaped(waste.words)) <cite>\(waste.rule.citation)</cite></td>"
            text += "<td class=\"url\">\(link(waste.number, waste.url))</td></tr>\n"
        }
        return text + "</tbody></table></div>\n"
    }

    private func link(_ number: Int, _ url: String) -> String {
        let text = XMLText.escaped(ShownBytes.text(url))
        return details.contains { $0.number == number } ? "<a href=\"#e\(number)\">\(text)</a>" : text
    }

    // MARK: The table

    private var table: String {
        let numeric = "<th data-n>"
        // What is asked most comes first, as a phone shows no more at once.
        var heads = [(numeric, "#"), ("<th>", "URL")] + SecondVisit.all.map { ("<th>", "after \($0.short)") }
        heads += [
            (numeric, "status"), (numeric, "size"), (numeric, "shared"), (numeric, "private"), ("<th>", "method"),
        ]
        var text = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"responses\">\n"
        text += "<table class=\"sortable\">\n<thead><tr>"
        for (tag, name) in heads { text += "\(tag)<button type=\"button\">\(name)</button></th>" }
        text += "</tr></thead>\n<tbody>\n"
        let linked = Set(details.map(\.number))
        for row in rows.prefix(Self.maximumRows) { text += html(of: row, linked.contains(row.number)) }
        return text + "</tbody></table></div>\n"
    }

    private func html(of row: ArchiveRow, _ isLinked: Bool) -> String {
        let url = XMLText.escaped(ShownBytes.text(row.url))
        var text = "<tr><td class=\"number\">\(row.number)</td>"
        text += "<td class=\"url\">" + (isLinked ? "<a href=\"#e\(row.number)\">\(url)</a>" : url) + "</td>"
        let later = row.answer(of: summary.cache)?.later
        for index in SecondVisit.all.indices {
            let word = later?[index].visit.rawValue ?? "–"
            text += "<td class=\"\(later.map { role($0[index].visit) } ?? "quiet")\">\(word)</td>"
        }
        text += "<td class=\"number\">\(row.status.map(String.init) ?? "–")</td>"
        text += "<td class=\"number\" data-v=\"\(row.size ?? -1)\">"
        text += "\(row.isFromCache ? "cached" : row.size.map { CompactText.bytes($0) } ?? "?")</td>"
        for cache in [CachePolicy.CacheKind.shared, .private] { text += lifetimeCell(row, cache) }
        return text + "<td>\(XMLText.escaped(ShownBytes.text(row.method)))</td></tr>\n"
    }

    /// Sorted by the lifetime; what is not stored comes before what is stored with none.
    private func lifetimeCell(_ row: ArchiveRow, _ cache: CachePolicy.CacheKind) -> String {
        guard let answer = row.answer(of: cache) else {
            let words = if case .notHTTP = row.kind { "no HTTP URL" } else { "no response" }
            return "<td class=\"quiet\" data-v=\"-2\">\(words)</td>"
        }
        guard answer.isStored else {
            return "<td class=\"bad\" data-v=\"-1\">no: \(StoringWords.text(answer.storing))</td>"
        }
        return "<td data-v=\"\(answer.lifetime.seconds)\">\(ArchiveTable.lifetime(answer.lifetime))</td>"
    }

    private func role(_ visit: CacheAnswer.Visit) -> String {
        switch visit {
        case .reuse: "good"
        case .stale, .validate: "warn"
        case .fetch: "bad"
        }
    }
}
