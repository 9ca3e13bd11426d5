import HTTPCacheLint
import HTTPCacheSemantics

/// What a shell offers in a place of the command line; told by the option table alone.
enum Completed: Sendable, Hashable {
    /// Something that only the user knows, such as a number.
    case nothing
    case words([String])
    case files
    case directories
    /// `WORD=` and a file after it.
    case wordAndFile([String])
    /// `NAME=` and one of the words after it, which may be none.
    case pairs([Pair])

    struct Pair: Sendable, Hashable {
        let name: String
        let values: [String]

        /// `NAME=VALUE` for each value; `NAME=` where they are not known.
        var spellings: [String] { values.isEmpty ? [name + "="] : values.map { name + "=" + $0 } }
    }

    /// The value of an option; nil where it takes none.
    init?(_ option: Option, of command: Command) {
        switch (option.name, option.value) {
        case (_, .none): return nil
        case (_, .choice(let words)): self = .words(words)
        case (.profile, _): self = .words(PolicyArguments.profiles)
        case (.option, _):
            self = .pairs(CacheOptions.choices.map { Pair(name: $0.name, values: Self.literals($0.notation)) })
        case (.report, _): self = .wordAndFile(ReportArguments.Format.known(to: command).map(\.rawValue))
        case (.only, _) where command != .explain, (.except, _): self = .words(FindingCode.allCases.map(\.code))
        case (_, .text("PATH")), (_, .text("FILE")), (_, .text("FILE.har")): self = .files
        case (_, .text("DIR")): self = .directories
        case (_, .text(let notation)):
            let words = Self.literals(notation)
            self = words.isEmpty ? .nothing : .words(words)
        }
    }

    /// The operands of a command: the last of the list stands for all that follow.
    static func operands(of command: Command) -> [Completed] {
        switch command {
        case .date, .proxy, .fetch: [.nothing]
        case .rule: [.words(ReportCode.all.map(\.code))]
        case .store: [.words(StoreCommand.Action.allCases.map(\.rawValue)), .directories, .files]
        case .completions: [.words(Shell.allCases.map(\.rawValue)), .nothing]
        default: [.files]
        }
    }

    /// The alternatives of a notation that stand for themselves: those in capitals, ranges and lists do not.
    private static func literals(_ notation: String) -> [String] {
        notation.split(separator: "|").map(String.init).filter { word in
            word.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
        }
    }
}

/// A shell that completions are written for.
enum Shell: String, Sendable, Hashable, CaseIterable {
    case bash, zsh, fish
}

/// What the completions of every shell are written from.
enum CompletionTable {
    /// An option's value, and the commands in which it is that.
    struct Value: Sendable, Hashable {
        let option: Option
        let completed: Completed
        var commands: [Command]
    }

    /// The spellings of what may stand in the place of a command, besides the commands.
    static let general = ["-h", "--help", "-V", "--version"]

    /// All that options take, each once.
    static let values: [Value] = {
        var values: [Value] = []
        for command in Command.allCases {
            for option in OptionTable.options(of: command) {
                guard let completed = Completed(option, of: command) else { continue }
                if let index = values.firstIndex(where: { $0.option.name == option.name && $0.completed == completed })
                {
                    values[index].commands.append(command)
                } else {
                    values.append(Value(option: option, completed: completed, commands: [command]))
                }
            }
        }
        return values
    }()

    /// All spellings of a command's options, each alone: `-q`, `--quiet`.
    static func spellings(of command: Command) -> [String] {
        OptionTable.options(of: command).flatMap(\.spellings)
    }

    /// `'…'`, where a single quote within is written as `escaped`.
    static func quoted(_ text: String, escaping escaped: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: escaped) + "'"
    }
}

extension Option {
    /// Each spelling alone, the letter first.
    var spellings: [String] { [letter.map { "-\($0)" }, hasLongName ? longName : nil].compactMap(\.self) }

    /// Whether all values count that are given.
    var isRepeatable: Bool { [.option, .report, .rules].contains(name) }
}
