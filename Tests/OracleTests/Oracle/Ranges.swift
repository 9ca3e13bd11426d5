/// RFC 9110 §14: byte ranges.
extension Oracle {
    enum RangeSpec: Equatable {
        case from(Int64)
        case between(Int64, Int64)
        case suffix(Int64)
    }

    /// Any number of octets; what is too great for the type is its greatest value.
    static func octets(_ bytes: some Sequence<UInt8>) -> Int64? {
        let digits = Array(bytes)
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        var value: Int64 = 0
        for digit in digits {
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            value = overflow ? .max : plus(tenfold, Int64(digit - 0x30))
        }
        return value
    }

    /// The ranges asked for, or nil when the field is absent or is to be ignored: another unit than bytes, an
    /// invalid specifier, several lines.
    static func rangeSpecs(_ fields: [Field]) -> [RangeSpec]? {
        let lines = fields.lines("Range")
        guard lines.count == 1 else { return nil }
        let value = lines[0]
        guard let equals = value.firstIndex(of: 0x3D), lower(value[..<equals]) == Array("bytes".utf8) else {
            return nil
        }
        let members = value[(equals + 1)...].split(separator: 0x2C).map { trimmed(Array($0)) }.filter { !$0.isEmpty }
        guard !members.isEmpty else { return nil }
        var specs: [RangeSpec] = []
        for member in members {
            guard let dash = member.firstIndex(of: 0x2D) else { return nil }
            let (before, after) = (member[..<dash], member[(dash + 1)...])
            switch (before.isEmpty, after.isEmpty) {
            case (true, true): return nil
            case (true, false):
                guard let length = octets(after) else { return nil }
                specs.append(.suffix(length))
            case (false, true):
                guard let first = octets(before) else { return nil }
                specs.append(.from(first))
            case (false, false):
                guard let first = octets(before), let last = octets(after), last >= first else { return nil }
                specs.append(.between(first, last))
            }
        }
        return specs
    }

    /// The bytes meant, given the complete length; nil when the spec is not satisfiable.
    static func resolved(_ spec: RangeSpec, length: Int64) -> ClosedRange<Int64>? {
        guard length > 0 else { return nil }
        switch spec {
        case .from(let first): return first < length ? first...(length - 1) : nil
        case .between(let first, let last): return first < length ? first...min(last, length - 1) : nil
        case .suffix(let count): return count > 0 ? max(0, length - count)...(length - 1) : nil
        }
    }

    struct ContentRange: Equatable {
        var range: ClosedRange<Int64>
        var length: Int64?
    }

    /// §14.4; nil when absent, of another unit, or invalid.
    static func contentRange(_ fields: [Field]) -> ContentRange? {
        let lines = fields.lines("Content-Range")
        guard lines.count == 1 else { return nil }
        let value = lines[0]
        guard let space = value.firstIndex(of: 0x20), lower(value[..<space]) == Array("bytes".utf8) else { return nil }
        let rest = value[(space + 1)...]
        guard let slash = rest.firstIndex(of: 0x2F), let dash = rest.firstIndex(of: 0x2D), dash < slash else {
            return nil
        }
        guard let first = octets(rest[..<dash]), let last = octets(rest[(dash + 1)..<slash]), first <= last else {
            return nil
        }
        let total = rest[(slash + 1)...]
        if Array(total) == [0x2A] { return ContentRange(range: first...last, length: nil) }
        guard let length = octets(total), length > last else { return nil }
        return ContentRange(range: first...last, length: length)
    }

    /// The union of the ranges, in order, those that touch made one.
    static func union(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var merged: [ClosedRange<Int64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= plus(last.upperBound, 1) {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
