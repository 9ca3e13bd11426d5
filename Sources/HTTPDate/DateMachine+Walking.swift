extension DateMachine {
    /// Where the first part begins that is not what its form has there; nil when all are right.
    @inline(__always)
    static func firstWrongPart(of bytes: Span<UInt8>, _ layout: Layout) -> Place? {
        @inline(__always)
        func wrong(_ offset: Int, _ count: Int, _ state: Int, _ end: Int) -> Place? {
            walk(bytes, offset, count, from: state) == end ? nil : Place(offset: offset, state: state)
        }
        switch layout.form {
        case .imfFixdate:
            return wrong(0, 8, DateTables.start, DateTables.imfFixdateMonth)
                ?? wrong(8, 9, DateTables.imfFixdateMonth, DateTables.hour)
                ?? wrong(17, 12, DateTables.hour, DateTables.accepting)
        case .rfc850:
            // The longest name has three letters more than the shortest.
            var state = walk(bytes, 0, 8, from: DateTables.start)
            for offset in 8..<layout.day { state = step(state, bytes[unchecked: offset]) }
            guard state == DateTables.rfc850Day else { return .start }
            return wrong(layout.day, 10, DateTables.rfc850Day, DateTables.hour)
                ?? wrong(layout.time, 12, DateTables.hour, DateTables.accepting)
        case .asctime:
            return wrong(0, 11, DateTables.start, DateTables.asctimeHour)
                ?? wrong(11, 9, DateTables.asctimeHour, DateTables.asctimeYear)
                ?? wrong(20, 4, DateTables.asctimeYear, DateTables.accepting)
        }
    }

    /// The state after so many bytes from an offset on.
    @inline(__always)
    private static func walk(_ bytes: Span<UInt8>, _ offset: Int, _ count: Int, from start: Int) -> Int {
        var state = start
        // The parts of a layout lie within the bytes by whose count it was chosen.
        for index in 0..<count { state = step(state, bytes[unchecked: offset &+ index]) }
        return state
    }

    /// The state to which a byte leads from a state.
    @inline(__always)
    static func step(_ state: Int, _ byte: UInt8) -> Int {
        // There are 256 classes.
        DateTables.classes.withUnsafeBufferPointer { entry(Int($0[Int(byte)]), of: state) }
    }

    /// What the row of a state has at an offset.
    @inline(__always)
    static func entry(_ offset: Int, of state: Int) -> Int {
        // A state is the start of a row, and an offset is less than the length of one: a test goes through them all.
        DateTables.rows.withUnsafeBufferPointer { Int($0[state &+ offset]) }
    }
}

extension DateMachine {
    /// Where a walk over all the bytes leaves the grammar, and what was expected there.
    @inline(never)
    static func error(in bytes: Span<UInt8>, from place: Place) -> HTTPDate.ParseError {
        var state = place.state
        var offset = place.offset
        let end = bytes.count
        // Four steps a turn, so that the end is asked for less often.
        while offset &+ 4 <= end {
            for index in 0..<4 {
                let next = step(state, bytes[unchecked: offset &+ index])
                if next == DateTables.dead { return error(at: offset &+ index, in: state) }
                state = next
            }
            offset &+= 4
        }
        while offset < end {
            let next = step(state, bytes[unchecked: offset])
            if next == DateTables.dead { break }
            state = next
            offset &+= 1
        }
        return error(at: offset, in: state)
    }

    @inline(__always)
    private static func error(at offset: Int, in state: Int) -> HTTPDate.ParseError {
        HTTPDate.ParseError(offset: offset, code: UInt8(truncatingIfNeeded: entry(DateTables.expected, of: state)))
    }

    /// Where bytes leave the grammar or have a letter that is not of the case of the ABNF; nil for a date.
    static func strictError(in bytes: Span<UInt8>) -> HTTPDate.ParseError? {
        var state = DateTables.start
        for offset in bytes.indices {
            let next = step(state, bytes[offset])
            // Of what a date has in it, only letters have the bit 0x40.
            if next == DateTables.dead
                || (bytes[offset] & 0x40 != 0 && bytes[offset] & 0x20 != UInt8(entry(DateTables.letterCase, of: next)))
            {
                return error(at: offset, in: state)
            }
            state = next
        }
        if state == DateTables.accepting { return nil }
        return error(at: bytes.count, in: state)
    }
}
