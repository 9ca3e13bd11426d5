import CachingClient
import Foundation
import HTTPCacheSemantics
import LoopbackSockets
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What tests of the transport have in common.
class TransportCase: XCTestCase {
    func server(_ script: @escaping RawServer.Script) throws -> RawServer {
        let server = try RawServer(script)
        addTeardownBlock { server.close() }
        return server
    }

    func request(
        _ server: RawServer, _ path: String = "/a", _ method: Method = .get, _ fields: [(String, String)] = [],
        content: Content = .empty
    ) throws -> OutgoingRequest {
        let head = RequestHead(
            method: method, target: try TargetURI(server.url(path)), fields: FieldSection(fields))
        return OutgoingRequest(head: head, content: content)
    }

    func text(_ response: IncomingResponse) async throws -> String {
        String(decoding: try await response.content.collect(upTo: 1 << 24), as: UTF8.self)
    }
}

/// What a call throws, or nil.
func thrown(_ body: () async throws -> some Any) async -> (any Error)? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
