@_spi(Machine) import HTTPDate
import TestSupport
import XCTest

/// Canonical path, machine and the slow parser give the same answer.
///
/// A debug build goes through a part of each domain, a release build through the whole: Scripts/proof.
final class DateProofTests: XCTestCase {
    #if DEBUG
        static let daysInAStep = 97
        static let valuesInAStep = 5
        static let mutations = 30_000
    #else
        static let daysInAStep = 1
        static let valuesInAStep = 1
        static let mutations = 10_000_000
    #endif

    static let firstDay = -719_528
    static let lastDay = 2_932_896

    static let seeds = [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Tue, 29 Feb 2000 23:59:59 GMT", "Tuesday, 29-Feb-00 23:59:59 GMT", "Tue Feb 29 23:59:59 2000",
        "Sat, 31 Dec 2016 23:59:60 GMT", "Saturday, 31-Dec-16 23:59:60 GMT", "Sat Dec 31 23:59:60 2016",
        "wed, 10 jan 2035 00:00:00 gmt", "WEDNESDAY, 10-JAN-35 00:00:00 GMT", "Thu Mar  1 12:30:00 0000",
        "Fri, 31 Dec 9999 23:59:59 GMT", "Thursday, 01-Jan-70 00:00:00 GMT", "Mon May 20 20:20:20 2024",
        "Mon, 30 Apr 2029 19:08:07 GMT",
    ].map { Array($0.utf8) }

    let now = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    /// From 0000-01-01 to 9999-12-31, in all three forms: what is written is read back.
    func testEveryDayIsReadAsItIsWritten() {
        var days = 0
        for day in stride(from: Self.firstDay, through: Self.lastDay, by: Self.daysInAStep) {
            let date = HTTPDate(secondsSinceEpoch: Int64(day) * 86_400 + Int64((day - Self.firstDay) * 7919 % 86_400))
            for form in HTTPDate.Form.allCases {
                let bytes = Array(date.formatted(form).utf8)
                let wanted = HTTPDate.parseByMachine(bytes.span, relativeTo: date)
                let isRight =
                    wanted?.date == date && wanted?.form == form && wanted?.weekdayMatches == true
                    && wanted == HTTPDate.parseIfValid(bytes.span, relativeTo: date)
                    && wanted == HTTPDate.parseIfValid(bytes.span, relativeTo: date, strictness: .strict)
                if !isRight { XCTFail("\(date) as \(form): \(String(describing: wanted))") }
            }
            days += 1
        }
        print("date proof: \(days) days in three forms")
        XCTAssertEqual(days, (Self.lastDay - Self.firstDay) / Self.daysInAStep + 1)
    }

    /// Every value of every byte of the seeds.
    func testEveryChangeOfOneByte() {
        var changes = 0
        var dates = 0
        for seed in Self.seeds {
            XCTAssertNotNil(HTTPDate.parseIfValid(seed.span, relativeTo: now))
            for position in seed.indices {
                // Steps that have no factor in common with 256 begin elsewhere at each position.
                let first = position % Self.valuesInAStep
                for value in stride(from: first, through: 255, by: Self.valuesInAStep) {
                    var bytes = seed
                    bytes[position] = UInt8(value)
                    if assertAgreement(bytes, now: now) { dates += 1 }
                    changes += 1
                }
            }
        }
        print("date proof: \(changes) changes of one byte, \(dates) of them dates")
        XCTAssertGreaterThan(dates, changes / 100)
    }

    func testRandomMutations() {
        var random = SplitMix(seed: 0x5EED)
        var dates = 0
        for _ in 0..<Self.mutations {
            let bytes = mutated(&random)
            let now = HTTPDate(secondsSinceEpoch: Int64(bitPattern: random.next()) >> 25)
            if assertAgreement(bytes, now: now) { dates += 1 }
        }
        print("date proof: \(Self.mutations) random mutations, \(dates) of them dates")
        XCTAssertGreaterThan(dates, Self.mutations / 100)
    }
}

extension DateProofTests {
    /// Whether the bytes are a date; fails unless all parsers say the same in both strictnesses.
    private func assertAgreement(_ bytes: [UInt8], now: HTTPDate) -> Bool {
        var isDate = false
        for strictness in [HTTPDate.Strictness.lenient, .strict] {
            let parsed = HTTPDate.parseIfValid(bytes.span, relativeTo: now, strictness: strictness)
            let byMachine = HTTPDate.parseByMachine(bytes.span, relativeTo: now, strictness: strictness)
            let slowly = SlowDateParser.parse(bytes, now: now.secondsSinceEpoch, strict: strictness == .strict)
            let outcome = parsed.map(outcome) ?? .invalid
            let explained = explained(bytes, now: now, strictness: strictness)
            if outcome != slowly || parsed != byMachine || parsed != explained {
                let text = bytes.map { 0x20...0x7E ~= $0 ? String(UnicodeScalar($0)) : "\\x\($0)" }.joined()
                XCTFail("\(text) at \(now), \(strictness): \(outcome), machine \(byMachine as Any), slowly \(slowly)")
            }
            isDate = isDate || parsed != nil
        }
        if HTTPDate.isValid(bytes.span, relativeTo: now) != isDate { XCTFail("\(bytes)") }
        return isDate
    }

    /// What the entry point says that throws. Up to the offset of its error another date could still have come.
    private func explained(
        _ bytes: [UInt8], now: HTTPDate, strictness: HTTPDate.Strictness
    ) -> HTTPDate.Parsed? {
        do throws(HTTPDate.ParseError) {
            return try HTTPDate.parse(bytes, relativeTo: now, strictness: strictness)
        } catch {
            let ofTheCalendar: [HTTPDate.Expectation] = [.dayOfMonth, .twoDigitYear, .matchingDayName]
            if ofTheCalendar.contains(error.expected) { return nil }
            // What stands before the offset leads up to the same expectation; before trailing bytes it is a date, if
            // the calendar has it.
            do throws(HTTPDate.ParseError) {
                let prefix = Array(bytes.prefix(error.offset))
                _ = try HTTPDate.parse(prefix, relativeTo: now, strictness: strictness)
                if error.expected != .end { XCTFail("\(bytes) \(error)") }
            } catch let before {
                let isSame = before == error || (error.expected == .end && ofTheCalendar.contains(before.expected))
                if !isSame { XCTFail("\(bytes) \(error) \(before)") }
            }
            return nil
        }
    }

    private func outcome(_ parsed: HTTPDate.Parsed) -> SlowDateParser.Outcome {
        let form =
            switch parsed.form {
            case .imfFixdate: "imf-fixdate"
            case .rfc850: "rfc850"
            case .asctime: "asctime"
            }
        return .date(
            seconds: parsed.date.secondsSinceEpoch, form: form, weekdayMatches: parsed.weekdayMatches)
    }

    /// A seed, or a date of a random instant, with up to three changes.
    private func mutated(_ random: inout SplitMix) -> [UInt8] {
        var bytes: [UInt8]
        if random.below(2) == 0 {
            bytes = Self.seeds[random.below(Self.seeds.count)]
        } else {
            let date = HTTPDate(secondsSinceEpoch: Int64(random.below(315_569_520_000)) - 62_167_219_200)
            bytes = Array(date.formatted(HTTPDate.Form.allCases[random.below(3)]).utf8)
        }
        for _ in 0..<random.below(4) {
            let place = random.below(bytes.count)
            switch random.below(8) {
            case 0: bytes[place] = UInt8(random.below(256))
            case 1, 2, 3: bytes[place] = UInt8(ascii: "0") + UInt8(random.below(10))
            case 4: bytes[place] ^= 0x20
            case 5: bytes[place] = Self.seeds[random.below(Self.seeds.count)].randomElement(using: &random) ?? 0
            case 6: bytes.insert(bytes[place], at: place)
            default: if bytes.count > 1 { bytes.remove(at: place) }
            }
        }
        return bytes
    }
}
