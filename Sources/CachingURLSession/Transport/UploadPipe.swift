import Foundation

#if canImport(FoundationNetworking)
    /// Hands pieces of content from a task to the thread on which a session reads them; one piece is in it at a time.
    ///
    /// On Linux a session reads a stream by calls that wait, and streams that are bound to each other do not exist.
    /// Unchecked because its state is touched under the condition's lock only.
    final class UploadPipe: @unchecked Sendable {
        private let condition = NSCondition()
        private var piece: ArraySlice<UInt8> = []
        private var writer: CheckedContinuation<Void, Never>?
        private var isEnded = false
        private var isFailed = false

        func inputStream() -> InputStream { PipeInputStream(self) }

        /// Returns when the piece has been read.
        func write(_ piece: ArraySlice<UInt8>) async throws {
            await withCheckedContinuation { continuation in
                let goesOn = change {
                    if isFailed { return true }
                    self.piece = piece
                    writer = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
            if change({ isFailed }) { throw CancellationError() }
        }

        func end() { change { isEnded = true } }

        /// Whoever waits goes on, the reader with an error.
        func fail() {
            let writer = change {
                isFailed = true
                defer { self.writer = nil }
                return self.writer
            }
            writer?.resume()
        }

        /// Waits for bytes and copies at most `count` of them; 0 at the end, −1 when there will be none.
        fileprivate func read(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
            condition.lock()
            while piece.isEmpty, !isEnded, !isFailed { condition.wait() }
            if isFailed {
                condition.unlock()
                return -1
            }
            let taken = piece.prefix(count)
            taken.withUnsafeBufferPointer { bytes in
                if let base = bytes.baseAddress { buffer.update(from: base, count: bytes.count) }
            }
            piece = piece.dropFirst(taken.count)
            let writer = piece.isEmpty ? self.writer : nil
            if piece.isEmpty { self.writer = nil }
            condition.unlock()
            writer?.resume()
            return taken.count
        }

        private func change<Result>(_ body: () -> Result) -> Result {
            condition.lock()
            defer {
                condition.broadcast()
                condition.unlock()
            }
            return body()
        }
    }

    private final class PipeInputStream: InputStream {
        private let pipe: UploadPipe
        private var status = Status.notOpen

        init(_ pipe: UploadPipe) {
            self.pipe = pipe
            super.init(data: Data())
        }

        override var hasBytesAvailable: Bool { true }
        override var streamStatus: Status { status }
        override var streamError: (any Error)? { nil }
        override func open() { status = .open }
        override func close() { status = .closed }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
            pipe.read(buffer, count)
        }

        override func getBuffer(
            _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
        ) -> Bool {
            false
        }
    }
#else
    /// Hands pieces of content from a task to a session, through two streams that are bound to each other.
    ///
    /// Unchecked because the output stream is touched by the writing task only, the flag under its lock.
    final class UploadPipe: @unchecked Sendable {
        private let output: OutputStream?
        private let input: InputStream?
        private let isFailed = Locked(false)

        init() {
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: 64 << 10, inputStream: &input, outputStream: &output)
            self.input = input
            self.output = output
            output?.open()
        }

        func inputStream() -> InputStream { input ?? InputStream(data: Data()) }

        /// Returns when the piece has been taken. Looks for room every few milliseconds, so that no thread waits.
        func write(_ piece: ArraySlice<UInt8>) async throws {
            guard let output else { throw CancellationError() }
            var rest = piece
            while !rest.isEmpty {
                if isFailed.withLock({ $0 }) { throw CancellationError() }
                guard output.hasSpaceAvailable else {
                    try await Task.sleep(for: .milliseconds(5))
                    continue
                }
                let taken = rest.withUnsafeBufferPointer { bytes in
                    bytes.baseAddress.map { output.write($0, maxLength: bytes.count) } ?? 0
                }
                guard taken > 0 else { throw CancellationError() }
                rest = rest.dropFirst(taken)
            }
        }

        func end() { output?.close() }

        func fail() { isFailed.withLock { $0 = true } }
    }
#endif
