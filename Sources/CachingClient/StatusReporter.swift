import HTTPCacheSemantics
import HTTPDate

/// Makes answers of replies, with a Cache-Status line that says how they came about (RFC 9211).
struct StatusReporter: Sendable {
    private let policy: CachePolicy
    /// The name as it stands in the field; nil for no field.
    private let prefix: [UInt8]?

    init(name: String?, policy: CachePolicy) {
        self.policy = policy
        prefix = name.flatMap { name in
            let isToken = (try? CacheStatus.Cache(.token(name)).serialized()) != nil
            return try? CacheStatus.Cache(isToken ? .token(name) : .string(name)).serialized()
        }
    }

    /// An answer without asking the origin, or after asking in vain.
    func answer(
        _ reply: consuming Reply, _ content: Content, from source: Answer.Source, because deciding: Rule,
        _ exchange: CacheExchange, at now: HTTPDate
    ) -> Answer {
        let ttl = exchange.servedIndex.map { policy.remainingLifetime(of: exchange.stored[$0], at: now) }
        if let prefix {
            var line: [UInt8] = []
            line.reserveCapacity(prefix.count + 32)
            line.append(contentsOf: prefix)
            line.append(contentsOf: "; hit".utf8)
            if let ttl {
                line.append(contentsOf: "; ttl=".utf8)
                line.append(contentsOf: String(ttl).utf8)
            }
            reply.fields.append(name: Self.fieldName.span, value: line.span)
        }
        return Answer(
            status: reply.status, fields: reply.fields, content: content, source: source, deciding: deciding, ttl: ttl)
    }

    /// An answer after the origin was asked.
    func answer(
        _ reply: Reply, _ content: Content, from source: Answer.Source, because deciding: Rule,
        _ forwarding: CacheStatus.Forwarding, ttl: Int?, detail: String? = nil
    ) -> Answer {
        var fields = reply.fields
        add(forwarding, ttl: ttl, detail, to: &fields)
        return Answer(
            status: reply.status, fields: fields, content: content, source: source, deciding: deciding, ttl: ttl)
    }

    /// The 504 of a cache that was to answer from what it has (RFC 9111 §5.2.1.7).
    func gatewayTimeout(because deciding: Rule) -> Answer {
        var fields = FieldSection([("Content-Length", "0")])
        if var line = prefix {
            line.append(contentsOf: "; detail=".utf8)
            line.append(contentsOf: deciding.code.utf8)
            fields.append(name: Self.fieldName, value: line)
        }
        return Answer(
            status: StatusCode(504), fields: fields, content: .empty, source: .cache, deciding: deciding)
    }

    private func add(
        _ forwarding: CacheStatus.Forwarding, ttl: Int?, _ detail: String?, to fields: inout FieldSection
    ) {
        guard let prefix else { return }
        // The parameters are made under a name of no meaning, which is then replaced by the real one.
        let member = CacheStatus.Cache(
            .token("x"), .forwarded(forwarding), ttl: ttl, detail: detail.map(CacheStatus.Label.token))
        guard let line = try? member.serialized() else { return }
        fields.append(name: Self.fieldName, value: prefix + line.dropFirst())
    }

    private static let fieldName = Array("Cache-Status".utf8)
}
