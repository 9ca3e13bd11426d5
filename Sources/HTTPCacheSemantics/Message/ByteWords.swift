/// Bytes eight at a time, as little-endian words.
///
/// The loads are not checked again: each stands behind a comparison with `count`, and a test reads every offset of
/// spans of every length that matters at the end of their memory.
extension Span where Element == UInt8 {
    /// The eight bytes from `offset` on; zeros stand for what lies beyond the end. `offset` is from 0 to `count`.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard count >= 8 else { return offset < count ? shortWord(from: offset) : 0 }
        // What lies before is shifted out, in two steps because all of it may.
        let start = min(offset, count &- 8)
        let half = UInt64(truncatingIfNeeded: 4 &* (offset &- start))
        return (load(start, as: UInt64.self) &>> half) &>> half
    }

    /// The first eight bytes and the last; where there are fewer, twice what there is.
    var ends: (first: UInt64, last: UInt64) {
        @inline(__always) get {
            if count >= 8 { return (load(0, as: UInt64.self), load(count &- 8, as: UInt64.self)) }
            let word = isEmpty ? 0 : shortWord(from: 0)
            return (word, word)
        }
    }

    /// One to seven bytes, put together from parts that overlap.
    @inline(__always)
    private func shortWord(from offset: Int) -> UInt64 {
        let left = count &- offset
        if left >= 4 {
            return UInt64(load(offset, as: UInt32.self))
                | UInt64(load(count &- 4, as: UInt32.self)) &<< UInt64(truncatingIfNeeded: 8 &* (left &- 4))
        }
        return UInt64(load(offset, as: UInt8.self))
            | UInt64(load(offset &+ left / 2, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: 8 &* (left / 2))
            | UInt64(load(count &- 1, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: 8 &* (left &- 1))
    }

    @inline(__always)
    private func load<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Word.Type) -> Word {
        Word(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: type))
    }

    func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else { return isEmpty || shortWord(from: 0) == other.shortWord(from: 0) }
        var offset = 0
        while offset < count {
            // The last word may reach back over bytes already compared.
            let start = min(offset, count &- 8)
            guard load(start, as: UInt64.self) == other.load(start, as: UInt64.self) else { return false }
            offset &+= 8
        }
        return true
    }

    /// Equality without regard to the case of ASCII letters.
    func equalsIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset < count {
            guard word(at: offset).lowercasedASCII == other.word(at: offset).lowercasedASCII else { return false }
            offset += 8
        }
        return true
    }

    /// Equality without regard to the case of ASCII letters; `lower` is made of lower-case letters, digits and hyphens.
    @inline(__always)
    func equalsIgnoringCase(_ lower: StaticString) -> Bool {
        count == lower.utf8CodeUnitCount && equalsLowercased(lower)
    }

    private func equalsLowercased(_ lower: StaticString) -> Bool {
        lower.withUTF8Buffer { lower in
            let lower = lower.span
            var offset = 0
            while offset < count {
                guard word(at: offset).withLettersFolded == lower.word(at: offset) else { return false }
                offset += 8
            }
            return true
        }
    }
}

extension UInt64 {
    /// Eight bytes with the bit of lower case wherever a letter can stand: enough to compare with a name of lower-case
    /// letters, digits, hyphens and `=`, for no other byte becomes one of these.
    @inline(__always)
    var withLettersFolded: UInt64 { self | (self & 0x4040_4040_4040_4040) >> 1 }

    /// Eight bytes with `A` to `Z` in lower case and all others as they are.
    @inline(__always)
    var lowercasedASCII: UInt64 {
        let low = self & 0x7F7F_7F7F_7F7F_7F7F
        // The top bit of each byte: whether it is at least `A`, and whether it is more than `Z`.
        let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
        let beyondZ = low &+ 0x2525_2525_2525_2525
        return self | (fromA & ~beyondZ & ~self & 0x8080_8080_8080_8080) >> 2
    }
}
