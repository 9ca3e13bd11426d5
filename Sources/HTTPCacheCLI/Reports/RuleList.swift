import HTTPCacheLint
import HTTPCacheSemantics

/// Rules and findings by code: one a line, or one a paragraph.
enum RuleList {
    static func text(of codes: [ReportCode], _ format: ReportArguments.Format, _ palette: Palette) -> String {
        format == .json ? JSONValue.array(codes.map(value(of:))).indented() + "\n" : table(codes, palette)
    }

    /// One a paragraph.
    static func paragraphs(_ codes: [ReportCode], _ palette: Palette) -> String {
        var block = TextBlock(palette)
        for (index, code) in codes.enumerated() {
            if index > 0 { block.line() }
            block.line(code.code, .heading)
            block.line("    \(code.summary)")
            block.line("    \(code.level), \(code.citation)", .quiet)
            guard let example = RuleExample.all[code.code] else { continue }
            block.line()
            for line in example.text.split(separator: "\n") {
                let isDeciding = line.hasPrefix("=") && line.contains(" " + code.code)
                block.line("    " + line, isDeciding ? .good : .plain)
            }
            block.line("    # \(example.id), Fixtures/\(example.file)", .quiet)
        }
        return block.rendered()
    }

    private static func table(_ codes: [ReportCode], _ palette: Palette) -> String {
        var block = TextBlock(palette)
        let codeWidth = (codes.map(\.code.count).max() ?? 0) + 2
        let citationWidth = (codes.map(\.citation.description.count).max() ?? 0) + 2
        for code in codes {
            var line = TextLine(block.palette)
            line.append(code.code, .heading)
            line.moveTo(codeWidth)
            line.append(code.level)
            line.moveTo(codeWidth + 10)
            line.append(code.citation.description, .quiet)
            line.moveTo(codeWidth + 10 + citationWidth, atLeast: 2)
            line.append(code.summary)
            block.append(line)
        }
        return block.rendered()
    }

    static func value(of code: ReportCode) -> JSONValue {
        let example = RuleExample.all[code.code]
        return .object([
            .init("schema", "httpcache.rule/1"),
            .init("code", .string(code.code)),
            .init("cite", .string(code.citation.description)),
            .init("level", .string(code.level)),
            .init("summary", .string(code.summary)),
            .init(
                "example",
                example.map { example in
                    .object([
                        .init("case", .string(example.id)), .init("file", .string("Fixtures/" + example.file)),
                        .init("text", .string(example.text)),
                    ])
                } ?? .null),
        ])
    }
}
