import CachingClient
import Foundation
import Locking
import LoopbackSockets
import TestSupport
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class RequestBodyTests: SessionCase {
    /// Has nothing to give until it is let go.
    private final class WaitingStream: InputStream {
        let isAsked = Counter()
        private let gate = DispatchSemaphore(value: 0)

        override func open() {}
        override func close() {}

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
            isAsked.add(1)
            gate.wait()
            return 0
        }

        func letGo() { gate.signal() }
    }

    func testAStreamThatWaitsDoesNotKeepACancelledReader() async throws {
        let stream = WaitingStream(data: Data())
        var request = URLRequest(url: try XCTUnwrap(URL(string: "http://o.test/")))
        request.httpBodyStream = stream
        let asked = stream.isAsked
        let content = Content(ofBody: request)
        let failure = Locked<(isOver: Bool, error: (any Error)?)>((false, nil))
        let task = Task {
            let error = await thrown { try await content.collect(upTo: 10) }
            failure.withLock { $0 = (true, error) }
        }
        let isAsked = await eventually { asked.count == 1 }
        XCTAssertTrue(isAsked)
        task.cancel()
        let isOver = await eventually { failure.withLock { $0.isOver } }
        XCTAssertTrue(isOver)
        // What comes after that is told to nobody.
        stream.letGo()
        await task.value
        let error = failure.withLock { $0.error }
        guard case ClientError.cancelled? = error else { return XCTFail("not cancelled") }
    }

    func testTheBytesOfAStream() async throws {
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        var request = URLRequest(url: try XCTUnwrap(URL(string: "http://o.test/")))
        request.httpBodyStream = InputStream(data: bytes)
        let all = try await Content(ofBody: request).collect(upTo: 1 << 20)
        XCTAssertEqual(Data(all), bytes)
    }

    #if canImport(FoundationNetworking)
        /// A stream is read once: where a redirect wants its content again, the load fails (RFC 9110 §15.4.8, §15.4.9).
        func testAStreamIsNotSentTwice() async throws {
            for (status, text) in [(307, nil), (308, nil), (303, "GET 0")] as [(Int, String?)] {
                let course = try course { request, number in
                    number > 0
                        ? Self.ok("\(request.line.prefix(3)) \(request.body.count)")
                        : [.send("HTTP/1.1 \(status) \r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"), .nextRequest]
                }
                var post = try course.request("/a", "POST", ["Content-Type": "text/plain"])
                post.httpBodyStream = InputStream(data: Data("content".utf8))
                let said = Locked<String?>(nil)
                let failure = await thrown {
                    let answer = try await course.session.said(to: post)
                    said.withLock { $0 = answer.text }
                }
                XCTAssertEqual(said.withLock { $0 }, text)
                XCTAssertEqual((failure as? URLError)?.code, text == nil ? .requestBodyStreamExhausted : nil)
                XCTAssertEqual(course.server.requests.count, text == nil ? 1 : 2)
            }
        }
    #endif
}
