/// What the tool's exit status means.
public enum ExitStatus: Int32, Sendable, Hashable {
    /// The question was answered, and nothing is wrong.
    case answered = 0
    /// The answer is no: an expectation failed.
    case no = 1
    /// The question could not be asked: usage, input that cannot be read, something unknown named, I/O.
    case notAsked = 2
}

/// Why the question could not be asked; always exit status 2.
struct ToolError: Error, Hashable {
    /// Without the tool's name before it and without a line end.
    let message: String
    /// Whether the message stands alone, as one that begins with a file's position does.
    var isComplete = false

    init(_ message: String, isComplete: Bool = false) {
        self.message = message
        self.isComplete = isComplete
    }
}
