import CachingClient
import Foundation

/// A request's content on its way into a URLSession, which reads it from an `InputStream`.
final class UploadStream: Sendable {
    /// What the session reads. Unsafe because a stream is for one thread: none but the session touches this one.
    nonisolated(unsafe) let stream: InputStream
    private let content: Content
    private let pipe: UploadPipe
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ content: Content) {
        self.content = content
        pipe = UploadPipe()
        stream = pipe.inputStream()
    }

    /// Begins to read the content; `failed` is told what it throws.
    func start(_ failed: @escaping @Sendable (any Error) -> Void) {
        let task = Task { [content, pipe] in
            do {
                for try await piece in content { try await pipe.write(piece) }
                pipe.end()
            } catch {
                pipe.fail()
                if !(error is CancellationError) { failed(error) }
            }
        }
        self.task.withLock { $0 = task }
    }

    /// Nobody reads any more.
    func stop() {
        pipe.fail()
        task.withLock { $0 }?.cancel()
    }
}
