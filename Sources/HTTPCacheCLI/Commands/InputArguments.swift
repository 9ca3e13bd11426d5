import HTTPTranscript

/// Reads the one input of a command.
struct InputReader {
    let context: ToolContext

    /// The name that reports print for standard input.
    static let standardInputName = "<stdin>"

    /// A file, or standard input for `-` and where nothing is named and something is piped in; nil where there is
    /// neither.
    func read(_ operand: String?) throws -> SourceFile? {
        // One byte more than is allowed, so that the limit is seen to be passed.
        let limit = SourceFile.maximumSize + 1
        if let operand, operand != "-" {
            return SourceFile(path: operand, bytes: try FileAccess.read(operand, limit: limit))
        }
        if operand == nil, context.isInputTerminal { return nil }
        return SourceFile(path: Self.standardInputName, bytes: try context.readInput(limit))
    }
}
