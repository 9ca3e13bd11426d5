public import HTTPCacheLint
public import HTTPCacheSemantics

/// What a report names as its reason: a rule of caching, or a kind of finding.
public enum ReportCode: Sendable, Hashable {
    case rule(Rule)
    case finding(FindingCode)

    /// The one with this code, or nil when there is none.
    init?(code: String) {
        if let rule = Rule(code: code) {
            self = .rule(rule)
        } else if let finding = FindingCode(code: code) {
            self = .finding(finding)
        } else {
            return nil
        }
    }

    static var all: [ReportCode] { Rule.allCases.map { .rule($0) } + FindingCode.allCases.map { .finding($0) } }

    public var code: String {
        switch self {
        case .rule(let rule): rule.code
        case .finding(let finding): finding.code
        }
    }

    public var citation: Citation {
        switch self {
        case .rule(let rule): rule.citation
        case .finding(let finding): finding.citation
        }
    }

    public var summary: String {
        switch self {
        case .rule(let rule): rule.summary
        case .finding(let finding): finding.summary
        }
    }

    /// How strongly the section asks for the rule, or how bad the finding is.
    var level: String {
        switch self {
        case .rule(let rule): rule.level.rawValue
        case .finding(let finding): finding.level.rawValue
        }
    }
}
