extension HTTPDate {
    /// How many bytes an IMF-fixdate has.
    @inlinable public static var imfFixdateLength: Int { 29 }

    /// Writes the date as IMF-fixdate into the first 29 bytes of a buffer.
    ///
    /// False, and nothing is written, when the buffer is shorter. RFC 9110 §5.6.7.
    @inlinable
    @discardableResult
    public func write(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard buffer.count >= Self.imfFixdateLength, let first = buffer.baseAddress else { return false }
        writeFixdate(self, to: first)
        return true
    }

    /// Writes the date as IMF-fixdate into the first 29 bytes of a span.
    ///
    /// False, and nothing is written, when the span is shorter. RFC 9110 §5.6.7.
    @inlinable
    @discardableResult
    public func write(into span: inout MutableSpan<UInt8>) -> Bool {
        span.withUnsafeMutableBytes { write(into: $0) }
    }

    /// The date as text in one of the three forms; a sender must use IMF-fixdate, the default.
    ///
    /// The RFC 850 form keeps only the last two digits of the year. RFC 9110 §5.6.7.
    public func formatted(_ form: Form = .imfFixdate) -> String {
        switch form {
        case .imfFixdate:
            // The 29 bytes of the buffer are all written.
            return String(unsafeUninitializedCapacity: Self.imfFixdateLength) { buffer in
                write(into: UnsafeMutableRawBufferPointer(buffer)) ? Self.imfFixdateLength : 0
            }
        case .rfc850:
            let text = formatted(.imfFixdate)
            let name = DateGrammar.dayNameL.texts[Int(dayName.rawValue)]
            return "\(name), \(text[5..<7])-\(text[8..<11])-\(text[14..<25]) GMT"
        case .asctime:
            let text = formatted(.imfFixdate)
            let day = text[5..<6] == "0" ? " \(text[6..<7])" : text[5..<7]
            return "\(text[0..<3]) \(text[8..<11]) \(day) \(text[17..<25]) \(text[12..<16])"
        }
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The date as IMF-fixdate.
    public var description: String { formatted() }
}

extension String {
    /// The text at a range of bytes of ASCII text.
    fileprivate subscript(range: Range<Int>) -> String {
        String(decoding: Array(utf8)[range], as: UTF8.self)
    }
}

/// Writes the 29 bytes of IMF-fixdate; a function of the module, for a method would hand itself along by reference.
@usableFromInline
func writeFixdate(_ date: HTTPDate, to bytes: UnsafeMutableRawPointer) {
    let days = Calendar.days(of: date)
    let calendar = Calendar.DayOfMarchYear(days: days)
    let year = UInt32(truncatingIfNeeded: calendar.year &+ (calendar.month > 9 ? 1 : 0))
    let century = year / 100
    let secondOfDay = UInt32(truncatingIfNeeded: date.secondOfDay)
    let hour = secondOfDay / 3600
    let secondOfHour = secondOfDay % 3600

    // Sun, 06 Nov 1994 08:49:37 GMT
    // 0   4   8   12  1617      25
    let dayAndYear =
        twoDigits(
            UInt64(calendar.day) << 8 | UInt64(century) << 32 | UInt64(year % 100) << 48, at: 0x000F_000F_0000_0F00)
        | 0x3030_3030_2030_3020
    let time =
        twoDigits(
            UInt64(hour) | UInt64(secondOfHour / 60) << 24 | UInt64(secondOfHour % 60) << 48, at: 0x000F_0000_0F00_000F)
        | 0x3030_3A30_303A_3030
    bytes.storeBytes(of: DateNames.dayAndComma(Calendar.dayOfWeek(days: days)).littleEndian, as: UInt32.self)
    bytes.storeBytes(
        of: UInt32(truncatingIfNeeded: dayAndYear).littleEndian, toByteOffset: 4, as: UInt32.self)
    bytes.storeBytes(
        of: DateNames.monthAndSpace(fromMarch: calendar.month).littleEndian, toByteOffset: 8, as: UInt32.self)
    bytes.storeBytes(
        of: UInt32(truncatingIfNeeded: dayAndYear >> 32).littleEndian, toByteOffset: 12, as: UInt32.self)
    bytes.storeBytes(of: 0x20, toByteOffset: 16, as: UInt8.self)
    bytes.storeBytes(of: time.littleEndian, toByteOffset: 17, as: UInt64.self)
    bytes.storeBytes(of: UInt32(0x544D_4720).littleEndian, toByteOffset: 25, as: UInt32.self)
}

/// Parts each number below 100 into its digits: the tens into its own byte, the ones into the byte after it.
///
/// The numbers stand in the bytes that the mask has and have at least one byte of zeros after them.
@inline(__always)
private func twoDigits(_ numbers: UInt64, at mask: UInt64) -> UInt64 {
    // 103 / 1024 is 1 / 10 for numbers below 179.
    let tens = ((numbers &* 103) >> 10) & mask
    return (numbers << 8) &- tens &* 2559
}
