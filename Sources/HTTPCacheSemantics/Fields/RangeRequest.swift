/// The Range field of a GET, as far as this cache cuts ranges itself: one range of bytes (RFC 9110 §14.2).
enum RangeRequest: Sendable, Hashable {
    /// No Range, or one that is to be ignored.
    case none
    /// From the first byte to the last, or to the end.
    case from(Int, through: Int?)
    case suffix(Int)
    /// Several ranges or another unit: the whole may be sent instead, which a server is free to do.
    case other

    init(_ request: RequestHead) {
        guard request.summary.isForSubrange else {
            self = .none
            return
        }
        let values = request.fields.values(of: "Range")
        self = values.count == 1 ? Self.read(values[0]) : .other
    }

    private static func read(_ value: [UInt8]) -> RangeRequest {
        guard let equals = value.firstIndex(of: 0x3D),
            value[..<equals].map(\.lowercased) == Array("bytes".utf8)
        else { return .other }
        let span = value.span
        let spec = value[span.trimmed((equals + 1)..<value.count)]
        guard !spec.contains(0x2C), let dash = spec.firstIndex(of: 0x2D) else { return .other }
        let first = spec[..<dash]
        let last = spec[(dash + 1)...]
        if first.isEmpty { return saturated(last).map { .suffix($0) } ?? .none }
        guard let start = saturated(first) else { return .none }
        if last.isEmpty { return .from(start, through: nil) }
        guard let end = saturated(last), end >= start else { return .none }
        return .from(start, through: end)
    }

    /// Decimal digits of any length; what does not fit counts as the largest position there is.
    private static func saturated(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { sum, digit in
            let (tens, overflow) = sum.multipliedReportingOverflow(by: 10)
            return overflow || tens > .max - 10 ? .max - 1 : tens + Int(digit & 15)
        }
    }

    /// The bytes asked for of a representation of `length` bytes; nil when none of them exists.
    func range(of length: Int) -> Range<Int>? {
        switch self {
        case .none, .other: return 0..<length
        case .from(let first, let last):
            guard first < length else { return nil }
            return first..<(min(last ?? .max, length - 1) + 1)
        case .suffix(let count):
            guard count > 0 else { return nil }
            return max(0, length - count)..<length
        }
    }

    /// Whether a stored part answers the request: the range lies wholly within it (RFC 9111 §3.3).
    func isSatisfied(within part: Range<Int>, of total: Int?) -> Bool {
        switch self {
        case .none, .other: return false
        case .from(let first, let last):
            guard let end = last.map({ $0 + 1 }) ?? total else { return false }
            return first >= part.lowerBound && min(end, total ?? end) <= part.upperBound && first < part.upperBound
        case .suffix(let count):
            guard let total, count > 0 else { return false }
            return max(0, total - count) >= part.lowerBound && total == part.upperBound
        }
    }
}
