import Foundation
import XCTest

@testable import CachingURLSession

final class ResponseEnvelopeTests: XCTestCase {
    func testWhatIsAPropertyListComesBack() throws {
        let info: [AnyHashable: Any] = [
            "text": "é", "number": 42, "date": Date(timeIntervalSince1970: 1), "data": Data([0, 255]),
            "list": [1, 2], "inner": ["yes": true],
        ]
        let envelope = try ResponseEnvelope(responseURL: "http://o.test/b", userInfo: info)
        let bytes = try XCTUnwrap(envelope.encoded())
        let back = try XCTUnwrap(ResponseEnvelope(bytes))
        XCTAssertEqual(back.responseURL, "http://o.test/b")
        XCTAssertEqual(back.userInfo?["text"] as? String, "é")
        XCTAssertEqual(back.userInfo?["number"] as? Int, 42)
        XCTAssertEqual(back.userInfo?["date"] as? Date, Date(timeIntervalSince1970: 1))
        XCTAssertEqual(back.userInfo?["data"] as? Data, Data([0, 255]))
        XCTAssertEqual(back.userInfo?["list"] as? [Int], [1, 2])
        XCTAssertEqual((back.userInfo?["inner"] as? [String: Any])?["yes"] as? Bool, true)
        XCTAssertEqual(back.userInfo?.count, 6)
    }

    func testNothingToSayIsNothing() throws {
        XCTAssertNil(try ResponseEnvelope(responseURL: nil, userInfo: nil).encoded())
    }

    func testAnEmptyDictionaryIsNotNone() throws {
        let bytes = try XCTUnwrap(ResponseEnvelope(responseURL: nil, userInfo: [:]).encoded())
        XCTAssertEqual(ResponseEnvelope(bytes)?.userInfo?.isEmpty, true)
    }

    func testWhatIsNoPropertyListIsRefused() {
        let refused: [[AnyHashable: Any]] = [[1: "a"], ["a": NSObject()], ["a": [NSObject()]]]
        for info in refused {
            XCTAssertThrowsError(try ResponseEnvelope(responseURL: nil, userInfo: info)) {
                XCTAssertTrue($0 is ResponseEnvelope.NotAPropertyList)
            }
        }
    }

    func testOtherBytesAreNoEnvelope() throws {
        let array = try PropertyListSerialization.data(fromPropertyList: [1], format: .binary, options: 0)
        for bytes in [[], [0], Array("bplist00".utf8), Array(array)] { XCTAssertNil(ResponseEnvelope(bytes)) }
    }
}
