import XCTest

final class GrowthOfWorkTests: XCTestCase {
    /// The measure tells work that is linear from work that is quadratic.
    func testTheTwoAreToldApart() {
        let linear = growthOfWork(from: 20_000) { size in
            let numbers = Array(0..<size)
            return { XCTAssertEqual(numbers.reduce(0, ^), numbers.reversed().reduce(0, ^)) }
        }
        XCTAssertTrue(linear.isLinear, "\(linear)")
        let quadratic = growthOfWork(from: 200) { size in
            let numbers = Array(0..<size)
            return { XCTAssertFalse(numbers.contains { number in numbers.contains { $0 == number &+ size } }) }
        }
        XCTAssertFalse(quadratic.isLinear, "\(quadratic)")
    }
}
