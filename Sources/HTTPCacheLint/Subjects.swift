import HTTPCacheSemantics
import HTTPDate

/// A request with what was read of it.
struct RequestSubject {
    let request: RequestHead
    let directives: [CacheDirective]

    init(_ request: RequestHead) {
        self.request = request
        directives = request.fields.cacheDirectives
    }
}

/// A response with what was read of it, and what caches make of it.
struct ResponseSubject {
    /// What one kind of cache does with the response.
    struct Outlook {
        let policy: CachePolicy
        let isStored: Bool
        let lifetime: FreshnessLifetime
        /// What the lifetime rests on.
        let rule: Rule
        /// Whether no-cache asks for the origin's word each time.
        let isAlwaysValidated: Bool

        /// Whether it answers later requests without the origin.
        var isReused: Bool { isStored && lifetime.seconds > 0 && !isAlwaysValidated }
    }

    let response: ResponseHead
    /// Nil where it is not known.
    let request: RequestHead?
    let directives: DirectiveTable
    /// Bytes, where that is known.
    let contentLength: Int?
    let receivedAt: HTTPDate
    /// Of the caches that matter.
    let outlooks: [Outlook]

    /// Stands in where no instant is known: it only places two-digit years.
    private static let someInstant = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    /// Stands in for a target that is not known; a reserved name (RFC 2606 §2).
    private static let someRequest = (try? TargetURI("http://unknown.invalid/")).map { RequestHead(target: $0) }

    init(
        _ response: ResponseHead, to request: RequestHead?, receivedAt: HTTPDate?, contentLength: Int?,
        for linter: Linter
    ) {
        self.response = response
        self.request = request
        let directives = DirectiveTable(response.fields.cacheDirectives)
        self.directives = directives
        self.contentLength =
            contentLength ?? response.fields.values(of: "Content-Length").first.flatMap { Int(FieldLine.text($0)) }
        let instant = receivedAt ?? response.date(relativeTo: Self.someInstant) ?? Self.someInstant
        self.receivedAt = instant
        guard let asked = request ?? Self.someRequest else {
            outlooks = []
            return
        }
        // What a 304 brings up to date is what is kept (RFC 9111 §4.3.4).
        let judged =
            response.status.value == 304 ? ResponseHead(status: 200, fields: response.fields) : response
        let stored = StoredResponse(request: asked, response: judged, requestTime: instant, responseTime: instant)
        outlooks = [CachePolicy.CacheKind.shared, .private].filter(linter.caches.contains).map { kind in
            let policy = CachePolicy(kind, options: linter.options)
            let lifetime = policy.freshnessLifetime(of: stored)
            return Outlook(
                policy: policy,
                isStored: policy.storability(of: judged, to: asked, receivedAt: instant).decision == .store,
                lifetime: lifetime.decision, rule: lifetime.deciding,
                isAlwaysValidated: policy.timeline(of: stored, at: instant).freshUntil == nil)
        }
    }

    var fields: FieldSection { response.fields }

    /// Whether the request is a GET, as far as is known.
    var isGet: Bool { request.map { $0.method == .get } ?? true }

    var isStored: Bool { outlooks.contains(where: \.isStored) }

    var shared: Outlook? { outlooks.first { $0.policy.cache == .shared } }
    var ofPrivate: Outlook? { outlooks.first { $0.policy.cache == .private } }

    var hasETag: Bool { fields.contains("ETag") }
    var hasLastModified: Bool { fields.contains("Last-Modified") }
}

extension FieldSection {
    /// The indices of the lines of a name, in order.
    func indices(of name: String) -> [Int] {
        guard contains(name) else { return [] }
        let wanted = name.utf8.map(\.lowercased)
        var found: [Int] = []
        var index = 0
        forEachLine { name, _ in
            if name.isEqual(toLowerCase: wanted) { found.append(index) }
            index += 1
        }
        return found
    }
}
