import HTTPTranscript

/// Writes findings as GitHub's workflow commands, one a line: `::error
/// file=…,line=…,col=…,endColumn=…,title=…::message`.
///
/// As GitHub asks, `%`, CR and LF are escaped everywhere, `:` and `,` in properties too. Columns count code points, and
/// the end is the one after the last.
enum GitHubReport {
    static func text(of findings: [Finding], _ errors: [String] = []) -> String {
        findings.map(line).joined() + errors.map { "::error title=httpcache::\(data($0))\n" }.joined()
    }

    private static func line(_ finding: Finding) -> String {
        let command =
            switch finding.level {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [String] = []
        if let place = finding.place {
            let region = SourceRegion(place)
            properties = ["file=" + property(place.file.path), "line=\(region.line)"]
            if let columns = region.columns {
                properties += ["col=\(columns.lowerBound)", "endColumn=\(columns.upperBound)"]
            }
        }
        if let input = finding.input { properties.append("file=" + property(input)) }
        properties.append("title=" + property(finding.title))
        let code = finding.code.map { " [\($0)]" } ?? ""
        return "::\(command) \(properties.joined(separator: ","))::\(data(finding.message + code))\n"
    }

    static func data(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            // Swift reads the pair as one character.
            case "\r\n": result += "%0D%0A"
            default: result.append(character)
            }
        }
    }

    static func property(_ text: String) -> String {
        data(text).reduce(into: "") { result, character in
            switch character {
            case ":": result += "%3A"
            case ",": result += "%2C"
            default: result.append(character)
            }
        }
    }
}

/// Where a place stands, for formats that count code points.
struct SourceRegion {
    let line: Int
    /// From 1, the end being the column after the last; nil where that is not known, as in the long lines of a HAR.
    let columns: Range<Int>?

    init(_ place: Finding.Place) {
        let file = place.file
        line = file.position(of: place.range.start).line
        guard !file.isExcerpt else {
            columns = nil
            return
        }
        let start = file.line(of: place.range.start).start
        let first = Self.codePoints(file.bytes(in: SourceRange(start, place.range.start))) + 1
        let end = min(place.range.end, file.line(of: place.range.start).end)
        columns = first..<(first + max(1, Self.codePoints(file.bytes(in: SourceRange(place.range.start, end)))))
    }

    private static func codePoints(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }
}
