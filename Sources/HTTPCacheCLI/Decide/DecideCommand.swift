/// `httpcache decide`: JSON lines in, JSON lines out, in the same order.
struct DecideCommand {
    /// Output is written when so much has gathered.
    private static let chunk = 1 << 16

    let context: ToolContext
    private var output: [UInt8] = []
    private var hasErrors = false

    init(_ context: ToolContext) { self.context = context }

    static func run(_ arguments: Arguments, _ context: ToolContext) throws -> CommandOutput {
        if arguments.has(.schema) { return CommandOutput(DecideSchema.text) }
        guard arguments.operands.count <= 1 else { throw ToolError("decide takes one FILE at most") }
        var command = DecideCommand(context)
        if let path = arguments.operands.first, path != "-" {
            let bytes = try FileAccess.read(path, limit: .max)
            try command.takeLines(of: bytes, isLast: true)
        } else {
            if context.isInputTerminal, arguments.operands.isEmpty {
                return CommandOutput("", notes: HelpText.short(.decide), status: .notAsked)
            }
            try command.takeStandardInput()
        }
        return CommandOutput("", status: command.hasErrors ? .notAsked : .answered)
    }

    /// Answers each line as soon as it is there, so that another program can wait for the answer.
    private mutating func takeStandardInput() throws {
        var pending: [UInt8] = []
        while true {
            let chunk = try context.readInputChunk()
            pending.append(contentsOf: chunk)
            let rest = try takeLines(of: pending, isLast: chunk.isEmpty)
            if chunk.isEmpty { return }
            pending.removeSubrange(..<rest)
        }
    }

    /// Returns where the unfinished last line begins.
    @discardableResult
    private mutating func takeLines(of bytes: [UInt8], isLast: Bool) throws -> Int {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A)
            guard end != nil || isLast else { break }
            try take(bytes, start..<(end ?? bytes.count))
            start = (end ?? bytes.count - 1) + 1
        }
        try flush()
        return start
    }

    private mutating func take(_ bytes: [UInt8], _ line: Range<Int>) throws {
        guard bytes[line].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        output.append(contentsOf: answer(bytes, line).compact().utf8)
        output.append(0x0A)
        if output.count >= Self.chunk { try flush() }
    }

    private mutating func answer(_ bytes: [UInt8], _ line: Range<Int>) -> JSONValue {
        var name: JSONValue?
        do {
            let node = try JSONReader.read(bytes, line)
            name = DecideCase.name(of: node)
            return DecideRun.answer(try DecideCase(node))
        } catch {
            hasErrors = true
            var members: [JSONValue.Member] = [.init("schema", "httpcache.error/1")]
            if let name { members.append(.init("case", name)) }
            members.append(
                .init(
                    "error",
                    .object([
                        .init("message", .string(error.message)),
                        .init("offset", JSONValue(error.offset - line.lowerBound)),
                    ])))
            return .object(members)
        }
    }

    private mutating func flush() throws {
        if !output.isEmpty { try context.writeOutput(output) }
        output.removeAll(keepingCapacity: true)
    }
}
