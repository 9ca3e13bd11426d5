/// The deterministic automaton of the grammar's rows: made by the subset construction, then minimized.
///
/// Only tools and tests make one; the machine reads the table that was printed from it (``DateTables``).
package struct DateAutomaton {
    package struct State {
        /// The forms of which it is a part.
        package var forms: [String]
        /// The places in their rows, such as `day after "0"`.
        package var places: [String]
        /// Forms and places, such as `imf-fixdate: day after "0"`.
        package var name: String { "\(forms.joined(separator: ", ")): \(places.joined(separator: ", "))" }
        /// What is missing if the input stops here or goes on otherwise.
        package var expected: HTTPDate.Expectation
        /// The bit 0x20 of a letter that leads here in the exact case of the ABNF; 0 if no letter does.
        package var letterCase: UInt8
        /// The next state for each of the 256 bytes; ``dead`` if there is none.
        package var next: [Int]
    }

    package static let dead = 0
    package static let start = 1

    /// All states: ``dead``, ``start``, then the others in the order in which a breadth-first walk meets them.
    package let states: [State]
    /// The only state in which a date is complete.
    package let accepting: Int
    /// For each of the 256 bytes the number of its class; bytes of one class lead from each state to the same one.
    package let classes: [Int]

    package init() {
        let (sets, next, letterCases) = Self.subsets()
        let expected = sets.map(Self.expectation)
        let block = Self.minimize(next, labels: zip(expected, letterCases).map { Int($0.rawValue) << 8 | Int($1) })
        var numbers = [block[Self.dead]: Self.dead, block[Self.start]: Self.start]
        var order = [Self.dead, Self.start]
        var position = 1
        while position < order.count {
            for target in next[order[position]] where numbers[block[target]] == nil {
                numbers[block[target]] = order.count
                order.append(target)
            }
            position += 1
        }
        let renumbered = block.map { numbers[$0] ?? Self.dead }
        let states = order.map { old in
            let members = sets.indices.filter { block[$0] == block[old] }
            let (forms, places) = Self.names(of: Set(members.flatMap { sets[$0] }))
            return State(
                forms: forms, places: places, expected: expected[old],
                letterCase: letterCases[old], next: next[old].map { renumbered[$0] })
        }
        accepting = states.lastIndex { $0.expected == .end } ?? Self.dead
        self.states = states
        let columns = (0..<256).map { byte in states.map { $0.next[byte] } }
        var seen: [[Int]: Int] = [:]
        classes = columns.map { column in
            let known = seen[column] ?? seen.count
            seen[column] = known
            return known
        }
    }

    /// All transitions to a state that is not dead; those of one class of bytes are one.
    package var edges: Set<Edge> {
        var edges: Set<Edge> = []
        for (index, state) in states.enumerated() {
            for (byte, next) in state.next.enumerated() where next != Self.dead {
                edges.insert(Edge(state: index, byteClass: classes[byte]))
            }
        }
        return edges
    }

    package struct Edge: Hashable {
        package let state: Int
        package let byteClass: Int

        package init(state: Int, byteClass: Int) {
            self.state = state
            self.byteClass = byteClass
        }
    }
}

extension DateAutomaton {
    /// A place in the grammar: before one character of one text, or at the end of a row.
    private struct Place: Hashable {
        let row: Int
        let element: Int
        let text: Int
        let character: Int

        static func starts(of element: Int, in row: Int) -> [Place] {
            let elements = DateGrammar.rows[row].elements
            guard element < elements.count else { return [Place(row: row, element: element, text: 0, character: 0)] }
            return elements[element].texts.indices.map { Place(row: row, element: element, text: $0, character: 0) }
        }

        var grammarElement: DateGrammar.Element? {
            let elements = DateGrammar.rows[row].elements
            return element < elements.count ? elements[element] : nil
        }

        /// What a text of the grammar has here, and where it leads to.
        var step: (character: UInt8, to: [Place])? {
            guard let word = grammarElement.map({ Array($0.texts[text].utf8) }) else { return nil }
            let isLast = character + 1 == word.count
            return (
                word[character],
                isLast
                    ? Place.starts(of: element + 1, in: row)
                    : [Place(row: row, element: element, text: text, character: character + 1)]
            )
        }
    }

    private static func subsets() -> (sets: [Set<Place>], next: [[Int]], letterCases: [UInt8]) {
        let first = Set(DateGrammar.rows.indices.flatMap { Place.starts(of: 0, in: $0) })
        var sets: [Set<Place>] = [[], first]
        var numbers: [Set<Place>: Int] = [[]: dead, first: start]
        var next = [[Int](repeating: dead, count: 256)]
        var letterCases: [Set<Place>: UInt8] = [:]
        while next.count < sets.count {
            var targets = [Set<Place>](repeating: [], count: 256)
            for place in sets[next.count] {
                guard let (character, places) = place.step else { continue }
                for byte in DateGrammar.bytes(for: character) { targets[Int(byte)].formUnion(places) }
            }
            next.append(
                targets.map { target in
                    if let known = numbers[target] { return known }
                    numbers[target] = sets.count
                    sets.append(target)
                    return sets.count - 1
                })
            for byte in DateGrammar.letters where place(sets[next.count - 1], has: byte) {
                letterCases[targets[Int(byte)]] = byte & 0x20
            }
        }
        return (sets, next, sets.map { letterCases[$0] ?? 0 })
    }

    private static func place(_ places: Set<Place>, has letter: UInt8) -> Bool {
        places.contains { $0.step?.character == letter }
    }

    /// For each state the number of its block: states of one block have the same label and lead to the same blocks.
    private static func minimize(_ next: [[Int]], labels: [Int]) -> [Int] {
        var block = labels
        block[dead] = -1
        while true {
            var numbers: [[Int]: Int] = [:]
            let refined = next.indices.map { state in
                let signature = [block[state]] + next[state].map { block[$0] }
                let number = numbers[signature] ?? numbers.count
                numbers[signature] = number
                return number
            }
            if Set(refined).count == Set(block).count { return refined }
            block = refined
        }
    }

    private static func expectation(at places: Set<Place>) -> HTTPDate.Expectation {
        let all = Set(places.map { $0.grammarElement?.expected ?? .end })
        return all.count > 1 ? .endOfDayName : all.first ?? .end
    }

    private static func names(of places: Set<Place>) -> (forms: [String], places: [String]) {
        let forms = Set(places.map { DateGrammar.rows[$0.row].form }).sorted()
        let names = Set(
            places.map { place -> String in
                guard let element = place.grammarElement else { return "end" }
                if place.character > 0 {
                    return "\(element.name) after \"\(element.texts[place.text].prefix(place.character))\""
                }
                // There are several spaces, hyphens and colons in a row.
                guard place.element > 0, [" ", "-", ":"].contains(element.texts[0]) else { return element.name }
                return "\(element.name) after \(DateGrammar.rows[place.row].elements[place.element - 1].name)"
            })
        return (forms, names.sorted())
    }
}
