import HTTPCacheSemantics
import HTTPDate

/// One exchange on its way through an `on` block.
struct RuleCourse {
    let file: SourceFile
    let policy: CachePolicy
    let exchange: ObservedExchange
    let lint: (@Sendable (TranscriptRunner.LintSubject) -> Set<String>)?
    /// After arrival.
    var time = TimeSpan(microseconds: 0)
    private let stored: StoredResponse
    private let storability: Verdict<Storability>

    init(
        file: SourceFile, policy: CachePolicy, exchange: ObservedExchange,
        lint: (@Sendable (TranscriptRunner.LintSubject) -> Set<String>)?
    ) {
        self.file = file
        self.policy = policy
        self.exchange = exchange
        self.lint = lint
        stored = exchange.stored
        storability = policy.storability(
            of: exchange.judged, to: exchange.request, isComplete: exchange.content.isComplete)
    }

    func result(of expectation: Expectation) -> RuleResult {
        let finding = finding(expectation.subject)
        var holds = finding.holds != expectation.isNegated
        var actual = finding.actual
        if let because = expectation.because, finding.rule?.code != because.value {
            holds = false
            if !actual.contains(" because ") {
                actual += "; " + (finding.rule.map { "\($0.code) decided" } ?? "no rule decided it")
            }
        }
        let isMissing = finding.rule == .selectMiss && storability.decision == .doNotStore
        if isMissing { actual += ", as it is not stored (\(storability.deciding.code))" }
        return RuleResult(
            expectation: expectation, holds: holds, actual: actual, wanted: expectation.wanted(in: file),
            gap: holds ? nil : finding.gap, rule: finding.rule, shown: isMissing ? storability.deciding : finding.rule,
            time: time,
            timeline: holds || storability.decision == .doNotStore ? nil : policy.timeline(of: stored, at: now))
    }

    private var now: HTTPDate { exchange.responseTime.adding(seconds: time.seconds) }

    private var decision: Verdict<ReuseDecision> {
        policy.reuse(of: storability.decision == .store ? [stored] : [], for: exchange.later, at: now)
    }

    private func finding(_ subject: Expectation.Subject) -> Finding {
        switch subject {
        case .store:
            return Finding(
                storability.decision == .store, Wording.storability(storability), storability.deciding)
        case .time(let quantity, let comparison, let span):
            return .time(
                quantity, comparison, span.value, policy.freshnessLifetime(of: stored),
                policy.currentAge(of: stored, at: now))
        case .has(let directive): return .has(directive.value, in: exchange.response.fields)
        case .lint(let code):
            let found = lint?(.response(exchange.response, to: exchange.request)) ?? []
            return Finding(found.contains(code.value), "the linter finds \(found.sorted().joined(separator: ", "))")
        case .validate, .reuse, .forward:
            let verdict = decision
            return Finding(subject.isMet(by: verdict.decision), Wording.decision(verdict), verdict.deciding)
        // The reader lets none of these into an `on` block.
        case .gatewayTimeout, .key, .invalidates, .sendsMethod, .sends, .sendsAny, .servesStatus, .serves, .servesAny,
            .servesBody:
            return Finding(false, "this cannot be asked in an `on` block")
        }
    }
}
