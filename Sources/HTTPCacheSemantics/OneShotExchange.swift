public import HTTPDate

/// A stored exchange and a new request as plain field lines, for callers that decide once and keep nothing.
public struct OneShotExchange {
    /// Field lines in order: names in any case, values without whitespace at the ends, both taken as UTF-8.
    public typealias Lines = [(name: String, value: String)]

    /// The method of the request that was answered.
    public var method: Method = .get
    /// The status code of the response.
    public var status: Int
    /// The field lines of the request that was answered.
    public var requestFields: Lines
    /// The field lines of the response.
    public var responseFields: Lines
    /// The method of the request that is to be answered.
    public var newMethod: Method = .get
    /// The field lines of the request that is to be answered.
    public var newRequestFields: Lines
    /// The cache's clock when the request was sent (RFC 9111 §4.2.3).
    public var requestTime: HTTPDate
    /// The cache's clock when the response arrived (RFC 9111 §4.2.3).
    public var responseTime: HTTPDate

    /// Makes an exchange of GET and a new GET; the methods are set afterwards.
    public init(
        status: Int, requestFields: Lines, responseFields: Lines, newRequestFields: Lines, requestTime: HTTPDate,
        responseTime: HTTPDate
    ) {
        self.status = status
        self.requestFields = requestFields
        self.responseFields = responseFields
        self.newRequestFields = newRequestFields
        self.requestTime = requestTime
        self.responseTime = responseTime
    }
}

extension CachePolicy {
    /// Whether the exchange may be stored, for how long it is fresh, how old it is at `now`, and whether it answers the
    /// new request, all without an allocation in the usual case.
    ///
    /// The verdicts are those of ``storability(of:to:isComplete:receivedAt:)`` and its siblings for heads with these
    /// lines and one target URI.
    public func decide(_ exchange: OneShotExchange, at now: HTTPDate) -> Assessment {
        var request = RequestSummary(method: exchange.method)
        request.read(exchange.requestFields)
        var response = ResponseSummary()
        response.read(exchange.responseFields)
        let status = StatusCode(exchange.status)
        let isPlain =
            !isSeed && options.targetedFields.isEmpty
            && StoredTraits.areOrdinary(status, request.method, isComplete: true)
            && !response.mayExcludeFields && !response.flags.contains(.twoDigitYear)
            && !response.directives.flags.contains(.unclosedQuote)
        guard isPlain else { return decideWithHeads(exchange, at: now) }
        var new = RequestSummary(method: exchange.newMethod)
        new.read(exchange.newRequestFields)
        if new.directives.flags.union(request.directives.flags).contains(.unclosedQuote) {
            return decideWithHeads(exchange, at: now)
        }

        let lifetime = freshnessLifetime(
            of: response, response.directives, isTargeted: false, receivedAt: exchange.responseTime,
            heuristic: heuristicLifetime(
                of: response, status, isPublic: response.directives.flags.contains(.public), hasQuery: false,
                receivedAt: exchange.responseTime))
        let age = CurrentAge(
            onArrival: response, requestTime: exchange.requestTime, responseTime: exchange.responseTime
        ).grown(since: exchange.responseTime, until: now)
        return Assessment(
            storability: storability(
                response.directives.flags,
                StoringRules(permitting: response.directives.flags, status, hasExpires: response.has(.expires)),
                setsCookie: response.has(.setCookie), to: request, status, isOrdinary: true,
                StoredTraits(status: status)),
            lifetime: lifetime, age: age,
            reuse: onlyIfCached(
                reuse(of: response, lifetime, age, for: new, storedRequest: request, exchange), new))
    }

    private func reuse(
        of response: ResponseSummary, _ lifetime: Verdict<FreshnessLifetime>, _ age: CurrentAge,
        for new: RequestSummary, storedRequest: RequestSummary, _ exchange: OneShotExchange
    ) -> Verdict<ReuseDecision> {
        if let refusal = refusal(of: new) { return refusal }
        var obstacle = obstacle(to: response, response.directives.flags, storedFor: storedRequest, for: new)
        if obstacle == nil, response.has(.vary),
            !exchange.varyMatches(response.vary, storedRequest, new, options.fieldComparison)
        {
            obstacle = Obstacle(reason: .varyMiss, rule: .varyMismatch)
        }
        if let obstacle { return miss(obstacle, variants: response.flags.contains(.entityTag) ? 1 : 0) }
        return reuse(
            ReuseTerms(response.directives, lifetime.decision, age, isSecureAndWhole: true),
            weighing: lifetime.weighed.joined(RuleSet(age.deciding)), validators: response.flags, at: 0, for: new)
    }

    private func decideWithHeads(_ exchange: OneShotExchange, at now: HTTPDate) -> Assessment {
        let response = ResponseHead(status: exchange.status, fields: FieldSection(exchange.responseFields))
        let request = RequestHead(
            method: exchange.method, target: .placeholder, fields: FieldSection(exchange.requestFields))
        let new = RequestHead(
            method: exchange.newMethod, target: .placeholder, fields: FieldSection(exchange.newRequestFields))
        let stored = StoredResponse(
            request: request, response: response, requestTime: exchange.requestTime,
            responseTime: exchange.responseTime)
        return Assessment(
            storability: storability(of: response, to: request), lifetime: freshnessLifetime(of: stored),
            age: currentAge(of: stored, at: now), reuse: reuse(of: stored, for: new, at: now))
    }
}

extension OneShotExchange {
    fileprivate func varyMatches(
        _ vary: VaryNames, _ stored: RequestSummary, _ new: RequestSummary, _ comparison: FieldValue.Comparison
    ) -> Bool {
        if (stored.seen ^ new.seen) & vary.known != 0 { return false }
        // Lines of one field have to be joined first.
        guard !vary.hasOthers, (stored.repeated | new.repeated) & vary.known == 0 else {
            return sections.response.varyMatches(stored: sections.stored, new: sections.new, comparison)
        }
        var shared = stored.seen & vary.known
        while shared != 0 {
            let field = KnownField(rawValue: UInt8(truncatingIfNeeded: shared.trailingZeroBitCount))
            shared &= shared &- 1
            if let field, !Self.agree(on: field, requestFields, newRequestFields, comparison) { return false }
        }
        return true
    }

    private static func agree(
        on field: KnownField, _ stored: Lines, _ new: Lines, _ comparison: FieldValue.Comparison
    ) -> Bool {
        guard let mine = first(field, in: stored, near: 0), let theirs = first(field, in: new, near: mine) else {
            return false
        }
        return stored[mine].value.withSpan { mine in
            new[theirs].value.withSpan { theirs in
                let (mine, theirs) = (mine.extracting(mine.trimmed), theirs.extracting(theirs.trimmed))
                if mine.equals(theirs) { return true }
                let reading = field.reading(comparison)
                return reading != .exact && FieldValue.agree(mine, theirs, reading)
            }
        }
    }

    /// The index of a line of this field. Requests of one client have their lines in one order, so it is looked for where
    /// the other request has its line first.
    private static func first(_ field: KnownField, in lines: Lines, near hint: Int) -> Int? {
        let length = field.name.utf8CodeUnitCount
        @inline(__always)
        func isLine(_ index: Int) -> Bool {
            lines[index].name.utf8.count == length && lines[index].name.withSpan({ KnownField($0) }) == field
        }
        if hint < lines.count, isLine(hint) { return hint }
        return lines.indices.first(where: isLine)
    }

    private var sections: (stored: RequestHead, response: ResponseHead, new: RequestHead) {
        (
            RequestHead(method: method, target: .placeholder, fields: FieldSection(requestFields)),
            ResponseHead(status: status, fields: FieldSection(responseFields)),
            RequestHead(method: newMethod, target: .placeholder, fields: FieldSection(newRequestFields))
        )
    }
}

extension RequestSummary {
    /// Reads the values of only those fields that say something by their value.
    fileprivate mutating func read(_ lines: OneShotExchange.Lines) {
        for index in lines.indices {
            guard let field = lines[index].name.withSpan({ KnownField($0) }) else { continue }
            switch field {
            case .cacheControl, .pragma:
                lines[index].value.withSpan { add(field, $0.extracting($0.trimmed)) }
            default: note(field)
            }
        }
    }
}

extension ResponseSummary {
    /// Reads the values of only those fields that say something by their value.
    fileprivate mutating func read(_ lines: OneShotExchange.Lines) {
        let epoch = HTTPDate(secondsSinceEpoch: 0)
        for index in lines.indices {
            guard let field = lines[index].name.withSpan({ KnownField($0) }) else { continue }
            if field.isReadOfResponses {
                lines[index].value.withSpan {
                    add(field, $0.extracting($0.trimmed), relativeTo: epoch)
                }
            } else {
                seen |= field.bit
            }
        }
    }
}

extension String {
    /// The UTF-8 bytes, without a copy where the string holds them in one piece, as native strings do.
    @inline(__always)
    fileprivate func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable { body($0.span) } ?? withCopiedSpan(body)
    }

    @inline(never)
    private func withCopiedSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(Array(utf8).span) }
}
