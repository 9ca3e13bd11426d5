/// RFC 9110 §5.6: the common rules.
extension Oracle {
    static func bytes(_ value: String) -> [UInt8] {
        value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }

    static func lower(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    }

    static func lower(_ text: String) -> String {
        self.text(lower(bytes(text)))
    }

    static func sameName(_ one: String, _ other: String) -> Bool {
        lower(one) == lower(other)
    }

    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39
    }

    static func isAlpha(_ byte: UInt8) -> Bool {
        (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A)
    }

    /// §5.6.2.
    static func isTokenCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || isAlpha(byte) || Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
    }

    static func isToken(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isTokenCharacter)
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes
        while let first = rest.first, isWhitespace(first) { rest.removeFirst() }
        while let last = rest.last, isWhitespace(last) { rest.removeLast() }
        return rest
    }

    /// §5.6.4: the content of the quoted-string that begins at `start`, and the position after it.
    static func quotedString(_ bytes: [UInt8], at start: Int) -> (content: [UInt8], end: Int)? {
        guard start < bytes.count, bytes[start] == 0x22 else { return nil }
        var content: [UInt8] = []
        var position = start + 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x22 { return (content, position + 1) }
            if byte == 0x5C {
                guard position + 1 < bytes.count, isQuotable(bytes[position + 1]) else { return nil }
                content.append(bytes[position + 1])
                position += 2
                continue
            }
            guard isQuotable(byte) else { return nil }
            content.append(byte)
            position += 1
        }
        return nil
    }

    private static func isQuotable(_ byte: UInt8) -> Bool {
        byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
    }

    /// §5.6.1: the members of a list, trimmed, the empty ones left out; a comma in a quoted-string doesn't divide.
    static func members(_ value: [UInt8]) -> [[UInt8]] {
        var members: [[UInt8]] = []
        var current: [UInt8] = []
        var position = 0
        while position < value.count {
            if value[position] == 0x2C {
                members.append(trimmed(current))
                current = []
                position += 1
            } else if let quoted = quotedString(value, at: position) {
                current += value[position..<quoted.end]
                position = quoted.end
            } else {
                current.append(value[position])
                position += 1
            }
        }
        members.append(trimmed(current))
        return members.filter { !$0.isEmpty }
    }

    /// RFC 9111 §1.2.2: what is too great is 2^31.
    static let infinity: Int64 = 2_147_483_648

    static func deltaSeconds(_ bytes: [UInt8]) -> Int64? {
        guard !bytes.isEmpty, bytes.allSatisfy(isDigit) else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            value = min(value * 10 + Int64(byte - 0x30), infinity)
        }
        return value
    }

    static func plus(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? (one > 0 ? .max : .min) : sum
    }

    static func minus(_ one: Int64, _ other: Int64) -> Int64 {
        let (difference, overflow) = one.subtractingReportingOverflow(other)
        return overflow ? (one > 0 ? .max : .min) : difference
    }

    /// RFC 9110 §5.6.7, read without regard to case as RFC 9111 §4.2 asks.
    static func date(_ bytes: [UInt8], now: Int64) -> Int64? {
        guard case .date(let seconds, _, _) = SlowDateParser.parse(bytes, now: now, strict: false) else { return nil }
        return seconds
    }

    /// The IMF-fixdate of an instant, which is all that a sender may write.
    static func imfFixdate(_ seconds: Int64) -> String {
        let parts = SlowDateParser.civil(seconds)
        let days = SlowDateParser.dayNumber(parts.year, parts.month, parts.day)
        let weekday = SlowDateParser.shortDays[((days + 3) % 7 + 7) % 7]
        func digits(_ number: Int, _ count: Int) -> String {
            let plain = String(number)
            return String(repeating: "0", count: max(0, count - plain.count)) + plain
        }
        let month = SlowDateParser.months[parts.month - 1]
        let time = [parts.hour, parts.minute, parts.second].map { digits($0, 2) }.joined(separator: ":")
        return "\(weekday), \(digits(parts.day, 2)) \(month) \(digits(parts.year, 4)) \(time) GMT"
    }
}
