import CachingClient
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Content {
    /// What a request carries as `httpBody` or `httpBodyStream`.
    init(ofBody request: URLRequest) {
        if let body = request.httpBody {
            self.init(Array(body))
        } else if let stream = request.httpBodyStream {
            self.init(InputStreamSource(stream))
        } else {
            self = .empty
        }
    }
}

/// Reads an input stream piece by piece, on a queue of its own since its calls may wait.
///
/// Unchecked because the stream is touched on that queue only.
private final class InputStreamSource: ContentSource, @unchecked Sendable {
    private let stream: InputStream
    private let queue = DispatchQueue(label: "CachingURLSession.body")
    private var isOpen = false

    init(_ stream: InputStream) { self.stream = stream }

    deinit { if isOpen { stream.close() } }

    func next() async throws -> ArraySlice<UInt8>? {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read() }) }
        }
    }

    private func read() throws -> ArraySlice<UInt8>? {
        if !isOpen { stream.open() }
        isOpen = true
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = bytes.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { stream.read($0, maxLength: buffer.count) } ?? 0
        }
        if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
        return count == 0 ? nil : bytes.prefix(count)
    }
}
