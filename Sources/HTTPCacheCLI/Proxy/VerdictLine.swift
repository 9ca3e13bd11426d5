import CachingClient
import HTTPCacheProxy
import HTTPCacheSemantics

/// One exchange on one line: method, URL, status, decision, rule, age and time to live.
///
///     GET http://127.0.0.1:8080/app.css 200 hit reuse.fresh age=3 ttl=57
struct VerdictLine {
    private let exchange: ProxiedExchange

    init(_ exchange: ProxiedExchange) { self.exchange = exchange }

    /// `hit` and `stale` without an answer from the origin, `validated` after one, `forward REASON`, `collapsed`, or `own`.
    static func decision(of exchange: ProxiedExchange) -> String {
        guard let verdict = exchange.verdict else { return "own" }
        let reason = verdict.cacheStatus?.forwarding?.reason.token
        switch verdict.source {
        case .store: return reason != nil || (verdict.cacheStatus?.ttl ?? 1) <= 0 ? "stale" : "hit"
        case .validatedStore: return "validated"
        case .origin: return "forward " + (reason ?? "miss")
        case .collapsed: return "collapsed"
        case .cache: return "own"
        }
    }

    private var url: String { exchange.target?.description ?? "-" }

    private var age: Int? {
        exchange.responseFields.values(of: "Age").first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    var text: String {
        var words = [
            ShownBytes.text(exchange.method.name), ShownBytes.text(url), "\(exchange.status)",
            Self.decision(of: exchange),
        ]
        if let verdict = exchange.verdict {
            words.append(Self.detail(of: verdict) ?? (verdict.asking ?? verdict.deciding).code)
            if let age { words.append("age=\(age)") }
            if let ttl = verdict.cacheStatus?.ttl { words.append("ttl=\(ttl)") }
            if verdict.cacheStatus?.forwarding?.stored == true { words.append("stored") }
            if verdict.source == .origin, verdict.cacheStatus?.forwarding?.stored != true, let rule = verdict.storing {
                words.append("not-stored=\(rule.code)")
            }
        } else if let reason = exchange.ownReason {
            words.append("(\(ShownBytes.text(reason)))")
        }
        if !exchange.isWhole { words.append("cut") }
        if let spelling = exchange.spelling { words.append("as=" + ShownBytes.text("http://" + spelling)) }
        return words.joined(separator: " ")
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", "httpcache.exchange/1"), .init("method", .string(exchange.method.name)),
            .init("url", .string(url)), .init("status", JSONValue(exchange.status.value)),
        ]
        if let spelling = exchange.spelling { members.append(.init("spelling", .string("http://" + spelling))) }
        members += Self.verdict(of: exchange)
        return .object(members)
    }

    /// Why a request went past the store, where that is no rule's.
    private static func detail(of verdict: ProxiedExchange.Verdict) -> String? {
        switch verdict.cacheStatus?.detail {
        case .token(let text), .string(let text): text
        case nil: nil
        }
    }

    private static func reason(_ rule: Rule) -> JSONValue {
        .object([.init("code", .string(rule.code)), .init("cite", .string("\(rule.citation)"))])
    }

    /// The members that say how an answer came about.
    static func verdict(of exchange: ProxiedExchange) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("decision", .string(decision(of: exchange)))]
        if let verdict = exchange.verdict {
            // The first is why the answer came from where it did.
            let rules = [verdict.asking, verdict.deciding, verdict.storing].compactMap(\.self)
            members.append(.init("reasons", .array(rules.map(reason))))
            let status = verdict.cacheStatus
            if let ttl = status?.ttl { members.append(.init("ttl", JSONValue(ttl))) }
            if let forwarding = status?.forwarding {
                members.append(.init("forward", .string(forwarding.reason.token)))
                if let origin = forwarding.status { members.append(.init("originStatus", JSONValue(origin))) }
                members.append(.init("stored", .boolean(forwarding.stored ?? false)))
            }
            if let detail = detail(of: verdict) { members.append(.init("detail", .string(detail))) }
        } else if let reason = exchange.ownReason {
            members.append(.init("reason", .string(reason)))
        }
        if let age = VerdictLine(exchange).age { members.append(.init("age", JSONValue(age))) }
        members.append(.init("bytes", JSONValue(exchange.contentLength)))
        members.append(.init("whole", .boolean(exchange.isWhole)))
        return members
    }
}
