public import HTTPCacheSemantics

/// Runs the cases of a transcript over a simulated clock: start here.
///
/// Each case begins with an empty store. Requests go through `CacheExchange`; a `<` block is the origin's answer, and a
/// case fails when the cache does not want it, or wants one where none follows. A case that needs another is judged
/// only if that one passed.
public struct TranscriptRunner: Sendable {
    /// What holds where a case and its file do not say.
    public var policy: CachePolicy
    /// Findings of a linter over a message, by code; without one a `lint` subject is an error.
    public var lint: (@Sendable (LintSubject) -> Set<String>)?
    /// The codes that the linter has, to refuse others; nil for any.
    public var findingCodes: Set<String>?

    /// A runner without a linter.
    public init(policy: CachePolicy = CachePolicy(.shared)) {
        self.policy = policy
    }

    /// A message to look for mistakes in.
    public enum LintSubject: Sendable {
        /// A request.
        case request(RequestHead)
        /// A response, and the request that it answers, where there is one.
        case response(ResponseHead, to: RequestHead?)
    }

    /// Runs every case that passes the filter, and those that such a case needs.
    ///
    /// Throws for what can not be asked: an unknown rule code, option or profile, a request without a target, `on`
    /// blocks, which need messages from elsewhere.
    public func run(
        _ transcript: Transcript, where isSelected: (Case) -> Bool = { _ in true }
    ) throws(TranscriptError) -> TranscriptResult {
        let file = transcript.file
        let isFinding = { (code: String) in lint != nil && findingCodes?.contains(code) ?? true }
        try transcript.validate(
            isRule: { Rule(code: $0) != nil }, isFinding: isFinding,
            isProfile: { CacheOptions.profile(named: $0) != nil })
        for item in transcript.cases where !item.steps.contains(where: \.isRequest) {
            throw TranscriptError("the case has no request", in: file, at: item.id.range.start)
        }
        if let block = transcript.onBlocks.first {
            throw TranscriptError(
                "an `on` block speaks of messages from elsewhere: hold it against them with check --rules", in: file,
                at: block.id.range.start)
        }
        var passed: [String: Bool] = [:]
        var results: [CaseResult] = []
        for item in inOrderOfNeed(selection(of: transcript.cases, isSelected)) {
            let unmet = item.settings.needs.first { passed[$0.value] != true }
            let result =
                if let unmet {
                    CaseResult(
                        id: item.id.value, kind: item.settings.kind?.value ?? .required,
                        status: .notJudged(needs: unmet.value), expectations: [], derailment: nil,
                        range: item.id.range)
                } else {
                    try run(item, in: file)
                }
            passed[item.id.value] = result.status == .passed
            results.append(result)
        }
        let place = Dictionary(
            transcript.cases.enumerated().map { ($0.element.id.value, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        return TranscriptResult(
            file: file, cases: results.sorted { place[$0.id, default: 0] < place[$1.id, default: 0] })
    }

    /// The selected cases and those that they need, by whatever way.
    private func selection(of cases: [Case], _ isSelected: (Case) -> Bool) -> [Case] {
        let needs = Dictionary(
            cases.map { ($0.id.value, $0.settings.needs.map(\.value)) }, uniquingKeysWith: { first, _ in first })
        var waiting = cases.filter(isSelected).map(\.id.value)
        var wanted: Set<String> = []
        while let id = waiting.popLast() {
            if wanted.insert(id).inserted { waiting += needs[id] ?? [] }
        }
        return cases.filter { wanted.contains($0.id.value) }
    }

    /// Needed cases before those that need them; the reader has seen to it that there is no circle.
    private func inOrderOfNeed(_ cases: [Case]) -> [Case] {
        let place = Dictionary(
            cases.enumerated().map { ($0.element.id.value, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let needs = cases.map { item in item.settings.needs.compactMap { place[$0.value] } }
        var unmet = needs.map(\.count)
        var needing: [[Int]] = Array(repeating: [], count: cases.count)
        for (index, needed) in needs.enumerated() {
            for other in needed { needing[other].append(index) }
        }
        var ordered = cases.indices.filter { unmet[$0] == 0 }
        var next = 0
        while next < ordered.count {
            for index in needing[ordered[next]] {
                unmet[index] -= 1
                if unmet[index] == 0 { ordered.append(index) }
            }
            next += 1
        }
        return ordered.map { cases[$0] }
    }

    /// Runs one case.
    public func run(_ item: Case, in file: SourceFile) throws(TranscriptError) -> CaseResult {
        do {
            let policy = try item.settings.policy(over: policy)
            var course = CaseCourse(
                file: file, policy: policy, origin: item.settings.origin?.value, start: Instant(item.clock), lint: lint)
            for step in item.steps where course.derailment == nil { try course.take(step) }
            course.finish()
            let holds = course.derailment == nil && course.results.allSatisfy(\.holds)
            return CaseResult(
                id: item.id.value, kind: item.settings.kind?.value ?? .required, status: holds ? .passed : .failed,
                expectations: course.results, derailment: course.derailment, range: item.id.range)
        } catch {
            throw TranscriptError(error.message, in: file, at: error.offset)
        }
    }
}

extension Step {
    fileprivate var isRequest: Bool { if case .request = action { true } else { false } }
}
