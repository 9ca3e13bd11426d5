import HTTPCacheSemantics
import HTTPTranscript

/// The explanations of every exchange for every cache asked about.
struct ExplainReport: Sendable {
    let file: SourceFile
    /// One element an exchange, in order; in each, one an asked-for cache.
    private var explanations: [[Explanation]] = []
    /// What RFC 9111 makes of each exchange in the first of the caches; empty where its rules are in force anyway.
    private var standards: [Explanation] = []
    private let exchanges: [ReadExchange]

    init(
        _ exchanges: [ReadExchange], in file: SourceFile, _ caches: [CachePolicy.CacheKind], _ options: CacheOptions,
        _ arguments: ClockArguments
    ) throws(ToolError) {
        self.file = file
        self.exchanges = exchanges
        var simulated = caches.map { SimulatedCache(policy: CachePolicy($0, options: options)) }
        let isRival = options.rules != .rfc9111 && !caches.isEmpty
        var standard = SimulatedCache(policy: CachePolicy(caches.first ?? .shared, options: .rfc9111))
        for exchange in exchanges {
            let clock = try Self.clock(of: exchange, isOnly: exchanges.count == 1, in: file, arguments)
            var ofExchange: [Explanation] = []
            for index in simulated.indices {
                ofExchange.append(Explanation(exchange, at: clock, through: &simulated[index]))
            }
            explanations.append(ofExchange)
            if isRival { standards.append(Explanation(exchange, at: clock, through: &standard)) }
        }
    }

    private static func clock(
        of exchange: ReadExchange, isOnly: Bool, in file: SourceFile, _ arguments: ClockArguments
    ) throws(ToolError) -> ExchangeClock {
        do {
            return try arguments.clock(of: exchange)
        } catch {
            // Of several exchanges, which one it was.
            let place = SourceSnippet.location(of: exchange.start, in: file)
            throw isOnly ? error : ToolError("\(place): error: \(error.message)", isComplete: true)
        }
    }

    private func places(upTo index: Int) -> FieldPlaces {
        FieldPlaces(file: file, exchanges: exchanges[...index])
    }

    func text(_ palette: Palette, isQuiet: Bool, isVerbose: Bool) -> String {
        var block = TextBlock(palette)
        for (index, ofExchange) in explanations.enumerated() {
            guard let main = ofExchange.first else { continue }
            if index > 0 { block.line() }
            let text = ExplainText(
                explanation: main, rivals: rivals(ofExchange, at: index), places: places(upTo: index),
                palette: palette, isVerbose: isVerbose)
            block.append(text.lines(isQuiet: isQuiet))
        }
        return block.rendered()
    }

    /// One section an exchange.
    var page: String {
        var body = "<h1>\(XMLText.escaped(file.path))</h1>\n"
        for (index, ofExchange) in explanations.enumerated() {
            guard let main = ofExchange.first else { continue }
            body += "<h2 class=\"url\">\(ResponseHTML.heading(main.exchange))</h2>\n"
            let clock = main.clock
            let moment =
                clock.isNowNamed && clock.sinceArrival > 0
                ? "\(DurationText.exact(clock.sinceArrival)) after arrival" : "at the moment of arrival"
            body += "<p class=\"quiet\">asked \(moment)</p>\n"
            body += ResponseHTML(explanations: ofExchange, places: places(upTo: index)).html
        }
        return HTMLPage.text(title: "httpcache explain \(file.path)", body: body)
    }

    /// The text in a block of code.
    var markdown: String {
        "## \(MarkdownReport.inline(file.path))\n\n"
            + MarkdownReport.fenced(text(Palette(), isQuiet: false, isVerbose: false))
    }

    private func rivals(_ ofExchange: [Explanation], at index: Int) -> [ExplainText.Rival] {
        var rivals = ofExchange.dropFirst().map { other in
            ExplainText.Rival(name: "A \(other.policy.cache.rawValue) cache", explanation: other)
        }
        if standards.indices.contains(index) {
            rivals.append(ExplainText.Rival(name: "RFC 9111", explanation: standards[index]))
        }
        return rivals
    }

    /// One object; where there are several exchanges or caches, an array of them.
    var json: JSONValue {
        let values = explanations.enumerated().flatMap { index, ofExchange in
            ofExchange.map { ExplainJSON(explanation: $0, places: places(upTo: index)).value }
        }
        return values.count == 1 ? values[0] : .array(values)
    }
}
