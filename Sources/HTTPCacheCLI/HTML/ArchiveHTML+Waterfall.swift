import HTTPTranscript

/// Three visits, one above the other: what the first took, and what the same request takes later.
///
/// A later request begins when it began at first. One that is reused takes no time; one that is validated takes the
/// time that was waited for the response's head; one that is fetched takes what it took.
extension ArchiveHTML {
    private static let width = 1_000
    private static let trackHeight = 7

    private struct Bars {
        let row: ArchiveRow
        let start: Int
    }

    var waterfall: String {
        let first = rows.compactMap(\.timing.start).min() ?? 0
        let shown = rows.lazy.filter { $0.answer(of: summary.cache) != nil }.prefix(Self.maximumBars).map { row in
            Bars(row: row, start: Int(min(max(0, (row.timing.start ?? first) - first), 1 << 40)))
        }
        let span = max(1, shown.map { $0.start + $0.row.timing.total }.max() ?? 1)
        var text = "<p class=\"key\">Per response, from above: first visit"
        for visit in SecondVisit.all { text += ", second visit after \(visit.words)" }
        text += ". <span class=\"first\"></span>first <span class=\"reuse\"></span>from the cache"
        text += " <span class=\"validate\"></span>validated <span class=\"fetch\"></span>fetched again</p>\n"
        text += totalsOfVisits
        text += "<div class=\"falls\">\n"
        for one in shown { text += html(of: one, span) }
        text += "</div>\n"
        if summary.all.requests > Self.maximumBars {
            text +=
                "<p class=\"quiet\">The waterfall shows the first \(Self.maximumBars) of \(summary.all.requests).</p>\n"
        }
        return text
    }

    private var totalsOfVisits: String {
        var text =
            "<dl>\n<dt>first visit</dt><dd>\(summary.all.requests) requests, \(CompactText.bytes(summary.all.bytes))</dd>\n"
        for (index, visit) in SecondVisit.all.enumerated() {
            var validated = 0
            var fetched = ArchiveSummary.Share()
            for row in rows {
                switch row.answer(of: summary.cache)?.later[index].visit {
                case .validate: validated += 1
                case .fetch: fetched.add(row)
                case .reuse, .stale, nil: break
                }
            }
            text +=
                "<dt>after \(visit.words)</dt><dd>\(fetched.requests) fetched again, \(CompactText.bytes(fetched.bytes)); "
            text += "\(validated) validated</dd>\n"
        }
        return text + "</dl>\n"
    }

    private func html(of one: Bars, _ span: Int) -> String {
        let row = one.row
        let url = XMLText.escaped(ShownBytes.text(row.url))
        let later = row.answer(of: summary.cache)?.later ?? []
        var said = ["first visit \(row.timing.total) ms"]
        var bars = bar(0, one.start, max(1, row.timing.total), "first", span)
        for (index, answer) in later.enumerated() {
            said.append("after \(SecondVisit.all[index].words) \(answer.visit.rawValue)")
            let (length, name): (Int, String) =
                switch answer.visit {
                case .reuse, .stale: (0, "reuse")
                case .validate: (row.timing.wait, "validate")
                case .fetch: (row.timing.total, "fetch")
                }
            bars += bar(index + 1, one.start, length, name, span)
        }
        let height = (later.count + 1) * (Self.trackHeight + 1)
        let words = XMLText.escaped(said.joined(separator: ", "))
        return "<div class=\"url\" title=\"\(url)\">#\(row.number) \(url)</div>"
            + "<svg viewBox=\"0 0 \(Self.width) \(height)\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(words)\">"
            + "<title>\(words)</title>"
            + "<rect class=\"track\" x=\"0\" y=\"0\" width=\"\(Self.width)\" height=\"\(height)\"/>\(bars)</svg>\n"
    }

    /// Wide enough to be seen, and within the picture.
    private func bar(_ track: Int, _ start: Int, _ length: Int, _ name: String, _ span: Int) -> String {
        let width = min(Self.width, max(6, Int(Double(length) / Double(span) * Double(Self.width))))
        let x = min(Self.width - width, Int(Double(start) / Double(span) * Double(Self.width)))
        return
            "<rect class=\"\(name)\" x=\"\(x)\" y=\"\(track * (Self.trackHeight + 1))\" width=\"\(width)\" height=\"\(Self.trackHeight)\"/>"
    }
}
