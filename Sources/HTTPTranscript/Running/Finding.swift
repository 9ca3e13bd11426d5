import HTTPCacheSemantics

/// What is the case where an expectation stands, against what it wants.
struct Finding {
    var holds: Bool
    var actual: String
    var rule: Rule?
    var gap: String?
    /// Whether there is nothing that could be so or not: neither the expectation nor its opposite holds then.
    var isMoot = false

    /// Something that is decided or not, and the rule that decided either way.
    init(_ holds: Bool, _ actual: String, _ rule: Rule? = nil, gap: String? = nil) {
        self.holds = holds
        self.actual = actual
        self.rule = rule
        self.gap = gap
    }
}

extension Finding {
    static func moot(_ actual: String) -> Finding {
        var finding = Finding(false, actual)
        finding.isMoot = true
        return finding
    }

    /// A number of seconds of a stored response, against the one that is wanted.
    static func time(
        _ quantity: Expectation.Quantity, _ comparison: Expectation.Comparison, _ span: TimeSpan,
        _ lifetime: Verdict<FreshnessLifetime>, _ age: CurrentAge
    ) -> Finding {
        let left = lifetime.decision.seconds - age.seconds
        let (actual, rule): (Int, Rule?) =
            switch quantity {
            case .lifetime: (lifetime.decision.seconds, lifetime.deciding)
            case .age: (age.seconds, age.deciding)
            case .freshFor: (left, lifetime.deciding)
            case .staleFor: (-left, lifetime.deciding)
            }
        if quantity == .freshFor && left <= 0 {
            return Finding(false, "it is stale for \(Wording.seconds(-left))", rule)
        }
        if quantity == .staleFor && left > 0 { return Finding(false, "it is fresh for \(Wording.seconds(left))", rule) }
        let micros = Int64(actual).multipliedReportingOverflow(by: 1_000_000).partialValue
        let wanted = span.microseconds
        let holds =
            switch comparison {
            case .equal: micros == wanted
            case .less: micros < wanted
            case .atMost: micros <= wanted
            case .greater: micros > wanted
            case .atLeast: micros >= wanted
            }
        let gap = (Int64(actual) - span.seconds)
        let gapText = Wording.length(UInt(gap.magnitude)) + (gap < 0 ? " short" : " more")
        return Finding(holds, "\(quantity.rawValue) is \(Wording.seconds(actual))", rule, gap: gapText)
    }

    /// Whether Cache-Control has a directive, and with an argument that very one.
    static func has(_ directive: String, in fields: FieldSection) -> Finding {
        let parts = directive.split(separator: "=", maxSplits: 1).map(String.init)
        let present = fields.cacheDirectives
        let holds = present.contains { member in
            member.name == parts.first?.lowercased() && (parts.count < 2 || member.argument == parts[1])
        }
        return Finding(holds, "Cache-Control has \(present.map(\.name).joined(separator: ", "))")
    }
}

extension Expectation.Subject {
    /// Whether a decision is the one that the subject names; false for a subject that names none.
    func isMet(by decision: ReuseDecision) -> Bool {
        switch (self, decision) {
        case (.validate, .validate), (.gatewayTimeout, .gatewayTimeout): true
        case (.reuse(let kind), .reuse(_, .fresh)): kind == .any || kind == .fresh
        case (.reuse(let kind), .reuse(_, .stale)): kind == .any || kind == .stale
        case (.reuse(let kind), .reuseWhileRevalidating): kind == .any || kind == .staleWhileRevalidate
        case (.forward(let reason), .forward(let actual)): reason == nil || actual == reason
        default: false
        }
    }
}

extension Expectation {
    /// What is wanted: numbers with their comparison, all else as it stands in the file.
    func wanted(in file: SourceFile) -> String {
        if case .time(_, let comparison, let span) = subject, !isNegated {
            return (comparison == .equal ? "" : comparison.rawValue + " ") + Wording.seconds(Int(span.value.seconds))
        }
        return FieldLine.text(Array(file.bytes(in: range).drop { $0 == 0x3D || $0 == 0x20 }))
    }
}
