import HTTPCacheSemantics
import HTTPDate
import XCTest

/// Every term of RFC 9111 §4.2.3. The request goes out at the start, plus what a row says.
final class CurrentAgeTests: XCTestCase {
    private struct Row {
        var fields: [String] = []
        var sent: Int64 = 0
        var received: Int64 = 0
        var now: Int64 = 0
        var ageValue = 0
        var apparentAge = 0
        var responseDelay = 0
        var residentTime = 0
        var initial = 0
        var current = 0
        var deciding = Rule.ageResident
    }

    private func hold(_ row: Row, line: UInt = #line) {
        let stored = StoredResponse(
            request: Sample.get(), response: ResponseHead(status: 200, fields: Sample.fields(row.fields)),
            requestTime: Sample.at(row.sent), responseTime: Sample.at(row.received))
        let age = CachePolicy().currentAge(of: stored, at: Sample.at(row.now))
        XCTAssertEqual(age.ageValue, row.ageValue, "age_value", line: line)
        XCTAssertEqual(age.apparentAge, row.apparentAge, "apparent_age", line: line)
        XCTAssertEqual(age.responseDelay, row.responseDelay, "response_delay", line: line)
        XCTAssertEqual(age.residentTime, row.residentTime, "resident_time", line: line)
        XCTAssertEqual(age.correctedAgeValue, row.ageValue + row.responseDelay, "corrected_age_value", line: line)
        XCTAssertEqual(age.correctedInitialAge, row.initial, "corrected_initial_age", line: line)
        XCTAssertEqual(age.seconds, row.current, "current_age", line: line)
        XCTAssertEqual(age.deciding, row.deciding, line: line)
    }

    func testEachTermAlone() {
        hold(Row())
        hold(Row(fields: ["Age: 7"], ageValue: 7, initial: 7, current: 7, deciding: .ageField))
        hold(Row(fields: ["Date: \(Sample.text(-9))"], apparentAge: 9, initial: 9, current: 9, deciding: .ageApparent))
        hold(Row(received: 4, now: 4, responseDelay: 4, initial: 4, current: 4))
        hold(Row(now: 60, residentTime: 60, current: 60))
    }

    func testTheGreaterOfTheTwoInitialAgesCounts() {
        let date = "Date: \(Sample.text(-9))"
        hold(
            Row(
                fields: ["Age: 3", date], received: 2, now: 5, ageValue: 3, apparentAge: 11, responseDelay: 2,
                residentTime: 3, initial: 11, current: 14, deciding: .ageApparent))
        hold(
            Row(
                fields: ["Age: 30", date], received: 2, now: 5, ageValue: 30, apparentAge: 11, responseDelay: 2,
                residentTime: 3, initial: 32, current: 35, deciding: .ageField))
        // Equal: the Age field, which an upstream cache has sent, is named.
        hold(Row(fields: ["Age: 9", date], ageValue: 9, apparentAge: 9, initial: 9, current: 9, deciding: .ageField))
        hold(Row(fields: ["Age: 0", "Date: \(Sample.startText)"], deciding: .ageField))
    }

    /// What would be negative counts as 0.
    func testClocksThatDisagree() {
        hold(Row(fields: ["Date: \(Sample.text(100))"]))
        hold(Row(sent: 10, received: 4, now: 4))
        hold(Row(received: 10, now: 4, responseDelay: 10, initial: 10, current: 10))
    }

    func testAgeValues() {
        let top = 1 << 31
        let rows: [([String], value: Int, Rule)] = [
            (["Age: 0"], 0, .ageField), (["age: 007"], 7, .ageField), (["Age: 5, 9"], 5, .ageField),
            (["Age: 5", "Age: 9"], 5, .ageField), (["Age: , 5"], 5, .ageField),
            (["Age: 2147483647"], top - 1, .ageField),
            (["Age: 2147483648"], top, .ageField), (["Age: 4294967296"], top, .ageField),
            (["Age: 18446744073709551615"], top, .ageField), (["Age: 99999999999999999999999"], top, .ageField),
            (["Age:"], 0, .ageInvalid), (["Age: -1"], 0, .ageInvalid), (["Age: +1"], 0, .ageInvalid),
            (["Age: 1.5"], 0, .ageInvalid), (["Age: 5s"], 0, .ageInvalid), (["Age: \"5\""], 0, .ageInvalid),
            (["Age: 5 9"], 0, .ageInvalid), (["Age: x, 5"], 0, .ageInvalid), (["Age: 0x5"], 0, .ageInvalid),
            (["Age: x", "Age: 5"], 0, .ageInvalid),
        ]
        for (fields, value, rule) in rows {
            let stored = StoredResponse(
                request: Sample.get(), response: ResponseHead(status: 200, fields: Sample.fields(fields)),
                requestTime: Sample.start, responseTime: Sample.start)
            let age = CachePolicy().currentAge(of: stored, at: Sample.start)
            XCTAssertEqual(age.ageValue, value, "\(fields)")
            XCTAssertEqual(age.deciding, rule, "\(fields)")
            XCTAssertEqual(age.isAgeInvalid, rule == .ageInvalid, "\(fields)")
        }
    }

    func testADateThatIsNoneGivesNoApparentAge() {
        for date in ["", "0", "yesterday", "Thu, 01 Jan 1970 00:00:00 CET", "Thu, 32 Jan 1970 00:00:00 GMT"] {
            hold(Row(fields: ["Date: \(date)"], now: 5, residentTime: 5, current: 5))
        }
    }

    /// From the first second of year 0 to the last of year 9999, with the greatest Age.
    func testTheEndsOfTime() {
        let first = HTTPDate.range.lowerBound
        let last = HTTPDate.range.upperBound
        let stored = StoredResponse(
            request: Sample.get(), response: Sample.response(200, "Age: 2147483648", "Date: \(first)"),
            requestTime: first, responseTime: last)
        let age = CachePolicy().currentAge(of: stored, at: last)
        let span = 253_402_300_799 + 62_167_219_200
        XCTAssertEqual(age.apparentAge, span)
        XCTAssertEqual(age.seconds, span + (1 << 31))
    }
}
