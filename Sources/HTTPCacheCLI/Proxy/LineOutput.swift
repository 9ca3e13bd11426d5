import Dispatch

/// Lines on their way to standard output, written by a thread of their own, so that a reader who stalls stalls nothing
/// else. What comes when too much of it waits is left out and counted.
///
/// Unchecked for the context's way to write, which that thread alone uses until ``finish()``.
final class LineOutput: @unchecked Sendable {
    private struct State {
        var waiting: [UInt8] = []
        /// So many are being written.
        var lines = 0
        var writes = 0
        var dropped = 0
        var isEnding = false
        /// Nobody reads, or writing has failed.
        var isClosed = false
    }

    private let monitor = Monitor(State())
    private let limit: Int
    private let patience: Int
    private let write: ([UInt8]) throws(FileError) -> Void
    private let failed: @Sendable (FileError) -> Void

    /// Bytes that are written at once: less than a pipe holds.
    private static let piece = 16 << 10

    /// At most `limit` bytes wait. One write may take `patience` milliseconds at the end.
    init(
        limit: Int = 4 << 20, patience: Int = 1_000, write: @escaping ([UInt8]) throws(FileError) -> Void,
        failed: @escaping @Sendable (FileError) -> Void
    ) {
        self.limit = limit
        self.patience = patience
        self.write = write
        self.failed = failed
        DispatchQueue(label: "httpcache.lines").async { [self] in run() }
    }

    /// One line, with its end. Does not wait.
    func add(_ line: [UInt8]) {
        monitor.change { state in
            if state.isClosed { return }
            guard state.waiting.count + line.count <= limit, !state.isEnding else {
                state.dropped += 1
                return
            }
            state.waiting += line
        }
    }

    /// Waits until all is written, as long as somebody reads; then how many lines were not.
    func finish() -> (dropped: Int, isStalled: Bool) {
        var writes = -1
        while true {
            let isDone = monitor.wait(milliseconds: patience) { state -> Bool? in
                state.isEnding = true
                if state.isClosed || state.waiting.isEmpty && state.lines == 0 { return true }
                return nil
            }
            let (now, dropped, left) = monitor.look { state in
                (state.writes, state.dropped, state.lines + Self.count(state.waiting[...]))
            }
            if isDone != nil { return (dropped, false) }
            if now == writes { return (dropped + left, true) }
            writes = now
        }
    }

    private static func count(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 == 0x0A } }

    private func run() {
        while let bytes = next() {
            do {
                try write(bytes)
                monitor.change { state in
                    state.lines = 0
                    state.writes += 1
                }
            } catch {
                monitor.change { state in
                    state.isClosed = true
                    state.waiting = []
                }
                // Where nobody reads the lines any more, the proxy goes on.
                if !error.isClosedPipe { failed(error) }
            }
        }
    }

    /// Whole lines; nil when there is nothing more to do.
    private func next() -> [UInt8]? {
        let bytes = monitor.wait { state -> [UInt8]? in
            if state.isClosed { return [] }
            if state.waiting.isEmpty { return state.isEnding ? [] : nil }
            let end = state.waiting.prefix(Self.piece).lastIndex(of: 0x0A) ?? state.waiting.firstIndex(of: 0x0A)
            let bytes = Array(state.waiting[...(end ?? state.waiting.count - 1)])
            state.waiting.removeFirst(bytes.count)
            state.lines = Self.count(bytes[...])
            return bytes
        }
        return bytes.flatMap { $0.isEmpty ? nil : $0 }
    }
}
