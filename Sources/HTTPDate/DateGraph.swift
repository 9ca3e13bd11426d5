/// The machine drawn as a graph.
public enum DateGraph {
    /// The automaton of the three forms in Graphviz's `dot`, from left to right, with named states; each edge carries
    /// the bytes that it takes.
    ///
    /// A letter stands for both of its cases. What no edge takes is no date.
    public static func dot() -> String {
        let automaton = DateAutomaton()
        var lines = [
            "digraph \"HTTP-date\" {", "  rankdir=LR;",
            "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=10];",
            "  edge [fontname=\"Helvetica\", fontsize=10];",
        ]
        for (number, state) in automaton.states.enumerated() where number != DateAutomaton.dead {
            let shape = number == automaton.accepting ? ", peripheries=2" : ""
            let label = (["\(number)  \(state.forms.joined(separator: ", "))"] + state.places).map(quoted)
            lines.append("  s\(number) [label=\"\(label.joined(separator: "\\n"))\"\(shape)];")
        }
        for (number, state) in automaton.states.enumerated() {
            var bytes: [Int: [UInt8]] = [:]
            for byte in UInt8.min...UInt8.max where state.next[Int(byte)] != DateAutomaton.dead {
                bytes[state.next[Int(byte)], default: []].append(byte)
            }
            for (target, taken) in bytes.sorted(by: { $0.key < $1.key }) {
                lines.append("  s\(number) -> s\(target) [label=\"\(label(for: taken))\"];")
            }
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private static func quoted(_ text: String) -> String {
        text.map { $0 == "\"" ? "\\\"" : String($0) }.joined()
    }

    /// Runs of digits as `0-5`, letters once, space as `SP`.
    private static func label(for bytes: [UInt8]) -> String {
        let digits = bytes.filter { 0x30...0x39 ~= $0 }
        var runs: [ClosedRange<UInt8>] = []
        for digit in digits {
            if let last = runs.last, last.upperBound + 1 == digit {
                runs[runs.count - 1] = last.lowerBound...digit
            } else {
                runs.append(digit...digit)
            }
        }
        let others = bytes.filter { !(0x30...0x39 ~= $0) && !(0x61...0x7A ~= $0) }
        let texts =
            runs.map { run in
                let first = String(UnicodeScalar(run.lowerBound))
                return run.count == 1 ? first : "\(first)-\(UnicodeScalar(run.upperBound))"
            } + others.map { $0 == 0x20 ? "SP" : String(UnicodeScalar($0)) }
        return texts.joined(separator: " ")
    }
}
