import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// The rows whose numbers make a response fresh or stale: each with its bytes and its sum.
extension ExplainText {
    func lifetimeLines(_ subject: Explanation.Subject) -> [TextLine] {
        let verdict = subject.lifetime
        let seconds = verdict.decision.seconds
        var lines = [row("lifetime", DurationText.seconds(seconds), verdict.deciding)]
        var marks = places(of: verdict.deciding).map { SourceMark(range: $0, label: lifetimeLabel(verdict)) }
        if marks.isEmpty {
            lines.append(snippet.remark(DecisionPhrase.sentence(verdict.deciding)))
            return lines
        }
        marks += unusedMarks(verdict)
        lines += marked(marks)
        lines += sumLines(lifetimeSum(subject))
        return lines
    }

    private func lifetimeLabel(_ verdict: Verdict<FreshnessLifetime>) -> String {
        let isShared = explanation.policy.cache == .shared
        switch verdict.deciding {
        case .lifetimeSMaxAge: return "first choice of a shared cache"
        case .lifetimeMaxAge: return isShared ? "no s-maxage comes before it" : "first choice of a private cache"
        case .lifetimeExpires: return "no max-age comes before it"
        case .lifetimeTargeted: return "takes the place of Cache-Control and Expires"
        case .lifetimeHeuristic: return "\(explanation.policy.options.heuristicPercent)% of the time from here to Date"
        default: return DecisionPhrase.sentence(verdict.deciding)
        }
    }

    /// What would give the lifetime if the deciding bytes were not there, and what this cache does not read.
    private func unusedMarks(_ verdict: Verdict<FreshnessLifetime>) -> [SourceMark] {
        let isShared = explanation.policy.cache == .shared
        var marks: [SourceMark] = []
        if isSeed {
            if let range = places(of: .lifetimeSMaxAge).first {
                marks.append(SourceMark(range: range, label: "not looked at", isPrimary: false))
            }
            return marks
        }
        if !isShared, let range = places(of: .lifetimeSMaxAge).first {
            marks.append(SourceMark(range: range, label: "for shared caches only", isPrimary: false))
        }
        let next: [Rule]
        switch verdict.decision.source {
        case .sMaxAge: next = [.lifetimeMaxAge, .lifetimeExpires]
        case .maxAge: next = [.lifetimeExpires]
        default: next = []
        }
        if let range = next.lazy.compactMap({ places(of: $0).first }).first {
            marks.append(SourceMark(range: range, label: "would be next; not used", isPrimary: false))
        }
        return marks
    }

    private func lifetimeSum(_ subject: Explanation.Subject) -> [SumRow] {
        let response = subject.response
        let clock = ClockText(covering: [response.date] + [response.lastModified].compactMap(\.self))
        switch subject.lifetime.deciding {
        case .lifetimeHeuristic:
            guard let modified = response.lastModified else { return [] }
            let span = Int(response.date.seconds(since: modified))
            let percent = explanation.policy.options.heuristicPercent
            let share = span * percent / 100
            let isCapped = share > subject.lifetime.decision.seconds
            var rows = [
                SumRow("since Last-Modified", span, "Date \(clock.text(response.date)) − \(clock.text(modified))"),
                SumRow("share", share, "\(percent)%"),
            ]
            if isCapped {
                rows.append(SumRow("cap", subject.lifetime.decision.seconds, "heuristicCapSeconds"))
            }
            return rows
        case .lifetimeExpires:
            let value = response.response.fields.values(of: "Expires").first
            let expires = value.flatMap { HTTPDate.parseIfValid($0.span, relativeTo: response.responseTime)?.date }
            guard let expires else { return [] }
            let both = ClockText(covering: [expires, response.date])
            let isPast = expires < response.date
            let terms =
                isPast
                ? "Expires \(both.text(expires)) lies before Date \(both.text(response.date))"
                : "Expires \(both.text(expires)) − Date \(both.text(response.date))"
            return [SumRow("freshness_lifetime", subject.lifetime.decision.seconds, terms)]
        default: return []
        }
    }

    private var isSeed: Bool { explanation.policy.options.rules == .sdurlcache }

    func ageLines(_ subject: Explanation.Subject) -> [TextLine] {
        let age = subject.age
        if isSeed {
            return [row("age", "\(age.seconds)s", nil)] + sumLines(ageSum(subject).suffix(1))
                + [snippet.remark("counts from arrival; Age and Date are not looked at")]
        }
        var lines = [row("age", "\(age.seconds)s", age.deciding)]
        let label: String
        switch age.deciding {
        case .ageField: label = "age_value"
        case .ageApparent: label = "date_value"
        default: label = DecisionPhrase.sentence(age.deciding)
        }
        lines += marked(places(of: age.deciding).map { SourceMark(range: $0, label: label) })
        return lines + sumLines(ageSum(subject))
    }

    private func ageSum(_ subject: Explanation.Subject) -> [SumRow] {
        let age = subject.age
        let response = subject.response
        let arrival = response.responseTime
        let now = max(explanation.clock.now, arrival)
        let hasDate = response.response.fields.contains("Date")
        let clock = ClockText(covering: [response.date, arrival, now])
        let apparent: String
        if !hasDate || (age.apparentAge == 0 && response.date == arrival) {
            apparent = "arrival \(clock.text(arrival)) is the time of Date"
        } else if response.date > arrival {
            apparent = "Date \(clock.text(response.date)) lies after arrival \(clock.text(arrival))"
        } else {
            apparent = "arrival \(clock.text(arrival)) − Date \(clock.text(response.date))"
        }
        return [
            SumRow(
                "corrected_age_value", age.correctedAgeValue,
                "age_value \(age.ageValue) + response_delay \(age.responseDelay)"),
            SumRow("apparent_age", age.apparentAge, apparent),
            SumRow("corrected_initial_age", age.correctedInitialAge, "the larger"),
            SumRow("resident_time", age.residentTime, "now \(clock.text(now)) − arrival \(clock.text(arrival))"),
        ]
    }

    var variantLines: [TextLine] {
        guard let response = explanation.subject?.response.response, response.fields.contains("Vary") else { return [] }
        let request = explanation.subject?.response.request ?? explanation.exchange.request
        if isSeed { return unreadVaryLines(response, request) }
        let isMiss = explanation.decision.decision == .forward(.varyMiss)
        let rule = isMiss ? explanation.decision.deciding : Rule.varyMismatch
        let found = places.places(
            for: .varyStar, explanation.policy, response: response, storedRequest: request, request: nil)
        let label = isMiss ? DecisionPhrase.sentence(rule) : variantLabel(response, request)
        var line = row("variant", isMiss ? "no" : "yes", isMiss ? rule : nil)
        if !isMiss { cite(rule.citation, in: &line) }
        return [line]
            + marked(found.map { SourceMark(range: $0.range, label: label) }, located: isMiss)
    }

    /// Rules that know no Vary: the field is shown, and that it says nothing to them.
    private func unreadVaryLines(_ response: ResponseHead, _ request: RequestHead) -> [TextLine] {
        let found = places.places(
            for: .varyStar, explanation.policy, response: response, storedRequest: request, request: nil)
        let label = "not looked at: whatever a request says, it gets this response"
        return [row("variant", "any", nil)]
            + marked(found.map { SourceMark(range: $0.range, label: label) }, located: false)
    }

    private func variantLabel(_ response: ResponseHead, _ request: RequestHead) -> String {
        let names = response.nominatedFields
        func said(_ name: String) -> String {
            let value = request.fields.combinedValue(of: name)
            if names.count == 1 {
                return value.map { "said \(ShownBytes.text($0))" } ?? "had no \(ShownBytes.text(name))"
            }
            return "\(ShownBytes.text(name)): \(value.map { ShownBytes.text($0) } ?? "none")"
        }
        guard explanation.exchange.requestMessage != nil else {
            return "the request is not known, and taken to have none of these"
        }
        let list = names.map(said).joined(separator: ", ")
        if names.count > 1 { return "the request had \(list); one that differs will miss" }
        let hadNone = names.first.map { request.fields.combinedValue(of: $0) == nil } ?? true
        return "the request \(list); one that \(hadNone ? "has one" : "says otherwise") will miss"
    }

    // MARK: Sums

    /// One term of a sum: `= name   value   what it is made of`.
    struct SumRow: Sendable, Hashable {
        let name: String
        let value: Int
        let origin: String

        init(_ name: String, _ value: Int, _ origin: String) {
            self.name = name
            self.value = value
            self.origin = origin
        }
    }

    /// Names to the left, numbers to the right of one column that is as wide as they need.
    func sumLines(_ rows: some Collection<SumRow>) -> [TextLine] {
        let needed = rows.map { $0.name.count + 1 + String($0.value).count }.max() ?? 0
        let width = max(25, needed)
        return rows.map { row in
            let value = String(row.value)
            let gap = String(repeating: " ", count: width - row.name.count - value.count)
            return snippet.remark("\(row.name)\(gap)\(value)   \(row.origin)")
        }
    }
}
