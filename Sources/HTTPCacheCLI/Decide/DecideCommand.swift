/// `httpcache decide`: JSON lines in, JSON lines out, in the same order.
struct DecideCommand {
    /// Output is written when so much has gathered.
    private static let chunk = 1 << 16
    /// In bytes.
    private static let longestLine = 64 << 20

    let context: ToolContext
    private var output = JSONWriter()
    private var text = JSONText()
    private var hasErrors = false
    private var hasLines = false

    init(_ context: ToolContext) { self.context = context }

    static func run(_ arguments: Arguments, _ context: ToolContext) throws -> CommandOutput {
        if arguments.has(.schema) { return CommandOutput(DecideSchema.text) }
        guard arguments.operands.count <= 1 else { throw ToolError("decide takes one FILE at most") }
        if arguments.has(.generate) || arguments.has(.seed) { return try generate(arguments, context) }
        var command = DecideCommand(context)
        if let path = arguments.operands.first, path != "-" {
            let source = try ChunkSource(path)
            try command.takeInput { try source.next() }
        } else {
            if context.isInputTerminal, arguments.operands.isEmpty {
                return CommandOutput("", notes: HelpText.short(.decide), status: .notAsked)
            }
            try command.takeInput { try context.readInputChunk() }
        }
        if !command.hasLines { throw ToolError("no line in this input") }
        return CommandOutput("", status: command.hasErrors ? .notAsked : .answered)
    }

    private static func generate(_ arguments: Arguments, _ context: ToolContext) throws -> CommandOutput {
        guard let wanted = arguments[.generate] else { throw ToolError("--seed goes with --generate") }
        guard arguments.operands.isEmpty else { throw ToolError("--generate makes the lines and takes no FILE") }
        guard let count = Int(wanted), count >= 0 else {
            throw ToolError("--generate: \(ShownBytes.quoted(wanted)) is no number of lines")
        }
        let text = arguments[.seed] ?? "0"
        guard let seed = UInt64(text) else {
            throw ToolError("--seed: \(ShownBytes.quoted(text)) is no number from 0 to \(UInt64.max)")
        }
        var command = DecideCommand(context)
        for number in 0..<count {
            LineGenerator.write(line: number, seed: seed, to: &command.output)
            if command.output.bytes.count >= chunk { try command.flush() }
        }
        try command.flush()
        return CommandOutput("")
    }

    /// Answers each line as soon as it is there, so that another program can wait for the answer.
    private mutating func takeInput(_ next: () throws -> [UInt8]) throws {
        var pending: [UInt8] = []
        while true {
            let chunk = try next()
            let searched = pending.count
            pending.append(contentsOf: chunk)
            let rest = try takeLines(of: pending, from: searched, isLast: chunk.isEmpty)
            if chunk.isEmpty { return }
            pending.removeSubrange(..<rest)
            guard pending.count <= Self.longestLine else {
                throw ToolError("a line is longer than the limit of \(Self.longestLine) bytes")
            }
        }
    }

    /// Returns where the unfinished last line begins. No line ends before `searched`.
    @discardableResult
    private mutating func takeLines(of bytes: [UInt8], from searched: Int, isLast: Bool) throws -> Int {
        var start = 0
        var end = searched
        while end < bytes.count {
            if bytes[end] == 0x0A {
                try take(bytes, start..<end)
                start = end + 1
            }
            end += 1
        }
        if isLast, start < end {
            try take(bytes, start..<end)
            start = end
        }
        text.close()
        try flush()
        return start
    }

    private mutating func take(_ bytes: [UInt8], _ line: Range<Int>) throws {
        guard bytes[line].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        hasLines = true
        answer(bytes, line)
        output.endLine()
        if output.bytes.count >= Self.chunk { try flush() }
    }

    private mutating func answer(_ bytes: [UInt8], _ line: Range<Int>) {
        var name: JSONText.Node?
        do {
            try text.read(bytes, line)
            name = DecideCase.name(in: text)
            DecideRun.answer(try DecideCase(text), text, to: &output)
        } catch {
            hasErrors = true
            output.beginObject()
            output.name("schema")
            output.string("httpcache.error/1")
            if let name { output.echo(name, of: text) }
            output.name("error")
            output.beginObject()
            output.name("message")
            output.string(error.message)
            output.name("offset")
            output.integer(error.offset - line.lowerBound)
            output.endObject()
            output.endObject()
        }
    }

    private mutating func flush() throws {
        if !output.bytes.isEmpty { try context.writeOutput(output.bytes) }
        output.removeAll()
    }
}
