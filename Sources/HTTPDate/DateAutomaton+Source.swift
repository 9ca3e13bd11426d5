extension DateAutomaton {
    /// For each of the 256 bytes where the row of its class begins in ``transitions``.
    package var rowOffsets: [Int] {
        classes.map { $0 * states.count }
    }

    /// Class by class the next state of each state.
    package var transitions: [Int] {
        (0...(classes.max() ?? 0)).compactMap(classes.firstIndex).flatMap { byte in states.map { $0.next[byte] } }
    }

    /// `DateTables.swift`: the automaton as literals, which the compiler lays down as read-only data.
    package var tablesSource: String {
        """
        // Made from the rows of DateGrammar by Scripts/date-tables; a test holds the two together.
        // swift-format-ignore-file

        /// The automaton of ``DateGrammar`` as the machine walks it.
        enum DateTables {
            static var start: UInt8 { \(Self.start) }
            static var dead: UInt8 { \(Self.dead) }
            static var accepting: UInt8 { \(accepting) }
            static var imfFixdateMonth: UInt8 { \(number(of: "imf-fixdate: month")) }
            static var rfc850Day: UInt8 { \(number(of: "rfc850-date: day")) }
            /// The hour of IMF-fixdate and of the RFC 850 form: from there on they are the same.
            static var hour: UInt8 { \(number(of: "imf-fixdate, rfc850-date: hour, hour 23")) }
            static var asctimeHour: UInt8 { \(number(of: "asctime-date: hour, hour 23")) }
            static var asctimeYear: UInt8 { \(number(of: "asctime-date: year")) }

        \(states.indices.dropFirst().map { "    // \($0) \(states[$0].name)" }.joined(separator: "\n"))

            /// The class of each byte, as the offset of its row in ``transitions``.
            static let rowOffsets: [UInt16] = [
        \(rows(rowOffsets))
            ]

            /// One row a class of bytes: the next state of each state.
            static let transitions: [UInt8] = [
        \(rows(transitions))
            ]

            /// What each state waits for, as raw values of ``HTTPDate/Expectation``.
            static let expected: [UInt8] = [
        \(rows(states.map { Int($0.expected.rawValue) }))
            ]

            /// The case of the letter that leads to each state, in the exact case of the ABNF.
            static let letterCase: [UInt8] = [
        \(rows(states.map { Int($0.letterCase) }))
            ]
        }

        """
    }

    private func number(of name: String) -> Int {
        states.firstIndex { $0.name == name } ?? Self.dead
    }

    private func rows(_ numbers: [Int]) -> String {
        var lines: [String] = []
        var line = "       "
        for number in numbers {
            let item = " \(number),"
            if line.utf8.count + item.utf8.count > 120 {
                lines.append(line)
                line = "       "
            }
            line += item
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
