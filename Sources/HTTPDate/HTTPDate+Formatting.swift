extension HTTPDate {
    /// How many bytes an IMF-fixdate has.
    public static var imfFixdateLength: Int { 29 }

    /// Writes the date as IMF-fixdate into the first 29 bytes of a buffer.
    ///
    /// False, and nothing is written, when the buffer is shorter. RFC 9110 §5.6.7.
    @discardableResult
    public func write(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard buffer.count >= Self.imfFixdateLength else { return false }
        buffer.copyBytes(from: formatted(.imfFixdate).utf8)
        return true
    }

    /// The date as text in one of the three forms; a sender must use IMF-fixdate, the default.
    ///
    /// RFC 850 form keeps only the last two digits of the year. RFC 9110 §5.6.7.
    public func formatted(_ form: Form = .imfFixdate) -> String {
        let civil = civil
        let name = SimpleReader.dayNames[Int(civil.dayName.rawValue)]
        let month = SimpleReader.months[civil.month - 1]
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let year = two(civil.year / 100) + two(civil.year % 100)
        let time = "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second))"
        return switch form {
        case .imfFixdate: "\(name.prefix(3)), \(two(civil.day)) \(month) \(year) \(time) GMT"
        case .rfc850: "\(name), \(two(civil.day))-\(month)-\(year.suffix(2)) \(time) GMT"
        case .asctime: "\(name.prefix(3)) \(month) \(civil.day < 10 ? " " : "")\(civil.day) \(time) \(year)"
        }
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The date as IMF-fixdate.
    public var description: String { formatted() }
}
