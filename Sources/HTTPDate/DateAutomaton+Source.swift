extension DateAutomaton {
    /// The number of classes of bytes.
    package var classCount: Int { (classes.max() ?? 0) + 1 }
    /// How long the row of a state is: after the classes stand what it waits for and the case of the letter before it.
    package var rowLength: Int { classCount + 2 }

    /// State by state, where the row of the next state begins, for each class of bytes; then the rest of the row.
    package var rows: [Int] {
        let representatives = (0..<classCount).compactMap(classes.firstIndex)
        return states.flatMap { state in
            representatives.map { state.next[$0] * rowLength } + [Int(state.expected.rawValue), Int(state.letterCase)]
        }
    }

    /// `DateTables.swift`: the automaton as literals, which the compiler lays down as read-only data.
    package var tablesSource: String {
        """
        // Made from the rows of DateGrammar by Scripts/date-tables; a test holds the two together.
        // swift-format-ignore-file

        /// The automaton of ``DateGrammar`` as the machine walks it; a state is where its row begins in ``rows``.
        enum DateTables {
            /// Where the row of a state has what it waits for, as a raw value of ``HTTPDate/Expectation``.
            static var expected: Int { \(classCount) }
            /// Where the row of a state has the bit 0x20 of the letter that leads to it in the exact case of the ABNF.
            static var letterCase: Int { \(classCount + 1) }

            static var start: Int { \(Self.start * rowLength) }
            static var dead: Int { \(Self.dead) }
            static var accepting: Int { \(accepting * rowLength) }
            static var imfFixdateMonth: Int { \(row(of: "imf-fixdate: month")) }
            static var rfc850Day: Int { \(row(of: "rfc850-date: day")) }
            /// The hour of IMF-fixdate and of the RFC 850 form: from there on they are the same.
            static var hour: Int { \(row(of: "imf-fixdate, rfc850-date: hour, hour 23")) }
            static var zone: Int { \(row(of: "imf-fixdate, rfc850-date: SP after second, SP after second 60")) }
            static var asctimeHour: Int { \(row(of: "asctime-date: hour, hour 23")) }
            static var asctimeYear: Int { \(row(of: "asctime-date: year")) }

        \(states.indices.dropFirst().map { "    // \($0) \(states[$0].name)" }.joined(separator: "\n"))

            /// The class of each byte.
            static let classes: [UInt8] = [
        \(lines(classes))
            ]

            /// One row a state, with the next state for each class of bytes, ``expected`` and ``letterCase``.
            static let rows: [UInt16] = [
        \(lines(rows))
            ]
        }

        """
    }

    private func row(of name: String) -> Int {
        (states.firstIndex { $0.name == name } ?? Self.dead) * rowLength
    }

    private func lines(_ numbers: [Int]) -> String {
        var lines: [String] = []
        var line = "       "
        for number in numbers {
            let item = "\(number),"
            if line.utf8.count + item.utf8.count > 120 {
                lines.append(line)
                line = "       "
            }
            line += item
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
