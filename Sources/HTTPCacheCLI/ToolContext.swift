public import HTTPDate

/// Everything that the tool takes from outside besides files, so that it runs without a process of its own.
public struct ToolContext {
    /// The environment variables that the tool asks for, by name.
    public var variable: (String) -> String?
    public var isInputTerminal: Bool
    public var isOutputTerminal: Bool
    /// At most so many bytes of standard input; what is longer is cut off there.
    public var readInput: (_ limit: Int) throws(FileError) -> [UInt8]
    public var writeOutput: ([UInt8]) throws(FileError) -> Void
    public var writeErrors: ([UInt8]) throws(FileError) -> Void
    /// The clock; only places the century of two-digit years.
    public var now: () -> HTTPDate
    /// What standard input has now, at most 64 KiB, waiting for the first byte; empty at its end.
    public var readInputChunk: () throws(FileError) -> [UInt8]
    /// How many columns the terminal at standard output has; nil where there is none or it does not say.
    public var columns: Int?
    /// Calls what it is given, on any thread, when a command that runs until then is to stop.
    public var whenStopped: (@escaping @Sendable () -> Void) -> Void
    /// Ends the process as what stopped it would have at once; does nothing where nothing has.
    public var endIfStopped: () -> Void
    /// How many columns the terminal at standard error has, 0 where it does not say; nil where there is none.
    public var errorColumns: Int?

    public init(
        variable: @escaping (String) -> String?, isInputTerminal: Bool, isOutputTerminal: Bool,
        readInput: @escaping (_ limit: Int) throws(FileError) -> [UInt8],
        writeOutput: @escaping ([UInt8]) throws(FileError) -> Void,
        writeErrors: @escaping ([UInt8]) throws(FileError) -> Void,
        now: @escaping () -> HTTPDate, readInputChunk: @escaping () throws(FileError) -> [UInt8] = { [] },
        columns: Int? = nil, errorColumns: Int? = nil,
        whenStopped: @escaping (@escaping @Sendable () -> Void) -> Void = { _ in },
        endIfStopped: @escaping () -> Void = {}
    ) {
        self.variable = variable
        self.isInputTerminal = isInputTerminal
        self.isOutputTerminal = isOutputTerminal
        self.readInput = readInput
        self.writeOutput = writeOutput
        self.writeErrors = writeErrors
        self.now = now
        self.readInputChunk = readInputChunk
        self.columns = columns
        self.whenStopped = whenStopped
        self.endIfStopped = endIfStopped
        self.errorColumns = errorColumns
    }
}

extension ToolContext {
    /// The same, but that notes nobody takes are given up after a second, for a command that must end when it is told to.
    func withNotesInTime() -> ToolContext {
        var context = self
        let write = writeErrors
        context.writeErrors = { notes throws(FileError) in
            let output = LineOutput(write: write) { _ in }
            output.add(notes)
            _ = output.finish()
        }
        return context
    }
}
