/// The Content-Range field with the unit `bytes` (RFC 9110 §14.4).
public struct ContentRange: Sendable, Hashable {
    /// The bytes that are there; nil where the range was unsatisfiable (`*`).
    public let range: Range<Int>?
    /// The length of the whole representation; nil where it is not known (`*`).
    public let total: Int?

    var isSatisfied: Bool { range != nil }

    /// Reads `bytes first-last/total`, either half of which may be `*`; nil for another unit, numbers that contradict
    /// each other or do not fit, and anything else.
    public init?(_ value: [UInt8]) {
        let prefix = Array("bytes ".utf8)
        guard value.count > prefix.count, value[..<prefix.count].map(\.lowercased) == prefix else { return nil }
        let rest = value[prefix.count...]
        guard let slash = rest.firstIndex(of: 0x2F) else { return nil }
        let unknown: ArraySlice<UInt8> = [0x2A]
        let total = Self.number(rest[(slash + 1)...])
        guard total != nil || rest[(slash + 1)...] == unknown else { return nil }
        self.total = total
        if rest[..<slash] == unknown {
            guard total != nil else { return nil }
            range = nil
            return
        }
        guard let dash = rest[..<slash].firstIndex(of: 0x2D), let first = Self.number(rest[..<dash]),
            let last = Self.number(rest[(dash + 1)..<slash]), first <= last, last < total ?? .max
        else { return nil }
        range = first..<(last + 1)
    }

    /// The digits as a number; nil when there are none, others between, or more than fit.
    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
}

extension ResponseHead {
    /// The Content-Range, if exactly one line holds one.
    public var contentRange: ContentRange? {
        let values = fields.values(of: "Content-Range")
        return values.count == 1 ? ContentRange(values[0]) : nil
    }

    /// The Content-Length, if the lines agree on one number (RFC 9110 §8.6).
    public var contentLength: Int? {
        let values = Set(fields.values(of: "Content-Length"))
        guard values.count == 1, let value = values.first else { return nil }
        return ContentRange.number(value[...])
    }

    /// Whether it is a 206 whose content is in the form `multipart/byteranges`, and so not the bytes that a Content-Range
    /// beside it would name (RFC 9110 §15.3.7, §15.3.7.2).
    public var hasSeveralParts: Bool {
        guard status.value == 206, summary.has(.contentType) else { return false }
        let multipart = Array("multipart/byteranges".utf8)
        return fields.values(of: "Content-Type").contains { value in
            let type = value.span.trimmed(0..<(value.firstIndex(of: 0x3B) ?? value.count))
            return value.span.extracting(type).equalsIgnoringCase(multipart.span)
        }
    }

    /// Whether it is a 206 whose Content-Length is not the length of the range that it names, so that nobody can say
    /// which bytes these are (RFC 9110 §14.4).
    public var isPartOfAnotherLength: Bool {
        guard status.value == 206, let length = contentLength, let range = contentRange?.range else { return false }
        return length != range.count
    }
}
