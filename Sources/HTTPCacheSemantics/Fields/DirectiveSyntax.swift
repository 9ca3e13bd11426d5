/// One member of a Cache-Control value, as ranges of the value's bytes (RFC 9111 §5.2).
struct DirectiveMember: Sendable, Hashable {
    /// The directive's name: a token, never empty.
    var name: Range<Int>
    /// What follows `=`, without the quotes of a quoted-string.
    var argument: Range<Int>?
    var isQuoted = false
    /// Whether the whole member follows the grammar. One that does not still names its directive: what restricts a
    /// cache holds all the same, what permits something does not.
    var isWellFormed = true
    /// The argument as delta-seconds, where it was read on the way.
    var secondsRead: UInt32?

    /// The bytes that a reader should be shown: name and argument with its quotes.
    var whole: Range<Int> {
        guard let argument else { return name }
        return name.lowerBound..<(argument.upperBound + (isQuoted ? 1 : 0))
    }
}

/// Walks over the members of one Cache-Control line, once and in linear time.
///
/// Empty members are skipped (RFC 9110 §5.6.1.2). A quoted-string begins right after `=` and nowhere else; one that is
/// never closed is none, so that it cannot hide the members behind it.
struct DirectiveScanner {
    var position = 0
    /// From here on no quote is known to be closed.
    private var firstUnclosedQuote = Int.max

    /// Whether a quoted-string was begun that the line does not close; the next line of the field may.
    var hasUnclosedQuote: Bool { firstUnclosedQuote != .max }

    mutating func next(in bytes: Span<UInt8>) -> DirectiveMember? {
        while true {
            skipEmptyMembers(in: bytes)
            guard position < bytes.count else { return nil }
            let start = position
            while position < bytes.count, bytes[position].isTokenByte { position += 1 }
            if position == start {
                skipToComma(in: bytes)
                continue
            }
            return member(named: start..<position, in: bytes)
        }
    }

    @inline(__always)
    mutating func skipEmptyMembers(in bytes: Span<UInt8>) {
        // No token begins with a byte as low as the comma but the rarest.
        while position < bytes.count, case let byte = bytes[position], byte <= 0x2C, byte == 0x2C || byte.isWhitespace {
            position += 1
        }
    }

    private mutating func member(named name: Range<Int>, in bytes: Span<UInt8>) -> DirectiveMember {
        var member = DirectiveMember(name: name)
        guard position < bytes.count, bytes[position] == 0x3D else {
            member.isWellFormed = endsHere(in: bytes)
            if !member.isWellFormed { member.argument = restOfMember(in: bytes) }
            return member
        }
        position += 1
        if position < bytes.count, bytes[position] == 0x22, let end = closingQuote(from: position, in: bytes) {
            member.argument = (position + 1)..<end
            member.isQuoted = true
            position = end + 1
            if !endsHere(in: bytes) {
                member.isWellFormed = false
                skipToComma(in: bytes)
            }
            return member
        }
        let argument = restOfMember(in: bytes)
        member.argument = argument
        member.isWellFormed = !argument.isEmpty && argument.allSatisfy { bytes[$0].isTokenByte }
        return member
    }

    /// Whether only whitespace stands before the next comma or the end; moves there if so.
    private mutating func endsHere(in bytes: Span<UInt8>) -> Bool {
        var ahead = position
        while ahead < bytes.count, bytes[ahead].isWhitespace { ahead += 1 }
        guard ahead == bytes.count || bytes[ahead] == 0x2C else { return false }
        position = ahead
        return true
    }

    private mutating func restOfMember(in bytes: Span<UInt8>) -> Range<Int> {
        let start = position
        skipToComma(in: bytes)
        return start..<bytes.trimmed(start..<position).upperBound
    }

    private mutating func skipToComma(in bytes: Span<UInt8>) {
        while position < bytes.count, bytes[position] != 0x2C { position += 1 }
    }

    private mutating func closingQuote(from open: Int, in bytes: Span<UInt8>) -> Int? {
        guard open < firstUnclosedQuote else { return nil }
        var index = open + 1
        while index < bytes.count {
            if bytes[index] == 0x22 { return index }
            index += bytes[index] == 0x5C ? 2 : 1
        }
        firstUnclosedQuote = open
        return nil
    }
}
