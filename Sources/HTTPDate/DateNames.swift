/// The names of months and days as words of four bytes.
enum DateNames {
    /// What the calendar has to know of a month, packed with its name into one word.
    ///
    /// The number that the four bytes of a name are gives, times a constant, a small number of its own to each name.
    struct Month {
        private let word: UInt64

        /// The month that has these four bytes as its ``name``; for others any month, or none, with another name.
        @inline(__always)
        init(_ name: UInt32) {
            word = DateNames.months.withUnsafeBufferPointer { months in
                // Four bits are left of the product, and there are sixteen words.
                months[Int((name &* 0x0222_EB2B) >> 28)]
            }
        }

        /// The name and a space, as the four bytes stand in a date.
        @inline(__always) var name: UInt32 { UInt32(truncatingIfNeeded: word) }
        /// What is added to ``Calendar/days(beforeMarchOf:)`` and the day of the month for the number of the day.
        @inline(__always) private var daysFromMarch: Int { Int(truncatingIfNeeded: (word >> 32) & 0xFFFF) }
        /// How many days the month has in a year that is no leap year.
        @inline(__always) var length: Int { Int(truncatingIfNeeded: word >> 59) }
        /// 1 to 12.
        @inline(__always) var number: Int { Int(truncatingIfNeeded: (word >> 48) & 0xF) }
        /// The number that ``Calendar`` gives to a day of the month.
        @inline(__always)
        func number(of day: Int, in year: Int) -> Int {
            Calendar.days(beforeMarchOf: year &- yearsBefore) &+ daysFromMarch &+ day
        }

        /// 1 for January and February, which belong to the year that began in the March before; else 0.
        @inline(__always) private var yearsBefore: Int { daysFromMarch > Calendar.daysFromMarchToDecember ? 1 : 0 }
    }

    /// The short name of a day and a comma, as the four bytes stand in a date; 0 for Monday to 6 for Sunday.
    @inline(__always)
    static func dayAndComma(_ day: Int) -> UInt32 {
        days.withUnsafeBufferPointer { $0[day] }
    }

    /// The whole name of a day: its length, its first four letters, and the four before its last, which is always y.
    struct FullDay {
        let length: Int
        private let letters: UInt64

        /// 0 for Monday to 6 for Sunday.
        @inline(__always)
        init(_ day: Int) {
            // One hexadecimal digit a day.
            length = (0x6868976 >> (day &* 4)) & 0xF
            letters = DateNames.fullDays.withUnsafeBufferPointer { $0[day] }
        }

        @inline(__always) var first: UInt32 { UInt32(truncatingIfNeeded: letters) }
        @inline(__always) var beforeLast: UInt32 { UInt32(truncatingIfNeeded: letters >> 32) }
    }

    /// The name of a month and a space, as the four bytes stand in a date; 0 for March to 11 for February.
    @inline(__always)
    static func monthAndSpace(fromMarch month: Int) -> UInt32 {
        monthsFromMarch.withUnsafeBufferPointer { $0[month] }
    }

    /// Bits 0 to 31 the name and a space, 32 to 47 the days from March, 48 to 51 the number, 59 to 63 the length.
    private static let months: [UInt64] = [
        0xF006_009C_206E754A,  // Jun
        0xF80A_0116_2074634F,  // Oct
        0xF807_00BA_206C754A,  // Jul
        0,
        0xF801_0172_206E614A,  // Jan
        0,
        0xF805_007D_2079614D,  // May
        0xF808_00D9_20677541,  // Aug
        0,
        0xF00B_0135_20766F4E,  // Nov
        0xF80C_0153_20636544,  // Dec
        0xF009_00F8_20706553,  // Sep
        0xE002_0191_20626546,  // Feb
        0,
        0xF004_005F_20727041,  // Apr
        0xF803_0040_2072614D,  // Mar
    ]

    private static let days: [UInt32] = [
        0x2C6E_6F4D,  // Mon
        0x2C65_7554,  // Tue
        0x2C64_6557,  // Wed
        0x2C75_6854,  // Thu
        0x2C69_7246,  // Fri
        0x2C74_6153,  // Sat
        0x2C6E_7553,  // Sun
    ]

    private static let monthsFromMarch: [UInt32] = [
        0x2072_614D,  // Mar
        0x2072_7041,  // Apr
        0x2079_614D,  // May
        0x206E_754A,  // Jun
        0x206C_754A,  // Jul
        0x2067_7541,  // Aug
        0x2070_6553,  // Sep
        0x2074_634F,  // Oct
        0x2076_6F4E,  // Nov
        0x2063_6544,  // Dec
        0x206E_614A,  // Jan
        0x2062_6546,  // Feb
    ]

    private static let fullDays: [UInt64] = [
        0x61646E6F_646E6F4D,  // Monday
        0x61647365_73657554,  // Tuesday
        0x61647365_6E646557,  // Wednesday
        0x61647372_72756854,  // Thursday
        0x61646972_64697246,  // Friday
        0x61647275_75746153,  // Saturday
        0x61646E75_646E7553,  // Sunday
    ]
}
