import CachingClient
import Foundation
import HTTPDate
import Locking
import TestSupport
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Directories for one test.
final class TestDirectories: Sendable {
    private let root = URL(fileURLWithPath: ProcessDirectory.path + "/session-\(UUID().uuidString)")

    func new() -> String { root.appendingPathComponent(UUID().uuidString).path }

    func remove() { try? FileManager.default.removeItem(at: root) }
}

final class TestClock: Sendable {
    private let seconds = Locked<Int64>(1_000_000_000)

    var clock: WallClock { WallClock { [self] in HTTPDate(secondsSinceEpoch: seconds.withLock { $0 }) } }

    func advance(_ by: Int64) { seconds.withLock { $0 += by } }
}

/// What a session says to one request.
struct Said: Sendable {
    var status: Int
    var fields: [String: String]
    var url: String
    var text: String
    /// How many times content was given.
    var pieces = 1
}

extension URLSession {
    /// Sends a request with a completion handler, as most callers do.
    func said(to request: URLRequest) async throws -> Said {
        let running = Locked<URLSessionTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { data, response, error in
                    continuation.resume(with: Self.result(data, response, error))
                }
                running.withLock { $0 = task }
                task.resume()
            }
        } onCancel: {
            running.withLock { $0 }?.cancel()
        }
    }

    private static func result(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Result<
        Said, any Error
    > {
        guard error == nil, let response = response as? HTTPURLResponse else {
            return .failure(error ?? URLError(.unknown))
        }
        let fields = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return .success(
            Said(
                status: response.statusCode, fields: Dictionary(fields) { $0 + ", " + $1 },
                url: response.url?.absoluteString ?? "", text: String(decoding: data ?? Data(), as: UTF8.self)))
    }
}

/// Counts what a session's delegate is given.
final class CountingDelegate: NSObject, URLSessionDataDelegate {
    let bytes = Counter()
    let pieces = Counter()
    let largest = Locked(0)
    let end = Locked<(isOver: Bool, error: (any Error)?)>((false, nil))

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        bytes.add(data.count)
        pieces.add(1)
        largest.withLock { $0 = max($0, data.count) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end.withLock { $0 = (true, error) }
    }
}

/// Lets other tasks run until something holds; false when it never does.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<4000 {
        if await condition() { return true }
        try? await Task.sleep(nanoseconds: 2_000_000)
    }
    return false
}

/// Hears how a load fails.
final class ListeningClient: NSObject, URLProtocolClient {
    let errors = Locked<[URLError.Code]>([])

    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
        errors.withLock { $0.append((error as? URLError)?.code ?? .unknown) }
    }

    func urlProtocol(
        _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
    ) {}
    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {}
    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {}
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {}
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {}
    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}
