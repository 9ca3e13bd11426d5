import HTTPDate

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension ToolContext {
    /// The standard streams, the environment and the clock of this process.
    ///
    /// From here on a write to a closed pipe is an error that the tool sees, not a signal that ends it.
    public static func process() -> ToolContext {
        signal(SIGPIPE, SIG_IGN)
        let signals = StopSignals()
        return ToolContext(
            variable: { name in getenv(name).map { String(cString: $0) } },
            isInputTerminal: isatty(STDIN_FILENO) == 1,
            isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            readInput: { limit throws(FileError) in try FileAccess.read(STDIN_FILENO, path: "", limit: limit) },
            writeOutput: { bytes throws(FileError) in try FileAccess.write(bytes, to: STDOUT_FILENO, path: "") },
            writeErrors: { bytes throws(FileError) in try FileAccess.write(bytes, to: STDERR_FILENO, path: "") },
            now: { HTTPDate(secondsSinceEpoch: Int64(time(nil))) },
            readInputChunk: { () throws(FileError) in try FileAccess.readChunk(STDIN_FILENO, path: "") },
            columns: columns(of: STDOUT_FILENO),
            errorColumns: isatty(STDERR_FILENO) == 1 ? columns(of: STDERR_FILENO) ?? 0 : nil,
            whenStopped: { signals.call($0) }, endIfStopped: { signals.end() })
    }

    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
