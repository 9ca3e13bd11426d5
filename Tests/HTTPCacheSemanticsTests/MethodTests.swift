import HTTPCacheSemantics
import XCTest

final class MethodTests: XCTestCase {
    /// RFC 9110 §9.2.1 and the registry of §16.1; RFC 10008 for QUERY. Method names have case.
    func testSafety() {
        for name in ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH"] {
            XCTAssertTrue(Method(name).isSafe, name)
        }
        for name in [
            "POST", "PUT", "DELETE", "PATCH", "CONNECT", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "PURGE", "get",
            "Get", "head", "", "GET ", "UNKNOWN",
        ] {
            XCTAssertFalse(Method(name).isSafe, name)
        }
    }

    func testNamesAreComparedByCase() {
        XCTAssertEqual(Method("GET"), .get)
        XCTAssertEqual(Method("QUERY"), .query)
        XCTAssertNotEqual(Method("get"), .get)
        XCTAssertNotEqual(Method("Post"), .post)
        XCTAssertEqual(Method("pAtCh").description, "pAtCh")
    }
}
