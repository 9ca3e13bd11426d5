import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// Writes an explanation as `httpcache.explain/1`: the members of the batch form's output, with the cache, the instants
/// and, in each reason, the bytes that it rests on.
///
/// Keys and rule codes are only added within a schema's number. Times are seconds since 1970-01-01T00:00:00Z.
struct ExplainJSON {
    let explanation: Explanation
    let places: FieldPlaces

    var value: JSONValue {
        let exchange = explanation.exchange
        let clock = explanation.clock
        var members: [JSONValue.Member] = [
            .init("schema", "httpcache.explain/1"),
            .init("input", .string(places.file.path)),
            .init("exchange", JSONValue(exchange.number)),
            .init("cache", .string(explanation.policy.cache.rawValue)),
            .init(
                "request",
                .object([
                    .init("method", .string(exchange.request.method.name)),
                    .init("url", exchange.isTargetKnown ? .string(exchange.request.target.description) : .null),
                ])),
            .init("status", JSONValue(exchange.response.status.value)),
            .init("requestTime", .integer(clock.sent.secondsSinceEpoch)),
            .init("responseTime", .integer(clock.received.secondsSinceEpoch)),
        ]
        members += arrivalMembers
        if let storability = explanation.storability {
            members.append(
                .init(
                    "store",
                    .object([
                        .init("decision", .string(storability.decision.rawValue)),
                        .init("reasons", storeReasons(storability)),
                    ])))
        }
        if let subject = explanation.subject { members.append(.init("freshness", freshness(subject))) }
        members.append(.init("then", .array([then])))
        if let subject = explanation.subject { members.append(.init("timeline", timeline(subject.timeline))) }
        if let status = explanation.cacheStatus { members.append(.init("cacheStatus", .string(status))) }
        return .object(members)
    }

    /// What became of the request when it came, where something was stored that could have answered it.
    private var arrivalMembers: [JSONValue.Member] {
        let passage = explanation.passage
        var members: [JSONValue.Member] = []
        if let decision = passage.decision {
            members.append(
                .init(
                    "arrival",
                    .object(
                        decision.decision.members + [
                            .init("reasons", reasons(decision.rules, first: decision.deciding))
                        ])))
        }
        let invalidated = (passage.reception?.decision.invalidations ?? []).compactMap { verdict -> JSONValue? in
            guard case .invalidate(let target) = verdict.decision else { return nil }
            return .string(target.description)
        }
        if passage.decision != nil, let reception = passage.reception {
            members.append(.init("outcome", .string(reception.decision.schemaOutcome)))
        }
        if !invalidated.isEmpty { members.append(.init("invalidates", .array(invalidated))) }
        return members
    }

    private func freshness(_ subject: Explanation.Subject) -> JSONValue {
        .object([
            .init("lifetime", JSONValue(subject.lifetime.decision.seconds)),
            .init("source", .string(source(subject))),
            .init("age", JSONValue(subject.age.correctedInitialAge)),
            .init("reasons", reasons(subject.lifetime.rules, first: subject.lifetime.deciding)),
            .init(
                "ageTerms",
                .object([
                    .init("ageValue", JSONValue(subject.age.ageValue)),
                    .init("responseDelay", JSONValue(subject.age.responseDelay)),
                    .init("correctedAgeValue", JSONValue(subject.age.correctedAgeValue)),
                    .init("apparentAge", JSONValue(subject.age.apparentAge)),
                    .init("correctedInitialAge", JSONValue(subject.age.correctedInitialAge)),
                    .init("residentTime", JSONValue(subject.age.residentTime)),
                ])),
        ])
    }

    private func source(_ subject: Explanation.Subject) -> String {
        switch subject.lifetime.decision.source {
        case .sMaxAge: "s-maxage"
        case .maxAge: "max-age"
        case .expires: "expires"
        case .targeted:
            "targeted:" + (explanation.policy.targetedField(of: subject.response.response) ?? "")
        case .heuristic: "heuristic"
        case .none: "none"
        }
    }

    /// The same request again at the moment that is asked about.
    private var then: JSONValue {
        let verdict = explanation.decision
        var members: [JSONValue.Member] = [.init("at", .integer(explanation.clock.now.secondsSinceEpoch))]
        members += verdict.decision.members
        members.append(.init("reasons", reasons(verdict.rules, first: verdict.deciding)))
        if let subject = explanation.subject {
            members.append(.init("age", JSONValue(subject.age.seconds)))
            members.append(.init("lifetime", JSONValue(subject.lifetime.decision.seconds)))
            let remaining = subject.remaining
            members.append(
                remaining > 0
                    ? .init("freshFor", JSONValue(remaining)) : .init("staleFor", JSONValue(-remaining)))
        }
        if !explanation.sends.isEmpty {
            members.append(.init("sends", .array(explanation.sends.map { Self.field($0.line) })))
        }
        if let served = explanation.served?.decision {
            members.append(
                .init(
                    "serves",
                    .object([
                        .init("status", JSONValue(served.status.value)),
                        .init("fields", .array(served.fields.lines.map(Self.field))),
                    ])))
        }
        return .object(members)
    }

    private func timeline(_ timeline: Timeline) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("generated", .integer(timeline.generated.secondsSinceEpoch)),
            .init("arrived", .integer(timeline.instant(ofAge: timeline.arrived).secondsSinceEpoch)),
            .init("now", .integer(timeline.instant(ofAge: timeline.now).secondsSinceEpoch)),
        ]
        let ends: [(String, Int?)] = [
            ("freshUntil", timeline.freshUntil), ("whileRevalidateUntil", timeline.whileRevalidateUntil),
            ("ifErrorUntil", timeline.ifErrorUntil),
        ]
        for case (let name, let age?) in ends {
            members.append(.init(name, .integer(timeline.instant(ofAge: age).secondsSinceEpoch)))
        }
        return .object(members)
    }

    // MARK: Reasons

    private func storeReasons(_ verdict: Verdict<Storability>) -> JSONValue {
        reasons(
            verdict.rules, first: verdict.deciding, response: explanation.exchange.response,
            storedRequest: explanation.exchange.request)
    }

    /// The deciding rule first, then all others that were weighed.
    private func reasons(_ rules: RuleSet, first: Rule) -> JSONValue {
        reasons(
            rules, first: first, response: explanation.subject?.response.response ?? explanation.exchange.response,
            storedRequest: explanation.subject?.response.request ?? explanation.exchange.request)
    }

    private func reasons(
        _ rules: RuleSet, first: Rule, response: ResponseHead, storedRequest: RequestHead
    ) -> JSONValue {
        .array(
            ([first] + rules.members.filter { $0 != first }).map { rule in
                let found = places.places(
                    for: rule, explanation.policy, response: response, storedRequest: storedRequest,
                    request: explanation.exchange.request)
                return .object([
                    .init("code", .string(rule.code)),
                    .init("cite", .string(rule.citation.description)),
                    .init(
                        "evidence",
                        .array(
                            found.map { place in
                                .object(
                                    [.init("message", .string(place.message.rawValue))]
                                        + CheckJSON.place(of: place.range, in: places.file))
                            })),
                ])
            })
    }

    /// `[name, value]`, one character a byte.
    private static func field(_ line: FieldLine) -> JSONValue {
        .array([JSONValue(bytes: line.name), JSONValue(bytes: line.value)])
    }
}

extension ReuseDecision {
    /// As the batch form names it.
    fileprivate var members: [JSONValue.Member] {
        switch self {
        case .reuse(_, .fresh): [.init("decision", "reuseFresh")]
        case .reuse(_, .stale): [.init("decision", "reuseStale")]
        case .reuseWhileRevalidating: [.init("decision", "reuseWhileRevalidating")]
        case .validate: [.init("decision", "validate")]
        case .forward(let reason): [.init("decision", "forward"), .init("forward", .string(reason.rawValue))]
        case .gatewayTimeout: [.init("decision", "gatewayTimeout")]
        }
    }
}

extension Reception {
    /// `after.outcome` of the batch form.
    fileprivate var schemaOutcome: String {
        switch outcome {
        case .freshen: "freshened"
        case .askAgain: "notMatched"
        case .serveStale: "servedStale"
        case .gatewayTimeout: "failed"
        case .useResponse, .passNotModified: storability?.decision == .store ? "stored" : "notStored"
        }
    }
}
