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
        let places = request.read(exchange.requestFields)
        var response = ResponseSummary()
        response.read(exchange.responseFields)
        let status = StatusCode(exchange.status)
        let isPlain =
            !isSeed && options.targeted.isEmpty
            && StoredTraits.areOrdinary(status, request.method, isComplete: true)
            && !response.mayExcludeFields && !response.flags.contains(.twoDigitYear)
            && !response.directives.flags.contains(.unclosedQuote)
        guard isPlain else { return decideWithHeads(exchange, at: now) }
        var new = RequestSummary(method: exchange.newMethod)
        let newPlaces = new.read(exchange.newRequestFields)
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
                reuse(of: response, lifetime, age, for: (new, newPlaces), stored: (request, places), exchange), new))
    }

    private func reuse(
        of response: ResponseSummary, _ lifetime: Verdict<FreshnessLifetime>, _ age: CurrentAge,
        for new: ReadRequest, stored: ReadRequest, _ exchange: OneShotExchange
    ) -> Verdict<ReuseDecision> {
        if let refusal = refusal(of: new.summary) { return refusal }
        var obstacle = obstacle(to: response, response.directives.flags, storedFor: stored.summary, for: new.summary)
        if obstacle == nil, response.has(.vary),
            !exchange.varyMatches(response.vary, stored, new, options.fieldComparison)
        {
            obstacle = Obstacle(reason: .varyMiss, rule: .varyMismatch)
        }
        if let obstacle { return miss(obstacle, variants: response.flags.contains(.entityTag) ? 1 : 0) }
        return reuse(
            ReuseTerms(response.directives, lifetime.decision, age, isSecureAndWhole: true),
            weighing: lifetime.weighed.joined(RuleSet(age.deciding)), validators: response.flags, at: 0,
            for: new.summary)
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
        _ vary: VaryNames, _ stored: ReadRequest, _ new: ReadRequest, _ comparison: FieldValue.Comparison
    ) -> Bool {
        if (stored.summary.seen ^ new.summary.seen) & vary.known != 0 { return false }
        // Lines of one field have to be joined first.
        guard !vary.hasOthers, (stored.summary.repeated | new.summary.repeated) & vary.known == 0 else {
            return sections.response.varyMatches(stored: sections.stored, new: sections.new, comparison)
        }
        var shared = stored.summary.seen & vary.known
        while let field = KnownField(lowestOf: shared) {
            shared ^= field.bit
            guard let mine = stored.places.place(of: field, in: requestFields),
                let theirs = new.places.place(of: field, in: newRequestFields)
            else { return false }
            if Self.haveSameBytes(requestFields, mine, newRequestFields, theirs) { continue }
            let reading = field.reading(comparison)
            if reading == .exact || !Self.agree(requestFields[mine].value, newRequestFields[theirs].value, reading) {
                return false
            }
        }
        return true
    }

    /// By spans, since nested closures would hold on to both arrays for each field.
    private static func haveSameBytes(_ stored: Lines, _ mine: Int, _ new: Lines, _ theirs: Int) -> Bool {
        let (mine, theirs) = (stored[mine].value.utf8.span, new[theirs].value.utf8.span)
        return mine.extracting(mine.trimmed).equals(theirs.extracting(theirs.trimmed))
    }

    @inline(never)
    private static func agree(_ stored: String, _ new: String, _ reading: FieldValue.Reading) -> Bool {
        stored.withSpan { stored in
            new.withSpan { new in
                FieldValue.agree(stored.extracting(stored.trimmed), new.extracting(new.trimmed), reading)
            }
        }
    }

    private var sections: (stored: RequestHead, response: ResponseHead, new: RequestHead) {
        (
            RequestHead(method: method, target: .placeholder, fields: FieldSection(requestFields)),
            ResponseHead(status: status, fields: FieldSection(responseFields)),
            RequestHead(method: newMethod, target: .placeholder, fields: FieldSection(newRequestFields))
        )
    }
}

private typealias ReadRequest = (summary: RequestSummary, places: FieldPlaces)

/// On which lines the known fields of a request stand, noted while it is read.
private struct FieldPlaces {
    private static let most = 8
    /// The numbers of the names on the first lines, one more than theirs, a byte for each line.
    private var numbers: UInt64 = 0

    @inline(__always)
    mutating func note(_ field: KnownField, at index: Int) {
        if index < Self.most { numbers |= UInt64(field.rawValue &+ 1) &<< UInt64(truncatingIfNeeded: 8 &* index) }
    }

    /// The index of the first line of this field.
    @inline(__always)
    func place(of field: KnownField, in lines: OneShotExchange.Lines) -> Int? {
        let number = UInt64(field.rawValue &+ 1)
        var rest = numbers
        var index = 0
        while rest != 0 {
            if rest & 0xFF == number { return index }
            rest &>>= 8
            index &+= 1
        }
        return Self.place(of: field, beyondFirstOf: lines)
    }

    @inline(never)
    private static func place(of field: KnownField, beyondFirstOf lines: OneShotExchange.Lines) -> Int? {
        lines.indices.dropFirst(most).first { lines[$0].name.withSpan { KnownField($0) } == field }
    }
}

extension RequestSummary {
    /// Reads the values of only those fields that say something by their value.
    fileprivate mutating func read(_ lines: OneShotExchange.Lines) -> FieldPlaces {
        var places = FieldPlaces()
        for index in lines.indices {
            guard let field = lines[index].name.withSpan({ KnownField($0) }) else { continue }
            places.note(field, at: index)
            switch field {
            case .cacheControl, .pragma:
                lines[index].value.withSpan { add(field, $0.extracting($0.trimmed)) }
            default: note(field)
            }
        }
        return places
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
