extension DateMachine {
    /// Whether the bytes, of which there are as many as the layout has, are a date by the grammar.
    @inline(__always)
    static func recognises(_ bytes: Span<UInt8>, _ layout: Layout) -> Bool {
        switch layout.form {
        case .imfFixdate:
            return walk(bytes, 0, 8, from: DateTables.start) == DateTables.imfFixdateMonth
                && walk(bytes, 8, 9, from: DateTables.imfFixdateMonth) == DateTables.hour
                && walk(bytes, 17, 12, from: DateTables.hour) == DateTables.accepting
        case .rfc850:
            // The longest name has three letters more than the shortest.
            var state = walk(bytes, 0, 8, from: DateTables.start)
            for offset in 8..<layout.day { state = step(state, bytes[unchecked: offset]) }
            return state == DateTables.rfc850Day
                && walk(bytes, layout.day, 10, from: DateTables.rfc850Day) == DateTables.hour
                && walk(bytes, layout.time, 12, from: DateTables.hour) == DateTables.accepting
        case .asctime:
            return walk(bytes, 0, 11, from: DateTables.start) == DateTables.asctimeHour
                && walk(bytes, 11, 9, from: DateTables.asctimeHour) == DateTables.asctimeYear
                && walk(bytes, 20, 4, from: DateTables.asctimeYear) == DateTables.accepting
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
    /// Where a walk over all the bytes leaves the grammar, and what was expected there; nil if they are a date by it.
    @inline(__always)
    static func grammarError(in bytes: Span<UInt8>) -> HTTPDate.ParseError? {
        var state = DateTables.start
        var offset = 0
        // Four steps a turn: no byte leads on from a dead state, so that it is enough to look at the last.
        while offset &+ 4 <= bytes.count {
            let second = step(state, bytes[unchecked: offset])
            let third = step(second, bytes[unchecked: offset &+ 1])
            let fourth = step(third, bytes[unchecked: offset &+ 2])
            let next = step(fourth, bytes[unchecked: offset &+ 3])
            if next == DateTables.dead {
                if second == DateTables.dead { return error(at: offset, in: state) }
                if third == DateTables.dead { return error(at: offset &+ 1, in: second) }
                if fourth == DateTables.dead { return error(at: offset &+ 2, in: third) }
                return error(at: offset &+ 3, in: fourth)
            }
            state = next
            offset &+= 4
        }
        while offset < bytes.count {
            let next = step(state, bytes[unchecked: offset])
            if next == DateTables.dead { return error(at: offset, in: state) }
            state = next
            offset &+= 1
        }
        return state == DateTables.accepting ? nil : error(at: offset, in: state)
    }

    @inline(__always)
    private static func error(at offset: Int, in state: Int) -> HTTPDate.ParseError {
        let code = UInt8(truncatingIfNeeded: entry(DateTables.expected, of: state))
        return HTTPDate.ParseError(offset: offset, code: code)
    }

    /// Where bytes leave the grammar or have a letter that is not of the case of the ABNF; nil for a date.
    @inline(never)
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
