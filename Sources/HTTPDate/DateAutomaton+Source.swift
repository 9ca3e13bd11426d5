extension DateAutomaton {
    /// The number of classes of bytes: how long the row of a state is.
    package var classCount: Int { (classes.max() ?? 0) + 1 }

    /// State by state, where the row of the next state begins, for each class of bytes.
    package var transitions: [Int] {
        let representatives = (0..<classCount).compactMap(classes.firstIndex)
        return states.flatMap { state in representatives.map { state.next[$0] * classCount } }
    }

    /// `DateTables.swift`: the automaton as literals, which the compiler lays down as read-only data.
    package var tablesSource: String {
        """
        // Made from the rows of DateGrammar by Scripts/date-tables; a test holds the two together.
        // swift-format-ignore-file

        /// The automaton of ``DateGrammar`` as the machine walks it; a state is where its row begins in ``transitions``.
        enum DateTables {
            static var classCount: Int { \(classCount) }
            static var start: Int { \(Self.start * classCount) }
            static var dead: Int { \(Self.dead) }
            static var accepting: Int { \(accepting * classCount) }
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
        \(rows(classes))
            ]

            /// One row a state, with the next state for each class of bytes.
            static let transitions: [UInt16] = [
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

    private func row(of name: String) -> Int {
        (states.firstIndex { $0.name == name } ?? Self.dead) * classCount
    }

    private func rows(_ numbers: [Int]) -> String {
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
