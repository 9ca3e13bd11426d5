import HTTPDate
import XCTest

final class CivilDateTests: XCTestCase {
    /// Counted day by day from 0000-01-01, a Saturday, by the lengths of months alone.
    func testEveryDayFollowsTheOneBefore() throws {
        var seconds: Int64 = -62_167_219_200
        var dayName = 5
        for year in 0...9999 {
            let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in zip(1..., lengths) {
                for day in [1, length] {
                    let date = HTTPDate(year: year, month: month, day: day)
                    let expected = seconds + Int64(day - 1) * 86_400
                    let civil = HTTPDate(secondsSinceEpoch: expected).civil
                    let isRight =
                        date?.secondsSinceEpoch == expected && civil.year == year && civil.month == month
                        && civil.day == day && Int(civil.dayName.rawValue) == (dayName + day - 1) % 7
                    if !isRight { return XCTFail("\(year)-\(month)-\(day)") }
                }
                if HTTPDate(year: year, month: month, day: length + 1) != nil { return XCTFail("\(year)-\(month)") }
                seconds += Int64(length) * 86_400
                dayName = (dayName + length) % 7
            }
        }
        XCTAssertEqual(seconds - 1, HTTPDate.range.upperBound.secondsSinceEpoch)
    }

    func testTimeOfDay() throws {
        for second in stride(from: 0, to: 86_400, by: 7) {
            let civil = HTTPDate(secondsSinceEpoch: Int64(second) - 86_400).civil
            XCTAssertEqual(civil.hour * 3600 + civil.minute * 60 + civil.second, second)
            XCTAssertTrue(civil.minute < 60 && civil.second < 60)
            let date = HTTPDate(
                year: civil.year, month: civil.month, day: civil.day, hour: civil.hour, minute: civil.minute,
                second: civil.second)
            XCTAssertEqual(date?.secondsSinceEpoch, Int64(second) - 86_400)
        }
    }

    func testWhatIsNoDate() {
        let rows = [
            (-1, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0), (2000, 0, 1, 0, 0, 0), (2000, 13, 1, 0, 0, 0),
            (2000, 1, 0, 0, 0, 0), (2000, 1, 32, 0, 0, 0), (2000, 4, 31, 0, 0, 0), (1900, 2, 29, 0, 0, 0),
            (2000, 2, 30, 0, 0, 0), (2000, 1, 1, 24, 0, 0), (2000, 1, 1, -1, 0, 0), (2000, 1, 1, 0, 60, 0),
            (2000, 1, 1, 0, -1, 0), (2000, 1, 1, 0, 0, 60), (2000, 1, 1, 23, 59, 61), (2000, 1, 1, 0, 0, -1),
            (.max, .max, .max, .max, .max, .max), (.min, .min, .min, .min, .min, .min),
        ]
        for (year, month, day, hour, minute, second) in rows {
            XCTAssertNil(
                HTTPDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second),
                "\(year) \(month) \(day) \(hour) \(minute) \(second)")
        }
        XCTAssertEqual(
            HTTPDate(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60),
            HTTPDate(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 59))
    }
}
