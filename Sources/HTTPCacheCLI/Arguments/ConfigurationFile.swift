import HTTPTranscript

/// `.httpcacherc`: options that hold for the inputs beside and below it, as if they stood first on the command line.
///
/// One option a line, with its value after `=` or a space; blank lines and those that begin with `#` say nothing. What
/// the running command does not know and another does is passed over, so that one file serves them all; what none knows
/// is an error with its place. So is an option by which the tool would write or listen somewhere, unless the user has
/// named the file: one that was found may have come with the inputs.
struct ConfigurationFile {
    /// The largest file that is read, in bytes.
    private static let maximumSize = 64 << 10
    /// What says something about the one run, and not about the inputs.
    private static let misplaced: [Option.Name] = [.shortHelp, .help, .version, .noConfig]

    /// What a stranger's file must not say: where to write to, or where to listen.
    private static let reserved: [Option.Name] = [
        .report, .record, .readyFile, .store, .dir, .admin, .listen, .listenAny,
    ]

    let file: SourceFile
    /// Whether it lay beside the inputs, and was not named.
    let isFound: Bool

    init(_ path: String, isFound: Bool) throws {
        self.isFound = isFound
        let bytes = try FileAccess.read(path, limit: Self.maximumSize + 1)
        guard bytes.count <= Self.maximumSize else {
            throw ToolError("\(ShownBytes.text(path)): longer than the limit of \(Self.maximumSize) bytes")
        }
        file = SourceFile(path: path, bytes: bytes)
    }

    /// The arguments with those of the file before them.
    static func applied(to arguments: Arguments, _ context: ToolContext) throws -> Arguments {
        guard let place = try ConfigurationPlace.place(for: arguments, context) else { return arguments }
        var result = arguments
        let file = try ConfigurationFile(place.path, isFound: place.isFound)
        result.configure(try file.arguments(for: arguments.command, context))
        return result
    }

    /// What each line says, in order.
    func arguments(for command: Command, _ context: ToolContext) throws -> [Arguments] {
        var result: [Arguments] = []
        for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if let one = try read(Self.trimmed(line), for: command, context) { result.append(one) }
        }
        return result
    }

    private func read(
        _ line: ArraySlice<UInt8>, for command: Command, _ context: ToolContext
    ) throws -> Arguments? {
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        guard first == UInt8(ascii: "-"), line.count > 1, !line.elementsEqual("--".utf8) else {
            throw TranscriptError(
                "an option is wanted here; inputs are for the command line", in: file, at: line.startIndex)
        }
        let name = line.prefix { !Self.isBlank($0) && $0 != UInt8(ascii: "=") }
        var words = [String(decoding: line, as: UTF8.self)]
        var value = name.endIndex < line.endIndex ? name.endIndex + 1 : line.startIndex
        if name.endIndex < line.endIndex, Self.isBlank(line[name.endIndex]) {
            let rest = Self.trimmed(line[name.endIndex...])
            words = [String(decoding: name, as: UTF8.self), String(decoding: rest, as: UTF8.self)]
            value = rest.startIndex
        }
        do {
            return try understand(words, as: command, context)
        } catch {
            let others = Command.allCases.filter { $0 != command }
            if others.contains(where: { (try? understand(words, as: $0, context)) != nil }) { return nil }
            // The command that knows the option says best what is wrong with it.
            let spelling = String(decoding: name, as: UTF8.self)
            let knowing = ([command] + others).first { one in
                OptionTable.options(of: one).contains { $0.spellings.contains(spelling) }
            }
            guard let knowing else { throw TranscriptError(error.message, in: file, at: line.startIndex) }
            do throws(ToolError) {
                return try understand(words, as: knowing, context)
            } catch {
                throw TranscriptError(error.message, in: file, at: value)
            }
        }
    }

    /// Reads one option as a command does, its value too.
    private func understand(
        _ words: [String], as command: Command, _ context: ToolContext
    ) throws(ToolError) -> Arguments {
        let arguments = try ArgumentParser.parse(words, for: command)
        if !arguments.operands.isEmpty { throw ToolError("\(ShownBytes.text(words[0])) takes no value") }
        if Self.misplaced.contains(where: arguments.has) {
            throw ToolError("\(ShownBytes.text(words[0])) is for the command line alone")
        }
        // `check --record` writes to standard output.
        if isFound, Self.reserved.contains(where: arguments.has), command != .check || !arguments.has(.record) {
            throw ToolError(
                "\(ShownBytes.text(String(words[0].prefix { $0 != "=" }))) says where to write or listen: that is for the "
                    + "command line, or for a file that $\(ConfigurationPlace.variable) names")
        }
        _ = try PolicyArguments.options(arguments)
        _ = try ReportArguments(arguments)
        switch command {
        case .check: _ = try CheckSettings(arguments)
        case .explain: _ = try ExplainCommand.only(arguments)
        case .lint, .har: _ = try FindingChoice(arguments)
        case .decide, .date, .store, .rule, .completions, .proxy, .fetch: break
        }
        _ = try ClockArguments(arguments, now: context.now())
        return arguments
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line.drop(while: isBlank)
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
