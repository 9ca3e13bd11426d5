extension DateMachine {
    /// Where the first part begins that is not what its form has there; nil when all are right.
    @inline(__always)
    static func firstWrongPart(of bytes: Span<UInt8>, _ layout: Layout) -> Place? {
        // The offsets of a layout lie within the byte count that it was made from.
        bytes.withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress else { return .start }
            @inline(__always)
            func walk(_ offset: Int, _ count: Int, _ state: UInt8, _ end: UInt8) -> Place? {
                Self.walk(first + offset, count, from: state) == end ? nil : Place(offset: offset, state: state)
            }
            switch layout.form {
            case .imfFixdate:
                return walk(0, 8, DateTables.start, DateTables.imfFixdateMonth)
                    ?? walk(8, 9, DateTables.imfFixdateMonth, DateTables.hour)
                    ?? walk(17, 12, DateTables.hour, DateTables.accepting)
            case .rfc850:
                return walk(0, layout.day, DateTables.start, DateTables.rfc850Day)
                    ?? walk(layout.day, 10, DateTables.rfc850Day, DateTables.hour)
                    ?? walk(layout.time, 12, DateTables.hour, DateTables.accepting)
            case .asctime:
                return walk(0, 11, DateTables.start, DateTables.asctimeHour)
                    ?? walk(11, 9, DateTables.asctimeHour, DateTables.asctimeYear)
                    ?? walk(20, 4, DateTables.asctimeYear, DateTables.accepting)
            }
        }
    }

    /// The state after so many bytes.
    @inline(__always)
    private static func walk(_ bytes: UnsafePointer<UInt8>, _ count: Int, from start: UInt8) -> UInt8 {
        var state = start
        for offset in 0..<count { state = step(state, bytes[offset]) }
        return state
    }

    /// The state to which a byte leads from a state.
    @inline(__always)
    static func step(_ state: UInt8, _ byte: UInt8) -> UInt8 {
        DateTables.rowOffsets.withUnsafeBufferPointer { rowOffsets in
            DateTables.transitions.withUnsafeBufferPointer { transitions in
                // There are 256 row offsets, and each row has an entry for each state: a test counts them.
                (transitions.baseAddress.unsafelyUnwrapped + Int(rowOffsets[Int(byte)]))[Int(state)]
            }
        }
    }

    /// Where a walk over all the bytes leaves the grammar, and what was expected there.
    @inline(never)
    static func error(in bytes: Span<UInt8>, from place: Place) -> HTTPDate.ParseError {
        var state = place.state
        var offset = place.offset
        while offset < bytes.count {
            let next = step(state, bytes[offset])
            if next == DateTables.dead { break }
            state = next
            offset += 1
        }
        return HTTPDate.ParseError(offset: offset, expected: expectation(of: state))
    }

    /// The first letter of recognised bytes that has not the case of the ABNF.
    @inline(never)
    static func wrongCase(in bytes: Span<UInt8>) -> HTTPDate.ParseError? {
        var state = DateTables.start
        for offset in 0..<bytes.count {
            let next = step(state, bytes[offset])
            // Only letters have the bit 0x40 in a date.
            if bytes[offset] & 0x40 != 0, bytes[offset] & 0x20 != DateTables.letterCase[Int(next)] {
                return HTTPDate.ParseError(offset: offset, expected: expectation(of: state))
            }
            state = next
        }
        return nil
    }

    private static func expectation(of state: UInt8) -> HTTPDate.Expectation {
        HTTPDate.Expectation(rawValue: DateTables.expected[Int(state)]) ?? .end
    }
}
