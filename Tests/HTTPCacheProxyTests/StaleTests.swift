import HTTPCacheProxy
import HTTPWire
import XCTest

/// Stale answers (RFC 9111 §4.2.4, RFC 5861).
final class StaleTests: XCTestCase {
    func testFailingOrigin() {
        for failure in ["close", "reset", "500", "502", "503", "504", "599"] {
            Dialogue.run(
                """
                case \(failure): stale
                > GET
                < 200 ; Cache-Control: max-age=10
                + 11
                > GET
                < \(failure)
                = 200 fwd=stale ; Age: 11 ; body:b1
                """)
            for directive in ["must-revalidate", "proxy-revalidate", "no-cache", "s-maxage=10"] {
                let own = ["close", "reset"].contains(failure)
                Dialogue.run(
                    """
                    case \(failure): not stale with \(directive)
                    > GET
                    < 200 ; Cache-Control: max-age=10, \(directive)
                    + 11
                    > GET
                    < \(failure)
                    = \(own ? "504 own" : "\(failure) fwd=stale")
                    """)
            }
        }
        Dialogue.run(
            """
            case stale-if-error
            > GET
            < 200 ; Cache-Control: max-age=10, stale-if-error=20
            + 29
            > GET
            < 500
            = 200 ; body:b1

            case nothing stored, no origin
            > GET
            < close
            = 502 own

            case an origin that sends nonsense
            > GET
            < 200 ; Content-Length: 1 ; Content-Length: 2
            = 502 own
            > GET
            < 200 ; Content-Length: x
            = 502 own
            > GET
            < 200 ; Transfer-Encoding: chunked ; Content-Length: 3
            = 502 own

            case an origin that sends nonsense, and what is stored may not stand in
            > GET
            < 200 ; Cache-Control: max-age=10, must-revalidate
            + 11
            > GET
            < 200 ; Content-Length: x
            = 502 own

            case an origin that sends nonsense, and something is stored
            > GET
            < 200 ; Cache-Control: max-age=10
            + 11
            > GET
            < 200 ; Content-Length: x
            = 200 fwd=stale ; body:b1
            """)
    }

    func testSilentOrigin() {
        Dialogue.run(
            """
            case 504
            > GET
            < silence
            = 504 own

            case stale instead
            > GET
            < 200 ; Cache-Control: max-age=10
            + 11
            > GET
            < silence
            = 200 fwd=stale ; body:b1
            """
        ) { $0.transport.responseTimeout = .milliseconds(150) }
    }

    /// Those who wait for one answer are told together that there is none, not one after the other's time-out.
    func testASilentOriginIsWaitedForOnce() throws {
        let origin = Origin { _, _, _ in .silence }
        let subject = try ProxyUnderTest(upstream: origin.port) { $0.transport.responseTimeout = .milliseconds(400) }
        let sockets = (0..<4).map { _ in subject.connect() }
        for socket in sockets { socket.send("GET / HTTP/1.1\r\nHost: h.test\r\n\r\n") }
        for socket in sockets { XCTAssertEqual(socket.readMessage(inAnswerTo: "GET")?.status, 504) }
        XCTAssertEqual(origin.requests.count, 1)
    }

    func testInTheBackground() {
        Dialogue.run(
            """
            case stale-while-revalidate
            > GET
            < 200 ; Cache-Control: max-age=10, stale-while-revalidate=60 ; ETag: "a"
            + 11
            > GET
            < 304 ; ETag: "a" ; Cache-Control: max-age=10, stale-while-revalidate=60
            ~ If-None-Match: "a"
            = 200 hit ttl=-1 ; Age: 11 ; body:b1

            case not beyond its window
            > GET
            < 200 ; Cache-Control: max-age=10, stale-while-revalidate=60
            + 71
            > GET
            < 200
            = 200 fwd=stale ; body:b2
            """)
    }
}
