import HTTPCacheLint
import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// What was found in the messages of one input.
struct LintedInput: Sendable {
    let file: SourceFile
    /// How many were looked at.
    let exchanges: Int
    /// Those about which something was found; of captures the others too.
    let messages: [LintedExchange]
    /// Findings beyond ``LintCourse/maximumOfOneCode``, which are counted and not kept.
    let omitted: [FindingCode: Int]
}

/// One exchange of an input with the findings in its request and its response.
struct LintedExchange: Sendable {
    struct Entry: Sendable {
        let finding: HTTPCacheLint.Finding
        /// The bytes that it speaks of.
        let range: SourceRange
    }

    /// `GET https://shop.example/ (200)`, fit for a terminal.
    let title: String
    /// The start line of its first message.
    let range: SourceRange
    let entries: [Entry]

    init(_ exchange: ReadExchange, _ findings: [HTTPCacheLint.Finding]) {
        title = "\(exchange.title) (\(exchange.response.status))"
        range = (exchange.requestMessage ?? exchange.responseMessage).raw.startLineRange
        entries = findings.map { Entry(finding: $0, range: Self.range(of: $0, in: exchange)) }
    }

    /// The start line where a finding speaks of no field.
    private static func range(of finding: HTTPCacheLint.Finding, in exchange: ReadExchange) -> SourceRange {
        guard let place = finding.place,
            let message = place.message == .request ? exchange.requestMessage : exchange.responseMessage,
            place.line < message.values.count
        else { return exchange.responseMessage.raw.startLineRange }
        guard let range = place.range else { return message.raw.fields[place.line].name }
        return message.values[place.line].sourceRange(of: range)
    }
}

/// Lints the exchanges of inputs, one after the other.
struct LintCourse {
    /// How many findings of one code are kept of an archive, so that a report over a large one stays one.
    static let maximumOfOneCode = 20

    let linter: Linter
    let choice: FindingChoice
    /// Stands in where an input does not say when it was.
    let now: HTTPDate

    init(_ arguments: Arguments, now: HTTPDate) throws(ToolError) {
        let caches: Set<CachePolicy.CacheKind> =
            switch arguments[.cache] {
            case "shared": [.shared]
            case "private": [.private]
            case "both": [.shared, .private]
            // A browser's cache is a private one, and SDURLCache one for a single application.
            default: ["browser", "sdurlcache"].contains(arguments[.profile]) ? [.private] : [.shared, .private]
            }
        linter = Linter(caches: caches, options: try PolicyArguments.options(arguments))
        choice = try FindingChoice(arguments)
        self.now = now
    }

    /// All exchanges of a capture.
    func input(_ exchanges: [ReadExchange], in file: SourceFile) -> LintedInput {
        LintedInput(
            file: file, exchanges: exchanges.count,
            messages: exchanges.map { exchange in
                let raw = exchange.responseMessage.raw
                let length = raw.hasContentLines ? raw.content.range.count : nil
                let isWhole = exchange.content.isComplete
                return LintedExchange(
                    exchange,
                    findings(
                        in: exchange.response, to: exchange.isTargetKnown ? exchange.request : nil,
                        withRequest: exchange.requestMessage != nil, at: nil, length: isWhole ? length : nil))
            }, omitted: [:])
    }

    /// The entries of an archive, as they are read; and the error after which there are no more.
    func input(_ reader: inout HARReader, keepsGoing: Bool) throws -> (LintedInput, HARError?) {
        var archive = LintedArchive(self, path: reader.path)
        reader.readsContent = true
        let error = try reader.forEach(keepsGoing: keepsGoing) { entry, reader in
            try archive.add(entry, &reader)
            return true
        }
        return (archive.input, error)
    }

    fileprivate func findings(
        in response: ResponseHead, to request: RequestHead?, withRequest: Bool, at received: HTTPDate?, length: Int?
    ) -> [HTTPCacheLint.Finding] {
        let ofRequest = withRequest ? request.map(linter.findings) ?? [] : []
        let all =
            ofRequest
            + linter.findings(
                in: response, to: request, receivedAt: received ?? response.date(relativeTo: now) ?? now,
                contentLength: length)
        return all.filter { choice.codes.contains($0.code) }
    }
}

/// Lints the entries of an archive, one after the other, while they are read.
struct LintedArchive {
    private let course: LintCourse
    private var heads: HARHeads
    private var kept: [(HAREntry, ObservedExchange, HARHeads.Messages, [HTTPCacheLint.Finding])] = []
    private var counts: [FindingCode: Int] = [:]
    private var exchanges = 0
    private var history = EntityTagHistory()

    init(_ course: LintCourse, path: String) {
        self.course = course
        heads = HARHeads(path: path)
    }

    /// Adds the entry that `reader` read last; whether entity tags are stable shows where the reader reads content too.
    mutating func add(_ entry: HAREntry, _ reader: inout HARReader) throws {
        guard let exchange = entry.exchange else { return }
        exchanges += 1
        var found = course.findings(
            in: exchange.response, to: exchange.request, withRequest: true, at: exchange.responseTime,
            length: entry.size)
        if let unstable = history.finding(
            in: exchange.response, to: exchange.request, number: entry.number, content: entry.contentDigest),
            course.choice.codes.contains(unstable.code)
        {
            found.append(unstable)
        }
        found = found.filter { finding in
            counts[finding.code, default: 0] += 1
            return counts[finding.code, default: 0] <= LintCourse.maximumOfOneCode
        }
        if !found.isEmpty, let messages = try reader.writeHeads(to: &heads) {
            kept.append((entry, exchange, messages, found))
        }
    }

    /// What was found in the entries added.
    var input: LintedInput {
        let file = heads.file
        let messages = kept.map { entry, exchange, messages, found in
            LintedExchange(ReadExchange(entry, exchange, messages, in: file), found)
        }
        let omitted = counts.filter { $0.value > LintCourse.maximumOfOneCode }
            .mapValues { $0 - LintCourse.maximumOfOneCode }
        return LintedInput(file: file, exchanges: exchanges, messages: messages, omitted: omitted)
    }
}

extension Linter {
    /// What fixtures and rules ask: the codes found in a message.
    var codes: @Sendable (TranscriptRunner.LintSubject) -> Set<String> {
        { subject in
            switch subject {
            case .request(let request): Set(findings(in: request).map(\.code.code))
            case .response(let response, let request): Set(findings(in: response, to: request).map(\.code.code))
            }
        }
    }

    static let knownCodes = Set(FindingCode.allCases.map(\.code))
}
