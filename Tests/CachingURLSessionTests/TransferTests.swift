import CachingClient
import Foundation
import HTTPCacheSemantics
import LoopbackSockets
import TestSupport
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Transfers that end before their time, and those whose readers take theirs.
final class TransferTests: TransportCase {
    // MARK: Stopping

    func testAnOriginThatNeverAnswersLeavesTheCallerFree() async throws {
        let server = try server { _, _ in [.hang] }
        let request = try request(server)
        let task = Task { await thrown { try await URLSessionTransport().send(request) } }
        let isAsked = await eventually { server.requests.count == 1 }
        XCTAssertTrue(isAsked)
        task.cancel()
        let failure = await task.value
        XCTAssertTrue(failure is CancellationError, "\(String(describing: failure))")
        let isClosed = await eventually { server.ended == 1 }
        XCTAssertTrue(isClosed)
    }

    func testCancellationInTheMiddleOfContent() async throws {
        let server = try server { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbody"), .hang] }
        let request = try request(server)
        let started = Counter()
        let task = Task {
            await thrown {
                for try await _ in try await URLSessionTransport().send(request).content { started.add(1) }
            }
        }
        let isReading = await eventually { started.count == 1 }
        XCTAssertTrue(isReading)
        task.cancel()
        guard case ClientError.cancelled? = await task.value else { return XCTFail("not cancelled") }
        let isClosed = await eventually { server.ended == 1 }
        XCTAssertTrue(isClosed)
    }

    func testContentThatNobodyWantsIsGivenUp() async throws {
        let server = try server { _, _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n"), .trickle]
        }
        _ = try await URLSessionTransport().send(try request(server))
        let isClosed = await eventually { server.ended == 1 }
        XCTAssertTrue(isClosed)
    }

    /// The head of an answer whose content nobody can have is no answer: others may be waiting for the same one.
    func testAHeadThatComesToOneWhoHasGoneIsNoAnswer() async throws {
        let url = try XCTUnwrap(URL(string: "http://o.test/a"))
        let head = try XCTUnwrap(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:]))
        for isWhole in [false, true] {
            let transfer = Transfer(try await SpooledContent(.empty), overflowLimit: 0) { _ in }
            transfer.received(head)
            if isWhole { transfer.ended(nil, head) }
            _ = try await transfer.head()
            transfer.giveUp()
            let failure = await thrown { try await transfer.head() }
            XCTAssertTrue(failure is CancellationError, "\(String(describing: failure))")
        }
    }

    /// A redirect is declined while somebody waits for it, and not after the task was given up or has ended.
    func testARedirectIsDeclinedUntilTheEnd() async throws {
        let ends: [@Sendable (Transfer) -> Void] = [
            { $0.giveUp() }, { $0.ended(nil, nil) }, { $0.ended(URLError(.timedOut), nil) },
        ]
        for end in ends {
            let transfer = Transfer(try await SpooledContent(.empty), overflowLimit: 0) { _ in }
            let declined = Counter()
            transfer.decline { declined.add(1) }
            XCTAssertEqual(declined.count, 1)
            end(transfer)
            transfer.decline { declined.add(1) }
            XCTAssertEqual(declined.count, 1)
        }
    }

    /// What was dropped for want of a reader is no end: the content would count as whole.
    func testContentThatIsGivenUpAfterItsEndIsNotWhole() async throws {
        let url = try XCTUnwrap(URL(string: "http://o.test/a"))
        let head = try XCTUnwrap(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:]))
        for (error, isRead) in [(nil, false), (nil, true), (URLError(.networkConnectionLost), false)] {
            let transfer = Transfer(try await SpooledContent(.empty), overflowLimit: 1 << 20) { _ in }
            transfer.received(head)
            transfer.received(Data("first".utf8))
            if isRead {
                let first = try await transfer.next()
                XCTAssertEqual(first.map(Array.init), Array("first".utf8))
                transfer.received(Data("second".utf8))
            }
            transfer.ended(error, nil)
            transfer.giveUp()
            let failure = await thrown { try await transfer.next() }
            if error == nil {
                XCTAssertTrue(failure is CancellationError, "\(String(describing: failure))")
            } else {
                guard case URLSessionTransportError.contentBrokenOff? = failure else {
                    return XCTFail("\(String(describing: failure))")
                }
            }
        }
    }

    func testATaskThatIsCancelledBeforeSendsNothing() async throws {
        let server = try server { _, _ in [.hang] }
        let request = try request(server)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await thrown { try await URLSessionTransport().send(request) }
        }
        task.cancel()
        let failure = await task.value
        XCTAssertTrue(failure is CancellationError, "\(String(describing: failure))")
        XCTAssertEqual(server.connections, 0)
    }

    func testSilenceEndsInATimeOut() async throws {
        for acts: [RawServer.Act] in [[.hang], [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"), .hang]] {
            let server = try server { _, _ in acts }
            let failure = await thrown {
                try await self.text(try await URLSessionTransport(timeout: 0.2).send(try self.request(server)))
            }
            let own: (any Error)?
            if case ClientError.contentCut(_, _, let cause)? = failure { own = cause } else { own = failure }
            guard case URLSessionTransportError.timedOut(seconds: 0.2)? = own else {
                return XCTFail("\(String(describing: failure))")
            }
        }
    }

    /// A reader that takes its time is not the origin's silence.
    func testASlowReaderIsWaitedFor() async throws {
        let server = try server { _, _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n"), .fill(3_000_000)]
        }
        let response = try await URLSessionTransport(timeout: 0.2).send(try request(server))
        var received = 0
        for try await piece in response.content {
            received += piece.count
            if received < 1_000_000 { try await Task.sleep(nanoseconds: 400_000_000) }
        }
        XCTAssertEqual(received, 3_000_000)
    }

    // MARK: Pace

    #if canImport(FoundationNetworking)
        func testMoreThanTheLimitWaitsForItsReaderInVain() async throws {
            let server = try server { _, _ in
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n"), .fill(20_000_000)]
            }
            let response = try await URLSessionTransport(overflowLimit: 1 << 20).send(try request(server))
            let isClosed = await eventually { server.ended == 1 }
            XCTAssertTrue(isClosed)
            let failure = await thrown { try await self.text(response) }
            guard case ClientError.contentCut(_, _, let cause)? = failure,
                case URLSessionTransportError.readerTooSlow(limit: 1 << 20)? = cause
            else { return XCTFail("\(String(describing: failure))") }
        }
    #endif

    /// Transfers that wait for their readers do not keep others from going on.
    func testTransfersDoNotStopEachOther() async throws {
        let length = 32 << 20
        let server = try server { request, _ in
            request.line.contains("/big")
                ? [.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"), .fill(length)]
                : [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")]
        }
        let transport = URLSessionTransport()
        var waiting: [IncomingResponse] = []
        for _ in 0..<5 { waiting.append(try await transport.send(try request(server, "/big"))) }
        let small = try await text(try await transport.send(try request(server, "/small")))
        XCTAssertEqual(small, "hi")
        for response in waiting.reversed() {
            var received = 0
            for try await piece in response.content { received += piece.count }
            XCTAssertEqual(received, length)
        }
    }
}
