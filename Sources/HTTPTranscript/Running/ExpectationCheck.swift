import HTTPCacheSemantics
import HTTPDate

extension CaseCourse {
    mutating func check(_ expectation: Expectation, at clock: Instant) throws(MessageFault) {
        guard let exchange, let request else {
            throw MessageFault(
                message: "nothing happened yet that this could speak of", offset: expectation.range.start)
        }
        if let reason = displacement(of: expectation.subject) {
            throw MessageFault(message: reason, offset: expectation.subjectRange.start)
        }
        let finding = try finding(expectation.subject, exchange, at: clock, isNegated: expectation.isNegated)
        var holds = !finding.isMoot && finding.holds != expectation.isNegated
        var actual = finding.actual
        if let because = expectation.because, finding.rule?.code != because.value {
            holds = false
            let decided = finding.rule.map { "\($0.code) decided" } ?? "no rule decided it"
            if !actual.contains(" because ") { actual += "; \(decided)" }
        }
        results.append(
            ExpectationResult(
                expectation: expectation, holds: holds, actual: actual, wanted: expectation.wanted(in: file),
                gap: holds ? nil : finding.gap,
                rule: finding.rule, evidence: holds ? [] : evidence(for: finding.rule),
                request: request.message.startLineRange,
                requestTime: TimeSpan(
                    microseconds: request.clock.microsecondsSinceEpoch - start.microsecondsSinceEpoch),
                timeline: holds ? nil : subject().map { policy.timeline(of: $0, at: clock.date) }))
    }

    private func finding(
        _ subject: Expectation.Subject, _ exchange: CacheExchange, at clock: Instant, isNegated: Bool
    ) throws(MessageFault) -> Finding {
        switch subject {
        case .servesStatus, .serves, .servesAny, .servesBody:
            if reply == nil { return .moot("the client has no answer yet") }
        default: break
        }
        switch subject {
        case .store: return storeFinding(exchange)
        case .validate: return decisionFinding(subject)
        case .gatewayTimeout: return failFinding()
        case .reuse(let kind): return reuseFinding(kind)
        case .forward: return decisionFinding(subject)
        case .time(let quantity, let comparison, let span):
            return timeFinding(quantity, comparison, span.value, at: clock.date)
        case .key(let key):
            let actual = CacheKey(for: exchange.request).description
            return Finding(actual == key.value, "the key is \(actual)")
        case .invalidates(let uri): return invalidationFinding(uri, exchange)
        case .has(let directive): return hasFinding(directive.value)
        case .lint(let code): return try lintFinding(code)
        case .sendsMethod(let range):
            let method = FieldLine.text(Array(file.bytes(in: range)))
            let sent = waitingRequest?.method.name
            return Finding(sent == method, sent.map { "the request sent is \($0)" } ?? "nothing is sent")
        case .sends(let field): return sendsFinding(field, at: clock)
        case .sendsAny(let name): return sendsFinding(FieldLine.text(Array(file.bytes(in: name))))
        case .servesStatus(let status):
            return Finding(
                reply?.verdict.decision.status.value == status.value,
                reply.map { "the client gets \($0.verdict.decision.status)" } ?? "the client has no answer yet",
                reply?.verdict.deciding)
        case .serves(let field): return servesFinding(field, at: clock)
        case .servesAny(let name): return servesFinding(FieldLine.text(Array(file.bytes(in: name))))
        case .servesBody(let template, let isExact): return bodyFinding(template, isExact, at: clock)
        }
    }

    /// Why a subject cannot be asked where it stands: on the wrong side of the answer it would hold or fail whatever
    /// the cache does.
    private func displacement(of subject: Expectation.Subject) -> String? {
        switch subject {
        case .store where answer == nil && interim == nil: "no response came yet that could be stored"
        case .invalidates where answer == nil: "no response came yet that could invalidate anything"
        case .validate, .forward:
            answer != nil && waiting == .no
                ? "the answer came already, and what was asked before it is said before its `<`" : nil
        case .sends, .sendsAny, .sendsMethod:
            answer != nil && waiting == .no ? "the answer came already, and nothing is sent any more" : nil
        default: nil
        }
    }

    // MARK: Decisions

    private func storeFinding(_ exchange: CacheExchange) -> Finding {
        if let interim {
            let verdict = policy.storability(of: interim, to: exchange.request)
            return Finding(verdict.decision == .store, Wording.storability(verdict), verdict.deciding)
        }
        guard let verdict = answer?.reception.decision.storability else {
            return Finding(false, "no response came that could be stored")
        }
        return Finding(verdict.decision == .store, Wording.storability(verdict), verdict.deciding)
    }

    private func decisionFinding(_ subject: Expectation.Subject) -> Finding {
        guard let verdict = exchange?.decision else { return Finding(false, "nothing was decided") }
        return Finding(subject.isMet(by: verdict.decision), Wording.decision(verdict), verdict.deciding)
    }

    /// After the origin's answer, whether a stale response stands in for it.
    private func reuseFinding(_ kind: Expectation.Reuse) -> Finding {
        if let reception = answer?.reception {
            if case .serveStale = reception.decision.outcome {
                return Finding(kind == .stale || kind == .any, Wording.outcome(reception), reception.deciding)
            }
            return Finding(false, Wording.outcome(reception), reception.deciding)
        }
        return decisionFinding(.reuse(kind))
    }

    private func failFinding() -> Finding {
        if let reception = answer?.reception {
            let fails = reception.decision.next == .gatewayTimeout
            return Finding(fails, Wording.outcome(reception), reception.deciding)
        }
        return decisionFinding(.gatewayTimeout)
    }

    // MARK: Numbers

    /// The stored response that times speak of: what the answer left, or what the request selected.
    private func subject() -> StoredResponse? {
        guard let exchange else { return nil }
        if let answer {
            if let changed = answer.reception.decision.changes.compactMap(\.response).last { return changed }
            if case .serveStale(let index) = answer.reception.decision.outcome { return exchange.stored[index] }
            guard case .useResponse = answer.reception.decision.outcome, let request else { return nil }
            let now = messages.last?.clock ?? request.clock
            return StoredResponse(
                request: exchange.request, response: answer.head, requestTime: request.clock.date,
                responseTime: now.date)
        }
        switch exchange.decision?.decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index): return exchange.stored[index]
        case .validate(let candidates): return candidates.selected.map { exchange.stored[$0] }
        case .forward, .gatewayTimeout:
            return request.flatMap {
                policy.selected(from: exchange.stored, for: exchange.request, at: $0.clock.date)
            }.map { exchange.stored[$0] }
        case nil: return nil
        }
    }

    private func timeFinding(
        _ quantity: Expectation.Quantity, _ comparison: Expectation.Comparison, _ span: TimeSpan, at now: HTTPDate
    ) -> Finding {
        guard let stored = subject() else { return .moot("there is no response to measure") }
        return .time(
            quantity, comparison, span, policy.freshnessLifetime(of: stored), policy.currentAge(of: stored, at: now))
    }

    // MARK: Messages

    private func invalidationFinding(_ uri: Located<String>, _ exchange: CacheExchange) -> Finding {
        guard let target = exchange.request.target.resolving(uri.value) else {
            return Finding(false, "\(uri.value) is no URI")
        }
        if invalidatedByGroup.contains(target) {
            return Finding(true, "\(target) is invalidated", .invalidateGroup)
        }
        if exchange.request.method.isSafe {
            return Finding(false, "a safe method invalidates nothing", .invalidateSafe)
        }
        guard let reception = answer?.reception.decision else { return Finding(false, "no answer came yet") }
        guard let verdict = reception.invalidations.first(where: { $0.decision.target == target }) else {
            return Finding(false, "nothing speaks of \(target)")
        }
        let happens = verdict.decision == .invalidate(target)
        return Finding(happens, "\(target) is \(happens ? "" : "not ")invalidated", verdict.deciding)
    }

    private func hasFinding(_ directive: String) -> Finding {
        let fields: FieldSection =
            switch last {
            case .request(let head): head.fields
            case .response(let head, _): head.fields
            case nil: FieldSection()
            }
        return .has(directive, in: fields)
    }

    private func lintFinding(_ code: Located<String>) throws(MessageFault) -> Finding {
        guard let lint, let last else {
            throw MessageFault(message: "lint expectations are not supported here", offset: code.range.start)
        }
        let found = lint(last)
        return Finding(found.contains(code.value), "the linter finds \(found.sorted().joined(separator: ", "))")
    }

    /// The request that is with the origin, or was.
    private var waitingRequest: RequestHead? {
        guard let exchange, waiting != .no || answer != nil else { return nil }
        return exchange.sent
    }

    private func sendsFinding(_ field: RawField, at clock: Instant) -> Finding {
        let name = FieldLine.text(Array(file.bytes(in: field.name)))
        let wanted = field.value.expand(in: file, at: clock).bytes
        let values = waitingRequest?.fields.values(of: name) ?? []
        return Finding(values.contains(wanted), sentWords(name), sendRule(name))
    }

    private func sendsFinding(_ name: String) -> Finding {
        Finding(waitingRequest?.fields.contains(name) ?? false, sentWords(name), sendRule(name))
    }

    private func sentWords(_ name: String) -> String {
        guard let sent = waitingRequest else { return "nothing is sent" }
        return sent.fields.combinedValue(of: name).map { "\(name): \($0) is sent" } ?? "no \(name) is sent"
    }

    private func sendRule(_ name: String) -> Rule? {
        if let answer, answer.reception.decision.outcome == .askAgain { return answer.reception.deciding }
        if exchange?.completing != nil, ["range", "if-range"].contains(name.lowercased()) { return .combineRest }
        guard let exchange, let candidates = exchange.nominated else { return nil }
        return policy.rule(forSending: name, validating: candidates, in: exchange.stored)
    }

    private func servesFinding(_ field: RawField, at clock: Instant) -> Finding {
        let name = FieldLine.text(Array(file.bytes(in: field.name)))
        let wanted = field.value.expand(in: file, at: clock).bytes
        let values = reply?.verdict.decision.fields.values(of: name) ?? []
        return Finding(values.contains(wanted), servedWords(name), serveRule(name))
    }

    private func servesFinding(_ name: String) -> Finding {
        Finding(reply?.verdict.decision.fields.contains(name) ?? false, servedWords(name), serveRule(name))
    }

    private func servedWords(_ name: String) -> String {
        guard let reply else { return "the client has no answer yet" }
        return reply.verdict.decision.fields.combinedValue(of: name).map { "\(name): \($0) is served" }
            ?? "no \(name) is served"
    }

    /// The rule behind a field that the client gets, or does not get.
    private func serveRule(_ name: String) -> Rule? {
        guard let reply, let exchange else { return nil }
        if let answer {
            if case .freshen = answer.reception.decision.outcome {
                return policy.rule(updating: name, by: answer.head) ?? policy.rule(excluding: name, from: answer.head)
            }
            if answer.reception.decision.storability?.decision == .store || reply.verdict.decision.content == .received
            {
                return policy.rule(excluding: name, from: answer.head) ?? reply.verdict.deciding
            }
        }
        // The answer to HEAD and a 304 have an age although they have no content.
        let hasAge = reply.verdict.decision.fields.contains("Age")
        if name.lowercased() == "age", answer == nil, hasAge { return .serveAge }
        guard case .stored(let index, _) = reply.verdict.decision.content, exchange.stored.indices.contains(index)
        else {
            return reply.verdict.deciding
        }
        if name.lowercased() == "age" { return .serveAge }
        let origins = messages.filter { !$0.message.isRequest }.reversed()
        for (message, clock) in origins {
            guard let head = message.responseHead(in: file, at: clock), head.fields.contains(name) else { continue }
            if let rule = policy.rule(excluding: name, from: head) { return rule }
            if head.status.value == 304, let rule = policy.rule(updating: name, by: head) { return rule }
        }
        return reply.verdict.deciding
    }

    private func bodyFinding(_ template: MessageTemplate, _ isExact: Bool, at clock: Instant) -> Finding {
        let wanted = template.expand(in: file, at: clock).bytes
        guard var body = reply?.body else { return Finding(false, "the content is not known") }
        if !isExact, body.last == 0x0A { body.removeLast() }
        return Finding(
            body == wanted, "the content is \(FieldLine.text(Array(body.prefix(60))))", reply?.verdict.deciding)
    }

    // MARK: Evidence

    /// Where the bytes stand in the file that a rule rests on.
    private func evidence(for rule: Rule?) -> [SourceRange] {
        guard let rule, let exchange else { return [] }
        let stored = subject()
        let response = stored?.response ?? answer?.head
        return policy.evidence(
            for: rule, response: response, storedRequest: stored?.request ?? exchange.request,
            request: exchange.request
        ).compactMap { place in
            let section =
                switch place.message {
                case .request: exchange.request.fields
                case .storedRequest: stored?.request.fields ?? exchange.request.fields
                case .response: response?.fields ?? FieldSection()
                }
            return source(of: section[place.line], place.range)
        }
    }

    /// The newest message that has this very line.
    private func source(of line: FieldLine, _ range: Range<Int>) -> SourceRange? {
        for (message, clock) in messages.reversed() {
            for field in message.fields where Array(file.bytes(in: field.name)) == line.name {
                let text = field.value.expand(in: file, at: clock)
                if text.bytes == line.value { return text.sourceRange(of: range) }
            }
        }
        return nil
    }
}
