import HTTPCacheSemantics

/// The help, made from the option table.
enum HelpText {
    private static func usage(of command: Command) -> (line: String, purpose: String) {
        switch command {
        case .explain: ("explain [OPTIONS] [FILE | -]", "what a cache does with a message, and why")
        case .check:
            (
                "check [OPTIONS] [--rules FILE] [PATH | -]...",
                "run fixtures, or hold HARs and captures against rules; exit 1 when a decision is not as expected"
            )
        case .lint: ("lint [OPTIONS] [FILE | -]...", "mistakes in the caching fields of messages")
        case .har: ("har [OPTIONS] FILE.har", "one verdict per entry of a HAR, as a table")
        case .decide: ("decide [FILE | -]", "the batch form: JSON lines in, JSON lines out")
        case .date: ("date [OPTIONS] [TEXT | -]...", "read, check and rewrite HTTP dates")
        case .store: ("store ls|show|put|verify|prune|rm DIR [KEY | FILE | -]", "look into stored responses")
        case .completions: ("completions bash|zsh|fish", "completion of the command line for a shell")
        case .fetch: ("fetch URL... --dir DIR", "downloads that are kept for as long as you say (plain http)")
        case .rule: ("rule [OPTIONS] [CODE... | --all]", "one rule: what it says and where it is written")
        case .proxy:
            ("proxy --upstream URL [OPTIONS]", "the cache in front of an origin server: one verdict per exchange")
        }
    }

    /// What a command is for, in one line.
    static func purpose(of command: Command) -> String { usage(of: command).purpose }

    /// All commands, one a line.
    static let general: String = {
        let usages = Command.allCases.map(usage(of:))
        let width = (usages.map(\.line.count).max() ?? 0) + 2
        let lines = usages.map { "  httpcache " + padded($0.line, to: width) + $0.purpose }
        return (["usage:"] + lines + ["", "httpcache COMMAND -h names a command's options."]).joined(separator: "\n")
            + "\n"
    }()

    static let generalLong = general + "\n" + exitStatuses(of: nil) + "\n" + examples(Command.allCases)

    /// The usage and the options of a command.
    static func short(_ command: Command) -> String {
        let usage = usage(of: command)
        let options = OptionTable.options(of: command)
        let names = options.map { option in
            let indented = option.letter == nil ? "    " + option.spelling : option.spelling
            return option.value == .none ? indented : indented + " " + option.value.notation
        }
        let width = min(34, (names.map(\.count).max() ?? 0) + 2)
        var text = "usage: httpcache \(usage.line)\n\(usage.purpose)\n\n"
        for (name, option) in zip(names, options) {
            text += "  " + padded(name, to: width)
            if name.count >= width { text += "\n  " + padded("", to: width) }
            text += option.summary + "\n"
        }
        return text
    }

    static func long(_ command: Command) -> String {
        var text = short(command) + "\n"
        if command == .explain { text += times + "\n" }
        if command == .proxy { text += serving + "\n" }
        if [.explain, .check, .lint, .har, .proxy].contains(command) { text += options + "\n" }
        if OptionTable.options(of: command).contains(where: { $0.name == .noConfig }) { text += configuration + "\n" }
        return text + exitStatuses(of: command) + "\n" + examples([command])
    }

    private static let times = """
        TIME is an HTTP date, 2026-11-24T09:31:00Z, HH:MM:SS on the day of Date (UTC), or +27m after arrival.

        """

    private static let configuration = """
        .httpcacherc beside the input, or above it up to the repository's root, or the file that $HTTPCACHE_CONFIG_PATH
        names, is read first: one option a line, # begins a comment. The command line wins.

        """

    private static let serving = """
        One line for each exchange: method, URL, status, decision (hit, stale, validated, forward REASON, collapsed, own),
        the rule that decided, age and time to live.

        The control channel: GET /health, GET /statistics, POST /purge?url=URL (or a path; ?all for everything),
        POST /clock?advance=1h30m.

        SIGTERM and SIGINT let the answers under way finish, close the store and end with 0, or with what --rules found:
        1 when a rule does not hold, 2 when an `on` block spoke of nothing that passed. A second signal ends at once.

        """

    private static var options: String {
        "NAME=VALUE of --option is one of\n"
            + CacheOptions.choices.map { "  \($0.name)=\($0.notation)\n" }.joined()
    }

    private static func examples(_ commands: [Command]) -> String {
        var lines = ["examples"]
        for command in commands {
            switch command {
            case .explain:
                lines += [
                    "  curl -sv https://cdn.example/app.css -o /dev/null 2> app.txt",
                    "  httpcache explain app.txt --profile cdn --at +27m",
                    "  curl -si https://cdn.example/app.css | httpcache explain --url https://cdn.example/app.css",
                ]
            case .check:
                lines += [
                    "  httpcache check Fixtures/conformance",
                    "  httpcache check --rules caching.httpcache --report junit=cache.xml visit.har",
                ]
            case .lint:
                lines += [
                    "  curl -si https://shop.example/ | httpcache lint",
                    "  httpcache lint --fail-on warning --report sarif=lint.sarif visit.har",
                    "  httpcache lint --except lint.set-cookie-shared,lint.vary-star visit.har",
                ]
            case .har:
                lines += [
                    "  httpcache har visit.har", "  httpcache har --report html=visit.html --fail-on warning visit.har",
                ]
            case .decide:
                lines += [
                    "  httpcache decide < requests.jsonl > verdicts.jsonl", "  httpcache decide --schema",
                    "  httpcache decide --generate 1000 --seed 7 | tee requests.jsonl | httpcache decide",
                ]
            case .date:
                lines += ["  httpcache date 'Sunday, 06-Nov-94 08:49:37 GMT'", "  httpcache date --graph | dot -Tsvg"]
            case .store:
                lines += ["  httpcache store put cache app.txt --body-from app.css", "  httpcache store ls cache"]
            case .completions:
                lines += [
                    "  httpcache completions bash > ~/.local/share/bash-completion/completions/httpcache",
                    "  httpcache completions zsh > ~/.zfunc/_httpcache",
                    "  httpcache completions fish > ~/.config/fish/completions/httpcache.fish",
                ]
            case .fetch:
                lines += [
                    "  httpcache fetch http://files.example/a.iso http://files.example/b.iso --dir downloads --expires 7d"
                ]
            case .rule: lines += ["  httpcache rule lifetime.s-maxage", "  httpcache rule --all --verbose"]
            case .proxy:
                lines += [
                    "  httpcache proxy --upstream http://127.0.0.1:8000 --listen 127.0.0.1:8080",
                    "  httpcache proxy --upstream http://127.0.0.1:8000 --record visit.har --rules caching.httpcache",
                ]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
