import CachingClient
import Foundation

/// Request content that is all there before the request begins, since a session on Linux that reads a stream stops
/// every other session of the process until the stream has something: in memory while it is short, else in a file.
final class SpooledContent: Sendable {
    enum Storage: Sendable {
        case none
        case memory(Data)
        case file(URL)
    }

    /// Bytes in memory.
    static let limit = 1 << 20
    /// Bytes of a file of which Foundation on Linux is given a copy in memory, for as long as the task goes on.
    static let mappedLimit = 64 << 20

    let storage: Storage

    /// Throws `CancellationError`, and what the content throws within ``URLSessionTransportError``.
    init(_ content: Content) async throws {
        if let bytes = content.bytes {
            storage = bytes.isEmpty ? .none : .memory(Data(bytes))
            return
        }
        var bytes = Data()
        var file: TemporaryFile?
        do {
            for try await piece in content {
                bytes.append(contentsOf: piece)
                guard bytes.count > Self.limit else { continue }
                if file == nil { file = try TemporaryFile("content") }
                try file?.handle.write(contentsOf: bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            try file?.handle.write(contentsOf: bytes)
            try file?.handle.close()
        } catch {
            try? file?.handle.close()
            try? file?.remove()
            if case ClientError.cancelled = error { throw CancellationError() }
            throw URLSessionTransportError.requestContentFailed(error)
        }
        storage = file.map { .file($0.url) } ?? (bytes.isEmpty ? .none : .memory(bytes))
    }

    deinit {
        if case .file(let url) = storage { try? FileManager.default.removeItem(at: url) }
    }
}
