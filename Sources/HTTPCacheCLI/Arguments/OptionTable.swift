/// The tool's commands.
enum Command: String, Sendable, Hashable, CaseIterable {
    case explain, check, lint, har, decide, date, store, rule, completions, proxy, fetch
}

/// One option: its names, what it takes, and where it is understood.
struct Option: Sendable, Hashable {
    enum Name: String, Sendable, Hashable, CaseIterable {
        case noConfig = "no-config"
        case cache, profile, from, url, only, except, at, sent, received, heuristic, option
        case all, filter, list, schema, generate, seed, strict, graph, file, to
        case bodyFrom = "body-from"
        case failFast = "fail-fast"
        case keepGoing = "keep-going"
        case failOn = "fail-on"
        case rules, record, matrix, lint
        case upstream, listen, store, memory, capacity, admin, timeout, drain, threads
        case listenAny = "listen-any"
        case rewriteHost = "rewrite-host"
        case readyFile = "ready-file"
        case maxContent = "max-content"
        case dir, expires, jobs, resume
        case format, report, color, ascii, quiet, verbose, shortHelp, help, version
    }

    enum Value: Sendable, Hashable {
        case none
        case choice([String])
        /// Anything; the text stands for it in the help.
        case text(String)

        /// How the help writes it; empty for none.
        var notation: String {
            switch self {
            case .none: ""
            case .choice(let words): words.joined(separator: "|")
            case .text(let notation): notation
            }
        }
    }

    let name: Name
    /// After one hyphen.
    var letter: Character?
    /// Whether `--name` exists; `-h` and `--help` are two options.
    var hasLongName = true
    var value = Value.none
    let commands: [Command]
    let summary: String

    var longName: String { "--" + name.rawValue }

    /// All spellings, the letter first: `-q, --quiet`.
    var spelling: String {
        [letter.map { "-\($0)" }, hasLongName ? longName : nil].compactMap(\.self).joined(separator: ", ")
    }
}

/// The one list of options: parser, short help, long help and completions are made from it.
enum OptionTable {
    static let options: [Option] = serving + question + clock + selection + fetching + output + general

    private static let serving: [Option] = [
        Option(
            name: .upstream, value: .text("URL"), commands: [.proxy],
            summary: "http://HOST:PORT of the origin server; every request goes there"),
        Option(
            name: .listen, value: .text("ADDRESS:PORT"), commands: [.proxy],
            summary: "where to listen (default 127.0.0.1:8080); port 0 takes a free one"),
        Option(name: .listenAny, commands: [.proxy], summary: "let --listen name an address that others can reach"),
        Option(
            name: .store, value: .text("DIR"), commands: [.proxy],
            summary: "keep responses on disk too, so that they outlive the proxy"),
        Option(
            name: .memory, value: .text("SIZE"), commands: [.proxy],
            summary: "how much to keep in memory (default 256MiB)"),
        Option(
            name: .capacity, value: .text("SIZE"), commands: [.proxy],
            summary: "how much --store may hold (default 1GiB)"),
        Option(
            name: .rewriteHost, commands: [.proxy], summary: "send the upstream's authority as Host, not the client's"),
        Option(
            name: .readyFile, value: .text("PATH"), commands: [.proxy],
            summary: "write the address there once it listens; on a second line the control channel's"),
        Option(
            name: .admin, value: .text("WHERE"), commands: [.proxy],
            summary: "a control channel at ADDRESS:PORT or unix:PATH: purge, statistics, clock, health"),
        Option(
            name: .timeout, value: .text("SECONDS"), commands: [.proxy],
            summary: "how long the origin may be silent (default 60); then 504"),
        Option(
            name: .drain, value: .text("SECONDS"), commands: [.proxy],
            summary: "how long answers under way may take after SIGTERM or SIGINT (default 10)"),
        Option(
            name: .threads, value: .text("N"), commands: [.proxy],
            summary: "how many threads share the connections (default eight a processor, up to 64)"),
        Option(
            name: .maxContent, value: .text("SIZE"), commands: [.proxy],
            summary: "the longest content of a request (default 1GiB); more gives 413"),
    ]

    private static let question: [Option] = [
        Option(
            name: .cache, value: .choice(["shared", "private", "both"]),
            commands: [.explain, .check, .lint, .har, .store],
            summary: "whose rules (explain, lint: both; check: the file wins; har: a second visit's)"),
        Option(
            name: .cache, value: .choice(["shared", "private"]), commands: [.proxy],
            summary: "whose responses it may keep (default shared)"),
        Option(
            name: .profile, value: .text("NAME"), commands: [.explain, .check, .lint, .har, .store, .proxy],
            summary: "a named policy: rfc9111 (default), cdn, browser, sdurlcache"),
        Option(
            name: .heuristic, value: .text("PERCENT|off"), commands: [.explain, .check, .lint, .har, .store, .proxy],
            summary: "the share of the time since Last-Modified that counts as fresh (default 10)"),
        Option(
            name: .option, value: .text("NAME=VALUE"), commands: [.explain, .check, .lint, .har, .store, .proxy],
            summary: "one choice that the RFCs leave open; may be repeated"),
        Option(
            name: .from, value: .choice(["transcript", "response", "exchange", "har"]),
            commands: [.explain, .check, .lint],
            summary: "what the input is (default: told by its first bytes)"),
        Option(
            name: .url, value: .text("URL"), commands: [.explain, .check, .lint, .store],
            summary: "the target, where the input does not say it"),
        Option(
            name: .only, value: .text("N"), commands: [.explain],
            summary: "the N-th exchange of several, alone (default: each in order, state carried over)"),
        Option(
            name: .only, value: .text("CODE[,CODE]"), commands: [.lint, .har],
            summary: "look for these findings alone; har: with --lint"),
        Option(
            name: .except, value: .text("CODE[,CODE]"), commands: [.lint, .har],
            summary: "look for all findings but these; har: with --lint"),
    ]

    private static let clock: [Option] = [
        Option(
            name: .at, value: .text("TIME"), commands: [.explain, .date, .store],
            summary: "the clock (default: the moment of arrival; date: now, which places two-digit years)"),
        Option(
            name: .sent, value: .text("TIME"), commands: [.explain, .store],
            summary: "when the request was sent (default: when the response arrived)"),
        Option(
            name: .received, value: .text("TIME"), commands: [.explain, .store],
            summary: "when the response arrived (default: Date + Age)"),
    ]

    private static let selection: [Option] = [
        Option(
            name: .strict, commands: [.date], summary: "only the exact case of the grammar and the right day's name"),
        Option(name: .graph, commands: [.date], summary: "the grammar's automaton in Graphviz's dot language"),
        Option(name: .file, value: .text("PATH"), commands: [.date], summary: "one date a line from a file"),
        Option(name: .to, value: .text("SIZE"), commands: [.store], summary: "prune: what to shrink to, such as 200MB"),
        Option(
            name: .bodyFrom, value: .text("PATH"), commands: [.store], summary: "put: the content of the one response"),
        Option(name: .schema, commands: [.decide], summary: "the JSON Schemas of input and output lines"),
        Option(
            name: .generate, value: .text("N"), commands: [.decide],
            summary: "N random input lines, to fuzz another cache with"),
        Option(
            name: .seed, value: .text("S"), commands: [.decide],
            summary: "what they are made from: the same S gives the same lines (default 0)"),
        Option(name: .all, commands: [.rule], summary: "every rule and finding, one a line"),
        Option(
            name: .filter, value: .text("ID"), commands: [.check],
            summary: "only cases whose id contains ID"),
        Option(name: .list, commands: [.check, .lint], summary: "name the cases, or the findings, and run none"),
        Option(name: .failFast, commands: [.check], summary: "stop after the first case that fails"),
        Option(
            name: .rules, value: .text("FILE"), commands: [.check, .proxy],
            summary: "hold the inputs, or what passes, against the `on` blocks of FILE; may be repeated"),
        Option(
            name: .record, commands: [.check],
            summary: "write a capture's messages as a case, its expectations to be filled in by hand"),
        Option(
            name: .record, value: .text("FILE"), commands: [.proxy],
            summary: "write each exchange with its verdict to a HAR"),
        Option(
            name: .matrix, commands: [.check],
            summary: "which rule is named by which case; with --rules, where each block holds"),
        Option(name: .lint, commands: [.har], summary: "mistakes in the caching fields too, as lint finds them"),
        Option(
            name: .keepGoing, commands: [.explain, .check, .lint, .har],
            summary: "report what stands before an error in a HAR"),
        Option(
            name: .failOn, value: .choice(["error", "warning", "never"]), commands: [.check, .lint, .har, .proxy],
            summary: "from which level on a finding makes the exit status 1 (default error)"),
    ]

    private static let fetching: [Option] = [
        Option(
            name: .dir, value: .text("DIR"), commands: [.fetch], summary: "where downloads are kept; made if missing"),
        Option(
            name: .expires, value: .text("TIME"), commands: [.fetch],
            summary: "how long they are kept: 20s, 5m, 1h (default), 7d"),
        Option(
            name: .jobs, value: .text("N"), commands: [.fetch], summary: "how many run at once, 1 to 64 (default 4)"),
        Option(
            name: .resume, commands: [.fetch],
            summary: "keep what was cut off, and go on from there where the server allows it"),
    ]

    private static let output: [Option] = [
        format(of: .explain), format(of: .check), format(of: .lint), format(of: .har), format(of: .date),
        format(of: .store),
        format(of: .rule), format(of: .proxy),
        Option(
            name: .report, value: .text("FORMAT=PATH"), commands: [.explain, .check, .lint, .har, .proxy],
            summary: "another format to a file, in the same run; may be repeated"),
        Option(
            name: .color, value: .choice(["auto", "always", "never"]), commands: Command.allCases,
            summary: "auto: off when stdout is no terminal, NO_COLOR is set, or TERM=dumb"),
        Option(name: .ascii, commands: Command.allCases, summary: "no sign beyond ASCII"),
    ]

    private static func format(of command: Command) -> Option {
        Option(
            name: .format, value: .choice(ReportArguments.Format.known(to: command).map(\.rawValue)),
            commands: [command], summary: "what goes to standard output (default text)")
    }

    private static let general: [Option] = [
        Option(
            name: .quiet, letter: "q", commands: [.explain, .check, .lint, .har, .proxy, .fetch],
            summary: "the answer alone"),
        Option(
            name: .verbose, letter: "v", commands: [.explain, .check, .lint, .rule],
            summary: "the codes of the rules too; check, lint: what passed; rule --all: examples"),
        // A command that knows it reads configurations.
        Option(
            name: .noConfig, commands: [.explain, .check, .lint, .har],
            summary: "read no .httpcacherc"),
        Option(
            name: .shortHelp, letter: "h", hasLongName: false, commands: Command.allCases,
            summary: "the options in short"),
        Option(name: .help, commands: Command.allCases, summary: "options, exit statuses and examples"),
        Option(name: .version, letter: "V", commands: Command.allCases, summary: "the version"),
    ]

    static func options(of command: Command) -> [Option] { options.filter { $0.commands.contains(command) } }
}
