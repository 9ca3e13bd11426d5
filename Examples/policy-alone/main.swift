import HTTPCacheSemantics
import HTTPDate

/// The origin of this program: it has one page, whose tag changes at noon.
func origin(_ request: RequestHead, at now: HTTPDate) -> (ResponseHead, String) {
    let tag = now.secondsSinceEpoch < 12 * 3600 ? "\"morning\"" : "\"afternoon\""
    let fields = FieldSection([("Date", now.description), ("ETag", tag), ("Cache-Control", "max-age=3600")])
    if request.fields.combinedValue(of: "If-None-Match") == tag {
        return (ResponseHead(status: 304, fields: fields), "")
    }
    return (ResponseHead(status: 200, fields: fields), "the page of \(tag)")
}

/// A client that keeps what the policy says, in a dictionary.
struct Client {
    let policy = CachePolicy(.private)
    var store: [CacheKey: [(response: StoredResponse, content: String)]] = [:]

    mutating func get(_ url: String, at now: HTTPDate) throws -> String {
        let request = RequestHead(target: try TargetURI(url))
        let key = CacheKey(for: request)
        let entries = store[key] ?? []
        var exchange = CacheExchange(policy: policy, request: request)
        guard case .lookUp = exchange.begin(at: now) else { return "never for GET" }
        let action = exchange.found(entries.map(\.response), at: now)
        switch action.decision {
        case .serve(let reply): return "\(told(reply, entries, "")), \(action.deciding.code)"
        case .gatewayTimeout: return "504, \(action.deciding.code)"
        case .serveAndSend, .lookUp: return "not with this origin"
        case .send(let asked):
            let (head, content) = origin(asked, at: now)
            let reception = exchange.received(head, at: now)
            apply(reception.decision, key, content)
            let words = head.status.value == 304 ? "the origin was asked" : "the origin sent it"
            guard case .serve(let reply) = reception.decision.next else { return "asked again" }
            return "\(told(reply, entries, content)), \(action.deciding.code): \(words), \(reception.deciding.code)"
        }
    }

    /// What is to be done to the store.
    private mutating func apply(_ reception: Reception, _ key: CacheKey, _ content: String) {
        var entries = store[key] ?? []
        var removed: [Int] = []
        for change in reception.changes {
            switch change {
            case .store(let response, let replacing):
                entries.append((response, content))
                removed += replacing
            case .update(let index, let response): entries[index].response = response
            case .remove(let index), .combine(let index, _): removed.append(index)
            }
        }
        for index in removed.sorted(by: >) { entries.remove(at: index) }
        store[key] = entries
    }

    private func told(
        _ reply: Reply, _ entries: [(response: StoredResponse, content: String)], _ received: String
    ) -> String {
        guard case .stored(let index, _) = reply.content else { return "\(reply.status) \(received)" }
        return "\(reply.status) \(entries[index].content)"
    }
}

var client = Client()
for (hour, minute) in [(9, 0), (9, 30), (10, 0), (10, 15), (12, 30), (12, 45)] {
    let now = HTTPDate(secondsSinceEpoch: Int64(hour * 3600 + minute * 60))
    print("\(hour):\(minute < 10 ? "0" : "")\(minute) \(try client.get("https://a.example/page", at: now))")
}
