import HTTPDate

/// `httpcache date`: reads, checks and rewrites HTTP dates.
///
/// Every operand is one date; `-`, or no operand with piped input, and `--file` read one date a line. Exit status 1
/// when any is invalid.
struct DateCommand {
    /// The longest line that is read, in bytes; a date has 33 at most.
    private static let maximumInput = 64 << 20

    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        if arguments.has(.graph) { return CommandOutput(DateGraph.dot()) }
        let now = try now()
        guard let texts = try texts() else {
            return CommandOutput("", notes: HelpText.short(.date), status: .notAsked)
        }
        if texts.isEmpty { throw ToolError("no date in this input") }
        let strictness: HTTPDate.Strictness = arguments.has(.strict) ? .strict : .lenient
        let isJSON = arguments[.format] == "json"
        var text = ""
        var invalid = 0
        for input in texts {
            do {
                let parsed = try HTTPDate.parse(input, relativeTo: now, strictness: strictness)
                text += isJSON ? Self.value(input, parsed).compact() + "\n" : Self.line(parsed)
            } catch {
                invalid += 1
                text +=
                    isJSON ? Self.value(input, error).compact() + "\n" : Self.line(input, error)
            }
        }
        return CommandOutput(text, status: invalid == 0 ? .answered : .no)
    }

    /// What places two-digit years.
    private func now() throws(ToolError) -> HTTPDate {
        guard let text = arguments[.at] else { return context.now() }
        guard case .instant(let date) = TimeArgument(text, now: context.now()) else {
            throw ToolError("--at: \(ShownBytes.quoted(text)) is not an HTTP date or 2026-11-24T09:31:00Z")
        }
        return date
    }

    /// The dates to read; nil where none was named and nobody writes to standard input.
    private func texts() throws -> [[UInt8]]? {
        var texts: [[UInt8]] = []
        for operand in arguments.operands {
            if operand == "-" {
                texts += try lines(context.readInput(Self.maximumInput + 1))
            } else {
                texts.append(Array(operand.utf8))
            }
        }
        if let path = arguments[.file] { texts += try lines(FileAccess.read(path, limit: Self.maximumInput + 1)) }
        guard arguments.operands.isEmpty, arguments[.file] == nil else { return texts }
        return context.isInputTerminal ? nil : try lines(context.readInput(Self.maximumInput + 1))
    }

    /// One date a line, without its CR and LF; a line feed at the very end begins no further line.
    private func lines(_ bytes: [UInt8]) throws(ToolError) -> [[UInt8]] {
        guard bytes.count <= Self.maximumInput else {
            throw ToolError("the input is longer than the limit of \(Self.maximumInput) bytes")
        }
        guard !bytes.isEmpty else { return [] }
        let whole = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
        return whole.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            Array(line.last == 0x0D ? line.dropLast() : line)
        }
    }

    /// `784111777  imf-fixdate  Sun, 06 Nov 1994 08:49:37 GMT`, and what is odd about it.
    private static func line(_ parsed: HTTPDate.Parsed) -> String {
        var text = "\(parsed.date.secondsSinceEpoch)  \(parsed.form.name)  \(parsed.date)"
        if !parsed.weekdayMatches { text += "  (another day was named)" }
        if parsed.isLeapSecond { text += "  (23:59:60 reads as the second before)" }
        return text + "\n"
    }

    /// The input with a caret under the byte where reading stopped.
    private static func line(_ input: [UInt8], _ error: HTTPDate.ParseError) -> String {
        let lines = error.report(for: input).split(separator: "\n", omittingEmptySubsequences: false)
        return zip(["invalid  ", "         "], lines).map { $0 + $1 + "\n" }.joined()
    }

    private static func value(_ input: [UInt8], _ parsed: HTTPDate.Parsed) -> JSONValue {
        .object([
            .init("schema", "httpcache.date/1"), .init("input", JSONValue(bytes: input)),
            .init("form", .string(parsed.form.name)), .init("epoch", .integer(parsed.date.secondsSinceEpoch)),
            .init("canonical", .string(parsed.date.description)),
            .init("weekdayMatches", .boolean(parsed.weekdayMatches)),
        ])
    }

    private static func value(_ input: [UInt8], _ error: HTTPDate.ParseError) -> JSONValue {
        .object([
            .init("schema", "httpcache.date/1"), .init("input", JSONValue(bytes: input)),
            .init(
                "error",
                .object([
                    .init("offset", JSONValue(error.offset)),
                    .init("expected", .string(error.expected.explanation)),
                ])),
        ])
    }
}

extension HTTPDate.Form {
    /// The name that reports give the form.
    var name: String {
        switch self {
        case .imfFixdate: "imf-fixdate"
        case .rfc850: "rfc850"
        case .asctime: "asctime"
        }
    }
}
