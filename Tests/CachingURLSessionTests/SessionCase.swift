import CachingClient
import Foundation
import HTTPCacheSemantics
import LoopbackSockets
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What tests of ordinary sessions with a cache have in common.
class SessionCase: XCTestCase {
    struct Course {
        let server: RawServer
        let cache: DiskURLCache
        let client: CachingClient
        let session: URLSession

        func request(
            _ path: String = "/a", _ method: String = "GET", _ fields: [String: String] = [:],
            _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy
        ) throws -> URLRequest {
            var request = URLRequest(url: try XCTUnwrap(URL(string: server.url(path))), cachePolicy: policy)
            request.httpMethod = method
            for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
            return request
        }

        /// Sends a request and holds what is said against what it should be; `asked` counts the origin's requests so
        /// far.
        @discardableResult
        func say(
            _ path: String = "/a", _ method: String = "GET", _ fields: [String: String] = [:],
            _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy, gets text: String, status: Int = 200,
            asked: Int,
            file: StaticString = #filePath, line: UInt = #line
        ) async throws -> Said {
            let said = try await session.said(to: try request(path, method, fields, policy))
            XCTAssertEqual(said.text, text, file: file, line: line)
            XCTAssertEqual(said.status, status, file: file, line: line)
            XCTAssertEqual(server.requests.count, asked, "requests to the origin", file: file, line: line)
            return said
        }

        /// Sends a request that fails.
        func fails(
            _ path: String = "/a", _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy,
            file: StaticString = #filePath, line: UInt = #line
        ) async throws -> URLError? {
            do {
                let said = try await session.said(to: try request(path, "GET", [:], policy))
                XCTFail("\(said)", file: file, line: line)
                return nil
            } catch {
                return error as? URLError
            }
        }

        func isStored(_ path: String = "/a") throws -> Bool {
            cache.isCached(try XCTUnwrap(URL(string: server.url(path))))
        }
    }

    func course(
        delegate: (any URLSessionDelegate)? = nil, bodies: CachingURLProtocol.Bodies = .joined,
        policy: CachePolicy = CachePolicy(.private), _ script: @escaping RawServer.Script
    ) throws -> Course {
        let server = try RawServer(script)
        let directories = TestDirectories()
        let cache = DiskURLCache(memoryCapacity: 1 << 20, diskCapacity: 256 << 20, diskPath: directories.new())
        let configuration = URLSessionConfiguration.ephemeral
        let client = configuration.useCache(cache, policy: policy, bodies: bodies)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        addTeardownBlock {
            session.finishTasksAndInvalidate()
            server.close()
            directories.remove()
        }
        return Course(server: server, cache: cache, client: client, session: session)
    }

    static func ok(_ text: String, _ fields: String = "Cache-Control: max-age=600\r\n") -> [RawServer.Act] {
        [
            .send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(text.utf8.count)\r\n\r\n" + text),
            .nextRequest,
        ]
    }
}
