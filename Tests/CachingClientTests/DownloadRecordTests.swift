import XCTest

@testable import CachingClient

final class DownloadRecordTests: XCTestCase {
    /// Foundation's reader would end the process at a list that is so deep.
    func testADeepRecordIsADamagedOne() {
        let deep = "<plist version=\"1.0\">" + String(repeating: "<array>", count: 50_000)
        XCTAssertTrue(DownloadRecord(propertyList: Array(deep.utf8)).entries.isEmpty)
        XCTAssertTrue(DownloadRecord(propertyList: Array("bplist00".utf8)).entries.isEmpty)
    }
}
