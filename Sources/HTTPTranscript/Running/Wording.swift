import HTTPCacheSemantics

/// Decisions in the words of the fixture language.
enum Wording {
    static func decision(_ verdict: Verdict<ReuseDecision>) -> String {
        let words =
            switch verdict.decision {
            case .reuse(_, let freshness): "reuse \(freshness.rawValue)"
            case .reuseWhileRevalidating: "reuse stale while-revalidate"
            case .validate: "validate"
            case .forward(let reason): "forward \(reason.rawValue)"
            case .gatewayTimeout: "fail 504"
            }
        return words + " because " + verdict.deciding.code
    }

    static func storability(_ verdict: Verdict<Storability>) -> String {
        (verdict.decision == .store ? "store" : "not store") + " because " + verdict.deciding.code
    }

    static func outcome(_ verdict: Verdict<Reception>) -> String {
        let words =
            switch verdict.decision.outcome {
            case .freshen: "the stored response was freshened"
            case .useResponse: "the origin's response is used"
            case .passNotModified: "the 304 is passed on"
            case .askAgain: "the origin is asked again"
            case .serveStale: "reuse stale"
            case .gatewayTimeout: "fail 504"
            }
        return words + " because " + verdict.deciding.code
    }

    /// `90s (1m 30s)`; below a minute the seconds alone.
    static func seconds(_ seconds: Int) -> String {
        seconds.magnitude < 60 ? "\(seconds)s" : "\(seconds)s (\(length(seconds.magnitude)))"
    }

    /// `364d`, `1m 30s`, `0s`.
    static func length(_ seconds: UInt) -> String {
        let units: [(UInt, String)] = [(86400, "d"), (3600, "h"), (60, "m"), (1, "s")]
        var rest = seconds
        var parts: [String] = []
        for (size, name) in units where rest >= size {
            parts.append("\(rest / size)\(name)")
            rest %= size
        }
        return parts.isEmpty ? "0s" : parts.joined(separator: " ")
    }
}
