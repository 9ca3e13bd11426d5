/// What a command was given.
struct Arguments: Sendable, Hashable {
    let command: Command
    /// In order; `-` stands for standard input.
    var operands: [String] = []
    /// In order; a flag's value is empty.
    private var given: [Given] = []

    private struct Given: Sendable, Hashable {
        let name: Option.Name
        let value: String
        var isConfigured = false
    }

    init(command: Command) { self.command = command }

    /// The value of an option; the last one counts.
    subscript(_ name: Option.Name) -> String? { given.last { $0.name == name }?.value }

    func has(_ name: Option.Name) -> Bool { given.contains { $0.name == name } }

    /// Whether an option stands on the command line itself, and not in a configuration alone.
    func isNamed(_ name: Option.Name) -> Bool { given.contains { $0.name == name && !$0.isConfigured } }

    /// Puts what a configuration says before what is there, so that the command line wins.
    mutating func configure(_ configured: [Arguments]) {
        given = configured.flatMap(\.given).map { Given(name: $0.name, value: $0.value, isConfigured: true) } + given
    }

    /// All values of an option that may be repeated.
    func all(_ name: Option.Name) -> [String] { given.filter { $0.name == name }.map(\.value) }

    fileprivate mutating func add(_ option: Option, _ value: String) throws(ToolError) {
        if case .choice(let words) = option.value, !words.contains(value) {
            throw ToolError(
                "\(option.longName): \(ShownBytes.quoted(value)) is not one of \(words.joined(separator: ", "))"
                    + NearName.suggestion(for: value, among: words))
        }
        given.append(Given(name: option.name, value: value))
    }
}

/// Reads a command's arguments by the option table.
///
/// `--name VALUE` and `--name=VALUE`; letters without a value may stand together; `--` ends the options; `-` is an
/// operand.
struct ArgumentParser {
    private let command: Command
    private let options: [Option]
    private var rest: ArraySlice<String>
    private var result: Arguments

    static func parse(_ words: [String], for command: Command) throws(ToolError) -> Arguments {
        var parser = ArgumentParser(command, words)
        return try parser.parse()
    }

    private init(_ command: Command, _ words: [String]) {
        self.command = command
        options = OptionTable.options(of: command)
        rest = words[...]
        result = Arguments(command: command)
    }

    private mutating func parse() throws(ToolError) -> Arguments {
        while let word = rest.popFirst() {
            if word == "--" {
                result.operands += rest
                break
            } else if word.hasPrefix("--") {
                try long(word)
            } else if word.hasPrefix("-"), word != "-" {
                try letters(word)
            } else {
                result.operands.append(word)
            }
        }
        return result
    }

    private mutating func long(_ word: String) throws(ToolError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.hasLongName && $0.longName == name }) else {
            let known = options.filter(\.hasLongName).map(\.longName)
            throw ToolError("unknown option \(ShownBytes.text(name))" + NearName.suggestion(for: name, among: known))
        }
        if option.value == .none {
            guard parts.count == 1 else { throw ToolError("\(name) takes no value") }
            try result.add(option, "")
        } else if parts.count == 2 {
            try result.add(option, String(parts[1]))
        } else {
            guard let value = rest.popFirst() else {
                throw ToolError("\(name) needs a value: \(option.value.notation)")
            }
            try result.add(option, value)
        }
    }

    private mutating func letters(_ word: String) throws(ToolError) {
        for letter in word.dropFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                let long = options.first { $0.hasLongName && $0.longName == "-" + word }
                throw ToolError(
                    "unknown option -\(ShownBytes.text(String(letter)))"
                        + (long.map { "; did you mean \($0.longName)?" } ?? ""))
            }
            try result.add(option, "")
        }
    }
}
