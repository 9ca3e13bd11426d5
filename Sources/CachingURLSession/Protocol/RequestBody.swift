import CachingClient
import Foundation
import Locking

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

extension URLRequest {
    /// Bytes of a QUERY's content that may come from a stream and yet be part of its key.
    static let queryContentLimit = 1 << 20

    /// Reads the stream of a QUERY into `httpBody`, where it is part of the key (RFC 10008, "Caching").
    ///
    /// Returns the content where it is longer than ``queryContentLimit``, which leaves the request without a key.
    mutating func readQueryContent() async throws -> Content? {
        guard httpMethod == "QUERY", let stream = httpBodyStream else { return nil }
        let source = InputStreamSource(stream)
        var bytes: [UInt8] = []
        do {
            while let piece = try await source.next() {
                bytes += piece
                if bytes.count > Self.queryContentLimit { return Content(BegunContent(bytes[...], source)) }
            }
        } catch {
            if error is CancellationError { throw error }
            throw URLError(.requestBodyStreamExhausted, userInfo: [NSUnderlyingErrorKey: error])
        }
        httpBody = Data(bytes)
        return nil
    }
}

/// Bytes that were read from a source, and then the rest of it.
private final class BegunContent: ContentSource {
    private let begun: Locked<ArraySlice<UInt8>?>
    private let source: any ContentSource

    init(_ begun: ArraySlice<UInt8>, _ source: any ContentSource) {
        self.begun = Locked(begun)
        self.source = source
    }

    func next() async throws -> ArraySlice<UInt8>? {
        let bytes = begun.withLock { begun in
            defer { begun = nil }
            return begun
        }
        if let bytes { return bytes }
        return try await source.next()
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
        let answer = StreamAnswer()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                queue.async {
                    if !answer.isGiven { answer.give(Result { try self.read() }) }
                }
            }
        } onCancel: {
            // The stream may wait for longer than anybody wants to: its call ends on the queue, told to nobody.
            answer.give(.failure(CancellationError()))
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

/// What a call of a stream gives, or its cancellation, whichever comes first; whoever waits is told once.
private final class StreamAnswer: Sendable {
    private struct State {
        var result: Result<ArraySlice<UInt8>?, any Error>?
        var waiter: CheckedContinuation<ArraySlice<UInt8>?, any Error>?
    }

    private let state = Locked(State())

    var isGiven: Bool { state.withLock { $0.result != nil } }

    func wait(_ waiter: CheckedContinuation<ArraySlice<UInt8>?, any Error>) {
        let result = state.withLock { state in
            if state.result == nil { state.waiter = waiter }
            return state.result
        }
        if let result { waiter.resume(with: result) }
    }

    func give(_ result: Result<ArraySlice<UInt8>?, any Error>) {
        let waiter = state.withLock { state in
            guard state.result == nil else { return nil as CheckedContinuation<ArraySlice<UInt8>?, any Error>? }
            state.result = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: result)
    }
}
