import HTTPCacheSemantics

/// How long a response is fresh, where that is likely not what was wanted (RFC 9111 §4.2).
enum LifetimeFindings {
    static func add(_ subject: ResponseSubject, to found: inout FindingCollector) {
        addHeuristic(subject, to: &found)
        addStaleOnArrival(subject, to: &found)
        addHashedName(subject, to: &found)
    }

    private static func addHeuristic(_ subject: ResponseSubject, to found: inout FindingCollector) {
        // A 304 need not say again what the stored response said.
        guard subject.response.status.value != 304,
            let outlook = subject.outlooks.first(where: { $0.isReused && $0.lifetime.source == .heuristic }),
            let line = subject.fields.indices(of: "Last-Modified").first
        else { return }
        found.add(
            .heuristicLifetime, line: line, 0..<subject.fields[line].value.count,
            "nothing says how long this is fresh, so caches guess: \(outlook.policy.options.heuristicPercent)% of the time "
                + "since then is \(Shown.rounded(outlook.lifetime.seconds)); write Cache-Control: max-age=N, or no-cache"
        )
    }

    private static func addStaleOnArrival(_ subject: ResponseSubject, to found: inout FindingCollector) {
        guard let line = subject.fields.indices(of: "Age").first else { return }
        let value = subject.fields[line].value
        guard 1...12 ~= value.count, value.allSatisfy(\.isDigit) else { return }
        let age = value.reduce(0) { $0 * 10 + Int($1 & 15) }
        // What a cache before served while it validated is meant to come stale.
        let meanwhile = subject.directives["stale-while-revalidate"]?.seconds ?? 0
        let stale = subject.outlooks.filter {
            $0.isReused && $0.lifetime.source != .heuristic && $0.lifetime.seconds <= age
                && (meanwhile == 0 || $0.lifetime.seconds + meanwhile < age)
        }
        guard let first = stale.first else { return }
        let who = stale.count == subject.outlooks.count ? "a cache" : "a \(first.policy.cache.rawValue) cache"
        found.add(
            .staleOnArrival, line: line, 0..<value.count,
            "at \(age)s of age this is stale before \(who) gets it, as it was fresh for \(first.lifetime.seconds)s; "
                + "give the caches before it a shorter lifetime than those behind them, or leave Age out of it")
    }

    private static func addHashedName(_ subject: ResponseSubject, to found: inout FindingCollector) {
        guard let request = subject.request, subject.isGet, subject.response.status.value == 200,
            let outlook = subject.ofPrivate ?? subject.shared, outlook.isStored,
            outlook.lifetime.seconds < Linter.longLifetime, outlook.lifetime.source != .heuristic,
            // What cannot be read is a finding of its own.
            outlook.rule != .lifetimeInvalid, outlook.rule != .lifetimeExpiresInvalid,
            HashedName.isHashed(path: request.target.path)
        else { return }
        let lifetime = Shown.seconds(outlook.lifetime.seconds)
        let message =
            "the name changes with the content, yet it is asked for again after \(lifetime); write "
            + "max-age=31536000, immutable"
        let places = outlook.policy.evidence(for: outlook.rule, response: subject.response, storedRequest: request)
        if let place = places.first(where: { $0.message == .response }) {
            found.add(.hashedNameShortLived, line: place.line, place.range, message)
        } else {
            found.add(.hashedNameShortLived, message)
        }
    }
}
