import CachingClient
import HTTPCacheProxy
import StoreConformance
import XCTest

final class AgingStoreTests: XCTestCase {
    func testIsAStore() async {
        let failures = await StoreConformance { AgingStore(MemoryStore(capacity: 16 << 20)) }.failures()
        XCTAssertEqual(failures.map { "\($0)" }, [])
    }

    func testIsAStoreWhenItHasAged() async {
        let failures = await StoreConformance {
            let store = AgingStore(MemoryStore(capacity: 16 << 20))
            store.advance(by: 3600)
            return store
        }.failures()
        XCTAssertEqual(failures.map { "\($0)" }, [])
    }

    func testWhatIsStoredAgesAndWhatComesLaterDoesNot() throws {
        let origin = Origin { request, number, _ in
            let body = "\(number)"
            let fields = "Cache-Control: max-age=60\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
            return .bytes(Array("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 1\r\n\r\n\(body)".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        XCTAssertEqual(try subject.get("/").text, "0")
        subject.store.advance(by: 59)
        let aged = try subject.get("/")
        XCTAssertEqual(aged.text, "0")
        XCTAssertEqual(aged["Age"], "59")
        subject.store.advance(by: 1)
        // The origin's clock has not moved, and its answer is as fresh as it says.
        XCTAssertEqual(try subject.get("/").text, "1")
        let fresh = try subject.get("/")
        XCTAssertEqual(fresh.text, "1")
        XCTAssertEqual(fresh["Age"], "0")
        subject.store.advance(by: 10)
        XCTAssertEqual(try subject.get("/")["Age"], "10")
    }

    /// Though the time from Date to arrival is what its age begins with, which would shrink by as much as it ages.
    func testWhatCameLongAfterItsDateAgesToo() throws {
        let origin = Origin { _, number, _ in
            // An hour before, by the proxy's clock.
            let fields = "Cache-Control: max-age=7200\r\nDate: Wed, 31 Dec 2025 23:00:00 GMT\r\n"
            return .bytes(Array("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 1\r\n\r\n\(number)".utf8))
        }
        for early in [0, 600] as [Int64] {
            let subject = try ProxyUnderTest(upstream: origin.port)
            subject.store.advance(by: early)
            let first = try subject.get("/").text
            XCTAssertEqual(try subject.get("/")["Age"], "3600")
            subject.store.advance(by: 10)
            XCTAssertEqual(try subject.get("/")["Age"], "3610")
            subject.store.advance(by: 3589)
            let aged = try subject.get("/")
            XCTAssertEqual(aged.text, first)
            XCTAssertEqual(aged["Age"], "7199")
            subject.store.advance(by: 1)
            XCTAssertNotEqual(try subject.get("/").text, first)
        }
    }

    func testBounds() {
        let store = AgingStore(MemoryStore(capacity: 0))
        store.advance(by: -5)
        XCTAssertEqual(store.advanced, 0)
        store.advance(by: .max)
        store.advance(by: .max)
        XCTAssertEqual(store.advanced, 31_556_952_000)
    }
}
