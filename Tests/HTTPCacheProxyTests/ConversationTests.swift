import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPWire
import XCTest

/// Connections of both sides: 100 (Continue), pipelining, retries, time-outs, limits, and attempts to smuggle.
final class ConversationTests: XCTestCase {
    func testExpectContinueIsTheOriginsToAnswer() throws {
        let origin = Origin { request, _, _ in
            .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: \(request.content.count)\r\n\r\n\(request.text)".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port) { $0.transport.continueTimeout = .milliseconds(100) }
        // This origin reads the content before it says anything, so that the proxy gives up waiting.
        let socket = subject.connect()
        socket.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "POST")).status, 100)
        socket.send("abc")
        XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "POST")).text, "abc")
        XCTAssertEqual(origin.requests.last?["Expect"], "100-continue")
    }

    func testARefusalComesBeforeTheContent() throws {
        // Reads heads only, so that it can refuse before the content comes.
        let origin = Origin(heads: true) { _, _, _ in
            .last(Array("HTTP/1.1 413 Too Much\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        let socket = subject.connect()
        socket.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        let response = try XCTUnwrap(socket.readMessage(inAnswerTo: "POST"))
        XCTAssertEqual(response.status, 413)
        XCTAssertEqual(response["Connection"], "close")
    }

    func testPipelinedRequestsAreAnsweredInOrder() throws {
        let origin = Origin { request, _, _ in
            if request.target == "/slow" { usleep(50_000) }
            return .bytes(
                Array(
                    "HTTP/1.1 200 OK\r\nCache-Control: max-age=9\r\nContent-Length: \(request.target.utf8.count)\r\n\r\n\(request.target)"
                        .utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        _ = try subject.get("/hit")
        let socket = subject.connect()
        let targets = ["/slow", "/hit", "/a", "/hit", "/b"]
        socket.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: h.test\r\n\r\n" }.joined())
        for target in targets {
            XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET")).text, target)
        }
    }

    func testAnErrorAmongPipelinedRequests() throws {
        let origin = Origin { request, _, _ in
            if request.target == "/slow" { usleep(50_000) }
            return .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        let request = "GET /slow HTTP/1.1\r\nHost: h\r\n\r\n"
        let elsewhere = "GET http://elsewhere.test/ HTTP/1.1\r\nHost: h\r\n\r\n"
        let socket = subject.connect()
        // The answers come in order, and nothing is read behind what cannot be read.
        socket.send(request + elsewhere + request + "G E T /\r\n\r\n" + request)
        for status in [200, 421, 200, 400] {
            XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET")).status, status)
        }
        XCTAssertEqual(socket.readAll(), [])
        XCTAssertEqual(origin.requests.count, 2)
    }

    /// Sixty-four 1xx are passed on; who sends more has no answer.
    func testAFloodOfInterimResponses() throws {
        let origin = Origin { _, _, socket in
            for _ in 0..<100 { socket.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") }
            return .last(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        let socket = subject.connect()
        socket.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        for _ in 0..<64 { XCTAssertEqual(socket.readMessage(inAnswerTo: "GET")?.status, 103) }
        XCTAssertEqual(socket.readMessage(inAnswerTo: "GET")?.status, 502)
    }

    /// The answer comes at once, and the connection to an origin that has not been sent all is not used again.
    func testAnAnswerBeforeTheContentIsWhole() throws {
        let origin = Origin(heads: true) { request, _, _ in
            .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: \(request.target.count)\r\n\r\n\(request.target)".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        let socket = subject.connect()
        socket.send("POST /first HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\nGET /smuggled HTTP/1.1\r\nX: ")
        XCTAssertEqual(socket.readMessage(inAnswerTo: "POST")?.text, "/first")
        XCTAssertEqual(try subject.get("/second").text, "/second")
        XCTAssertEqual(origin.connections, 2)
        socket.send([UInt8](repeating: 65, count: 100_000 - 27) + Array("GET /third HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        XCTAssertEqual(socket.readMessage(inAnswerTo: "GET")?.text, "/third")
        XCTAssertEqual(origin.requests.map(\.target), ["/first", "/second", "/third"])
    }

    func testAnExpectationThatAStoredAnswerMakesVoid() throws {
        let origin = Origin("HTTP/1.1 200 OK\nCache-Control: max-age=60\nContent-Length: 2\n\nok")
        let subject = try ProxyUnderTest(upstream: origin.port)
        _ = try subject.get("/")
        let socket = subject.connect()
        // Without content there is nothing to go on with (RFC 9110 §10.1.1).
        for _ in 0..<2 {
            socket.send("GET / HTTP/1.1\r\nHost: h.test\r\nExpect: 100-continue\r\n\r\n")
            let answer = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"))
            XCTAssertEqual(answer.status, 200)
            XCTAssertEqual(answer["Cache-Status"]?.contains("hit"), true)
        }
        // The content of a QUERY is part of its key, so that it is asked for before anything is answered.
        for _ in 0..<2 {
            socket.send("QUERY / HTTP/1.1\r\nHost: h.test\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
            XCTAssertEqual(socket.readMessage(inAnswerTo: "QUERY")?.status, 100)
            socket.send("x")
            XCTAssertEqual(socket.readMessage(inAnswerTo: "QUERY")?.text, "ok")
        }
        XCTAssertEqual(origin.requests.count, 2)
    }

    func testARequestIsForwardedOnce() throws {
        // Every second request is taken and left without an answer, on a connection that was used before.
        let origin = Origin { _, number, _ in
            number % 2 == 0 ? .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)) : .last([])
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        for (index, method) in ["GET", "POST", "PUT", "HEAD"].enumerated() {
            XCTAssertEqual(try subject.get("/\(index)", method: method).status, 200)
            XCTAssertEqual(try subject.get("/other", method: method).status, 502)
            XCTAssertEqual(origin.requests.count, 2 * index + 2, method)
        }
    }

    func testASafeRequestGoesOutAgainWhereTheConnectionWasDead() throws {
        let origin = Origin { _, _, _ in .last(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)) }
        let subject = try ProxyUnderTest(upstream: origin.port)
        for number in 1...20 {
            XCTAssertEqual(try subject.get("/").status, 200)
            XCTAssertEqual(origin.requests.count, number)
        }
    }

    func testLeftOverBytesAreNoAnswer() throws {
        let origin = Origin { _, _, _ in
            .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nX: poison\r\n\r\n".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        for path in ["/1", "/2", "/3"] {
            let response = try subject.get(path)
            XCTAssertEqual(response.text, "ok")
            XCTAssertNil(response["X"])
        }
        XCTAssertEqual(origin.connections, 3)
    }

    func testWhatMightBeSmuggledIsRefused() throws {
        let origin = Origin("HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port)
        let host = "Host: h\r\n"
        let refused: [(String, Int)] = [
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 3, 3\r\n\r\nabc", 400),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: +3\r\n\r\nabc", 400),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 0x3\r\n\r\nabc", 400),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n", 413),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: xchunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding:\u{0B}chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST / HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\(host)A: b\r\n folded\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\(host)A: b\rContent-Length: 3\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\(host)A: b\u{00}\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\(host)A b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\(host): b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n \(host)\r\n", 400),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\(host)Host: i\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
            ("GET /\u{09} HTTP/1.1\r\n\(host)\r\n", 400),
            ("GET  / HTTP/1.1\r\n\(host)\r\n", 400),
            ("GET / HTTP/1.1 \r\n\(host)\r\n", 400),
            ("GET / HTTP/2.0\r\n\(host)\r\n", 505),
            ("GET /\r\n\r\n", 400),
            ("\u{16}\u{03}\u{01}", 400),
            (String(repeating: "G", count: 70) + " / HTTP/1.1\r\n\(host)\r\n", 501),
            ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n\(host)\r\n", 414),
            ("GET / HTTP/1.1\r\n\(host)A: \(String(repeating: "a", count: 70_000))\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\n\(host)\(String(repeating: "A: b\r\n", count: 600))\r\n", 431),
        ]
        for (request, status) in refused {
            let socket = subject.connect()
            // Where the fault were not seen, this would be taken for another request.
            socket.send(request + "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n")
            let response = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"), request)
            XCTAssertEqual(response.status, status, String(request.prefix(100)))
            XCTAssertNil(response["Cache-Status"])
            XCTAssertNil(socket.readMessage(inAnswerTo: "GET"), "the connection goes on after \(request.prefix(100))")
        }
        XCTAssertEqual(origin.requests.count, 0)
    }

    func testContentThatBreaksItsCodingReachesNobodyWhole() throws {
        let origin = Origin("HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port)
        for chunks in [
            "3\r\nabcd\r\n0\r\n\r\n", "3;\u{01}\r\nabc\r\n0\r\n\r\n", "3\nabc\r\n0\r\n\r\n", "x\r\n", "-1\r\n",
            "fffffffffffffffff\r\n", "3\r\nabc0\r\n\r\n", " 3\r\nabc\r\n0\r\n\r\n", "0\r\nA b\r\n\r\n",
        ] {
            let socket = subject.connect()
            socket.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
            let response = try XCTUnwrap(socket.readMessage(inAnswerTo: "POST"), chunks)
            XCTAssertTrue([400, 413, 431].contains(response.status), "\(response.status) for \(chunks)")
            XCTAssertNil(socket.readMessage(inAnswerTo: "POST"))
        }
        XCTAssertEqual(origin.requests.count { $0.isWhole }, 0)
    }

    func testSlowClients() throws {
        let origin = Origin("HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port) {
            $0.server.headTimeout = .milliseconds(100)
            $0.server.contentTimeout = .milliseconds(100)
            $0.server.idleTimeout = .milliseconds(100)
        }
        let halves = [
            "GET / HT", "GET / HTTP/1.1\r\nHost: h\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc",
        ]
        for half in halves {
            let socket = subject.connect()
            socket.send(half)
            let response = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"), half)
            XCTAssertEqual(response.status, 408, half)
        }
        XCTAssertNil(subject.connect().readMessage(inAnswerTo: "GET"))
    }

    func testARequestThatIsRefusedIsTheLast() throws {
        let origin = Origin("HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port) { $0.queryContentLimit = 5 }
        for (request, status) in [
            ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h:99999\r\n\r\n", 400),
            ("GET http://h:99999/ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h\r\nConnection: Host\r\n\r\n", 400),
            ("QUERY / HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\n012345", 413),
        ] {
            let socket = subject.connect()
            socket.send(request + "GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"), request)
            XCTAssertEqual(answer.status, status, request)
            XCTAssertEqual(answer.values("Connection"), ["close"], request)
            XCTAssertEqual(socket.readAll(), [], request)
        }
        XCTAssertEqual(origin.requests.count, 0)
    }

    func testContentBeyondTheLimit() throws {
        let origin = Origin("HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port) {
            $0.server.limits.content = 10
            $0.queryContentLimit = 5
        }
        for (request, status) in [
            ("POST / HTTP/1.1\nHost: h\nContent-Length: 11\n\n", 413),
            ("POST / HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\nb\nhello world\n0\n\n", 413),
            ("POST / HTTP/1.1\nHost: h\nContent-Length: 10\n\n0123456789", 200),
            ("QUERY / HTTP/1.1\nHost: h\nContent-Length: 6\n\n012345", 413),
            ("QUERY / HTTP/1.1\nHost: h\nContent-Length: 5\n\n01234", 200),
        ] {
            XCTAssertEqual(try subject.ask(request).status, status, request)
        }
    }

    func testThousandsOfConnections() throws {
        let origin = Origin("HTTP/1.1 200 OK\nCache-Control: max-age=60\nContent-Length: 2\n\nok")
        let subject = try ProxyUnderTest(upstream: origin.port)
        let sockets = (0..<400).map { _ in subject.connect() }
        for round in 0..<2 {
            for (number, socket) in sockets.enumerated() {
                socket.send("GET /\(number % 50) HTTP/1.1\r\nHost: h\r\n\r\n")
            }
            for socket in sockets {
                XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"), "\(round)").text, "ok")
            }
        }
        XCTAssertEqual(origin.requests.count, 50)
    }
}
