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
        DateTables.classes.withUnsafeBufferPointer { classes in
            DateTables.transitions.withUnsafeBufferPointer { transitions in
                // There are 256 classes, and each state has an entry for each class: a test counts them.
                Int(transitions[state &+ Int(classes[Int(byte)])])
            }
        }
    }
}

extension DateMachine {
    /// Where a walk over all the bytes leaves the grammar, and what was expected there.
    @inline(never)
    static func error(in bytes: Span<UInt8>, from place: Place) -> HTTPDate.ParseError {
        var state = place.state
        var offset = place.offset
        while offset < bytes.count {
            let next = step(state, bytes[offset])
            if next == DateTables.dead { break }
            state = next
            offset &+= 1
        }
        return HTTPDate.ParseError(offset: offset, expected: expectation(of: state))
    }

    /// Where bytes leave the grammar or have a letter that is not of the case of the ABNF; nil for a date.
    static func strictError(in bytes: Span<UInt8>) -> HTTPDate.ParseError? {
        var state = DateTables.start
        for offset in bytes.indices {
            let next = step(state, bytes[offset])
            // Of what a date has in it, only letters have the bit 0x40.
            if next == DateTables.dead || (bytes[offset] & 0x40 != 0 && bytes[offset] & 0x20 != letterCase(of: next)) {
                return HTTPDate.ParseError(offset: offset, expected: expectation(of: state))
            }
            state = next
        }
        if state == DateTables.accepting { return nil }
        return HTTPDate.ParseError(offset: bytes.count, expected: expectation(of: state))
    }

    private static func expectation(of state: Int) -> HTTPDate.Expectation {
        HTTPDate.Expectation(rawValue: DateTables.expected[state / DateTables.classCount]) ?? .end
    }

    private static func letterCase(of state: Int) -> UInt8 {
        DateTables.letterCase[state / DateTables.classCount]
    }
}
