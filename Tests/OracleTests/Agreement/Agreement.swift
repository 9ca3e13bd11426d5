/// Whether module and oracle say the same of a case.
struct Agreement {
    /// Who is asked beside the oracle; nil where it can't take the case.
    var other: (Oracle.Case) -> Oracle.Verdict? = ModuleRun.run

    struct Disagreement {
        var made: Oracle.Case
        var oracle: Oracle.Verdict
        var module: Oracle.Verdict
    }

    /// nil where they agree.
    func disagreement(on made: Oracle.Case) -> Disagreement? {
        var oracle = Oracle.run(made)
        guard var module = other(made) else {
            return Disagreement(made: made, oracle: oracle, module: oracle)
        }
        // The word for why is nobody's contract.
        if oracle.refusal != nil { oracle.refusal = "refused" }
        if module.refusal != nil { module.refusal = "refused" }
        return oracle == module ? nil : Disagreement(made: made, oracle: oracle, module: module)
    }

    /// The smallest case near by on which they still disagree in the same way: whatever can be left out, one thing at a
    /// time.
    func shrunk(_ disagreement: Disagreement) -> Disagreement {
        var best = disagreement
        var shrinks = true
        while shrinks {
            shrinks = false
            for smaller in Shrinking.steps(from: best.made) {
                guard let found = self.disagreement(on: smaller), found.kind == best.kind else { continue }
                best = found
                shrinks = true
                break
            }
        }
        return best
    }
}

extension Agreement.Disagreement: CustomStringConvertible {
    /// A line for `decide`, and what each said.
    var description: String {
        """
        case   \(made.jsonWithOptions.text)
        oracle \(oracle.json(of: made.name).text)
        module \(module.json(of: made.name).text)
        """
    }

    /// The places where the two differ, without their values: what is the same here is often the same mistake.
    var kind: String {
        var words: [String] = []
        if oracle.store != module.store { words.append("store") }
        if oracle.freshness != module.freshness { words.append("freshness") }
        for (one, other) in zip(oracle.then, module.then) where one != other {
            if one.decision != other.decision { words.append("\(one.decision)/\(other.decision)") }
            if one.sends != other.sends { words.append("sends") }
            if one.serves != other.serves { words.append("serves") }
            if (one.age, one.lifetime) != (other.age, other.lifetime) { words.append("numbers") }
            if let one = one.after, let other = other.after {
                if one.outcome != other.outcome { words.append("\(one.outcome)/\(other.outcome)") }
                if one.stored != other.stored { words.append("stored") }
                if (one.age, one.lifetime) != (other.age, other.lifetime) { words.append("numbers after") }
                if one.serves != other.serves { words.append("serves after") }
                if one.invalidates != other.invalidates { words.append("invalidates") }
            }
            break
        }
        return words.joined(separator: " ")
    }
}
