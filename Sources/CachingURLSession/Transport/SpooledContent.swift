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
                if file == nil { file = try TemporaryFile() }
                try file?.append(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            try file?.append(bytes)
            try file?.close()
        } catch {
            file?.remove()
            if case ClientError.cancelled = error { throw CancellationError() }
            throw URLSessionTransportError.requestContentFailed(error)
        }
        storage = file.map { .file($0.url) } ?? (bytes.isEmpty ? .none : .memory(bytes))
    }

    deinit {
        if case .file(let url) = storage { try? FileManager.default.removeItem(at: url) }
    }
}

private struct TemporaryFile {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("content-\(UUID().uuidString)")
    private let file: FileHandle

    init() throws {
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        file = try FileHandle(forWritingTo: url)
    }

    func append(_ data: Data) throws { try file.write(contentsOf: data) }

    func close() throws { try file.close() }

    func remove() {
        try? file.close()
        try? FileManager.default.removeItem(at: url)
    }
}
