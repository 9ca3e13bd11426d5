import HTTPCacheSemantics
import XCTest

final class StoredResponseTests: XCTestCase {
    private func made(
        _ request: RequestHead = Sample.get(), _ response: ResponseHead = Sample.response(200, "ETag: \"a\""),
        sent: Int64 = 0, arrived: Int64 = 1, content: StoredContent = .complete(length: 1), isOutdated: Bool = false
    ) -> StoredResponse {
        StoredResponse(
            request: request, response: response, requestTime: Sample.at(sent), responseTime: Sample.at(arrived),
            content: content, isOutdated: isOutdated)
    }

    /// What is made apart of equal parts is equal, and each of the parts counts.
    func testEqualityIsThatOfTheParts() {
        let others = [
            made(Sample.get("A: 1")), made(Sample.get(), Sample.response(203, "ETag: \"a\"")), made(sent: -1),
            made(arrived: 2), made(content: .complete(length: nil)), made(isOutdated: true),
        ]
        XCTAssertEqual(made(), made())
        XCTAssertEqual(made().hashValue, made().hashValue)
        for (number, other) in others.enumerated() { XCTAssertNotEqual(other, made(), "\(number)") }
        XCTAssertEqual(Set(others + others.reversed() + [made(), made()]).count, others.count + 1)
    }
}
