/// RFC 9111 §4.2: how long a response is fresh, and how old it is.
extension Oracle {
    /// §4.2.1 and §4.2.2.
    static func lifetime(
        _ fields: [Field], status: Int, url: String, responseTime: Int64, _ cache: CacheKind, _ options: Options
    ) -> (seconds: Int64, source: String) {
        let policy = policy(fields, options)
        func explicit(_ directive: String) -> (Int64, String)? {
            let source = policy.targeted.map { "targeted:\($0)" } ?? directive
            switch policy.limit(directive) {
            case .absent: return nil
            case .invalid: return (0, source)
            case .seconds(let seconds): return (seconds, source)
            }
        }
        if cache == .shared, let found = explicit("s-maxage") { return found }
        if let found = explicit("max-age") { return found }
        let dateValue = dateValue(fields, responseTime: responseTime)
        let expires = fields.lines("Expires")
        if policy.targeted == nil, let first = expires.first {
            guard expires.count == 1 || options.duplicateDirective == .first else { return (0, "expires") }
            guard let expiry = date(first, now: responseTime) else { return (0, "expires") }
            return (max(0, minus(expiry, dateValue)), "expires")
        }
        // A percentage of 0 turns the heuristic off.
        guard options.heuristicPercent > 0 else { return (0, "none") }
        let cacheable = heuristicStatuses.contains(status) || policy.hasBare("public")
        guard cacheable || !options.heuristicNeeds else { return (0, "none") }
        guard options.heuristicForQueryURL || !url.contains("?") else { return (0, "none") }
        guard let modified = lastModified(of: fields, now: responseTime) else { return (0, "none") }
        let interval = max(0, minus(dateValue, modified))
        let (product, overflow) = interval.multipliedReportingOverflow(by: options.heuristicPercent)
        let share = overflow ? .max : product / 100
        return (min(share, options.heuristicCapSeconds ?? .max), "heuristic")
    }

    /// §4.2.3; RFC 9110 §6.6.1 for a Date that is absent or invalid.
    static func dateValue(_ fields: [Field], responseTime: Int64) -> Int64 {
        fields.lines("Date").first.flatMap { date($0, now: responseTime) } ?? responseTime
    }

    /// §5.1: the first member, if it is a number; else as if there were no field.
    static func ageValue(_ fields: [Field]) -> Int64 {
        guard let first = members(fields.combined("Age") ?? []).first else { return 0 }
        return deltaSeconds(first) ?? 0
    }

    /// §4.2.3, term by term.
    static func currentAge(_ fields: [Field], requestTime: Int64, responseTime: Int64, now: Int64) -> Int64 {
        let apparentAge = max(0, minus(responseTime, dateValue(fields, responseTime: responseTime)))
        let responseDelay = max(0, minus(responseTime, requestTime))
        let correctedAgeValue = plus(ageValue(fields), responseDelay)
        let correctedInitialAge = max(apparentAge, correctedAgeValue)
        let residentTime = max(0, minus(now, responseTime))
        return plus(correctedInitialAge, residentTime)
    }
}
