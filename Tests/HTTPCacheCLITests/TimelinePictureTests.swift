import Foundation
import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import HTTPCacheCLI

#if canImport(FoundationXML)
    import FoundationXML
#endif

final class TimelinePictureTests: XCTestCase {
    /// The timeline of a response with this Cache-Control that arrived at age 4 minutes, so long after arrival.
    private func timeline(_ cacheControl: String, after seconds: Int, age: String = "240") throws -> Timeline {
        let start = HTTPDate(secondsSinceEpoch: 1_767_225_600)
        let stored = StoredResponse(
            request: RequestHead(target: try TargetURI("https://a.example/")),
            response: ResponseHead(status: 200, fields: FieldSection([("Cache-Control", cacheControl), ("Age", age)])),
            requestTime: start, responseTime: start)
        return CachePolicy(.private).timeline(of: stored, at: start.adding(seconds: Int64(seconds)))
    }

    private func texts(_ svg: String) throws -> [String] {
        let root = try XCTUnwrap(try XMLDocument(xmlString: svg).rootElement())
        return root.elements(forName: "text").compactMap(\.stringValue)
    }

    func testNamesAndBands() throws {
        let svg = try XCTUnwrap(
            TimelinePicture(
                timeline: try timeline("max-age=600, stale-while-revalidate=60, stale-if-error=86400", after: 1_620)
            ).svg)
        XCTAssertEqual(
            try texts(svg),
            [
                "if-error until 1d 10m", "now 31m", "while-revalidate until 11m", "fresh until 10m", "arrived 4m",
                "generated 0s",
            ])
        let root = try XCTUnwrap(try XMLDocument(xmlString: svg).rootElement())
        let bands = root.elements(forName: "rect")
        XCTAssertEqual(
            bands.map { $0.attribute(forName: "class")?.stringValue }, ["fresh", "meanwhile", "iferror", "stale"])
        // They lie end to end, and none is too narrow to be seen.
        func number(_ element: XMLElement, _ name: String) -> Int {
            Int(element.attribute(forName: name)?.stringValue ?? "") ?? -1
        }
        for (one, next) in zip(bands, bands.dropFirst()) {
            XCTAssertEqual(number(one, "x") + number(one, "width"), number(next, "x"))
            XCTAssertGreaterThan(number(one, "width"), 20)
        }
        XCTAssertEqual(bands.last.map { number($0, "x") + number($0, "width") }, 354)
    }

    func testMomentsThatFallTogether() throws {
        let svg = try XCTUnwrap(TimelinePicture(timeline: try timeline("max-age=600", after: 0)).svg)
        XCTAssertEqual(try texts(svg), ["fresh until 10m", "arrived, now 4m", "generated 0s"])
        let none = try XCTUnwrap(TimelinePicture(timeline: try timeline("max-age=0", after: 0, age: "0")).svg)
        XCTAssertEqual(try texts(none).count, 3)
        let huge = try timeline("max-age=99999999999, stale-if-error=99999999999", after: 5)
        XCTAssertNotNil(TimelinePicture(timeline: huge).svg)
    }

    func testNoPictureWhereFreshnessPlaysNoPart() throws {
        XCTAssertNil(TimelinePicture(timeline: try timeline("no-cache, max-age=60", after: 0)).svg)
    }
}
