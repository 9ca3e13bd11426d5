import HTTPCacheSemantics
import HTTPDate

/// One line of the batch form: an exchange, and the requests that come after it.
struct DecideCase {
    /// What the origin says if it is asked.
    enum Answer {
        case response(ResponseHead, StoredContent)
        case failure
    }

    struct Later {
        var at: HTTPDate
        var request: RequestHead
        var answer: Answer?
        var answerAt: HTTPDate
    }

    var name: JSONValue?
    var policy: CachePolicy
    var partition: String
    var request: RequestHead
    var response: ResponseHead
    var content: StoredContent
    var requestTime: HTTPDate
    var responseTime: HTTPDate
    var then: [Later]
}

extension DecideCase {
    /// Thu, 01 Jan 2026 00:00:00 GMT: the time where a line gives none.
    private static let defaultTime = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    init(_ node: JSONNode) throws(JSONFault) {
        let members = try Members(
            node,
            [
                "case", "cache", "profile", "options", "partition", "request", "response", "requestTime",
                "responseTime", "then",
            ])
        name = Self.name(of: members)
        policy = try Self.policy(members)
        partition = try members["partition"]?.string() ?? ""
        request = try Self.request(members.required("request"))
        (response, content) = try Self.response(members.required("response"))
        let received = try members["responseTime"].map(Self.time)
        responseTime = received ?? response.date(relativeTo: Self.defaultTime) ?? Self.defaultTime
        requestTime = try members["requestTime"].map(Self.time) ?? responseTime
        guard requestTime <= responseTime else {
            throw JSONFault("requestTime is later than responseTime", at: members["requestTime"]?.offset ?? node.offset)
        }
        then = []
        var earliest = responseTime
        for entry in try members["then"]?.array() ?? [] {
            let later = try Self.later(entry, notBefore: earliest)
            earliest = later.answerAt
            then.append(later)
        }
    }

    /// The line's own name, which is echoed whatever else is wrong with it.
    static func name(of node: JSONNode) -> JSONValue? {
        guard case .object(let members) = node.value else { return nil }
        return members.first { $0.name == "case" }.flatMap { JSONValue(echoing: $0.value) }
    }

    private static func name(of members: Members) -> JSONValue? { members["case"].flatMap { JSONValue(echoing: $0) } }

    private static func policy(_ members: Members) throws(JSONFault) -> CachePolicy {
        var kind = CachePolicy.CacheKind.shared
        if let node = members["cache"] {
            guard let known = CachePolicy.CacheKind(rawValue: try node.string()) else {
                throw JSONFault("expected shared or private", at: node.offset)
            }
            kind = known
        }
        var options = CacheOptions.rfc9111
        if let node = members["profile"] {
            guard let known = CacheOptions.profile(named: try node.string()) else {
                throw JSONFault("there is no profile \(try node.string())", at: node.offset)
            }
            options = known
        }
        for member in try members["options"]?.object() ?? [] {
            do {
                try options.set(member.name, to: Self.optionText(member.value))
            } catch let error as CacheOptionError {
                throw JSONFault(error.description, at: member.offset)
            } catch {
                throw JSONFault(
                    "expected a text, a number, true, false, null or a list of texts", at: member.value.offset)
            }
        }
        return CachePolicy(kind, options: options)
    }

    private static func optionText(_ node: JSONNode) throws -> String {
        switch node.value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .boolean(let flag): flag ? "yes" : "no"
        case .null: "none"
        case .array(let elements):
            elements.isEmpty ? "none" : try elements.map { try $0.string() }.joined(separator: ",")
        case .otherNumber, .object: throw JSONFault("", at: node.offset)
        }
    }

    private static func request(_ node: JSONNode) throws(JSONFault) -> RequestHead {
        let members = try Members(node, ["method", "url", "fields", "content"])
        let url = try members.required("url")
        let target: TargetURI
        do {
            target = try TargetURI(try url.string())
        } catch let error as TargetURIError {
            throw JSONFault("the URL is not valid: \(error)", at: url.offset)
        } catch {
            throw JSONFault("expected a string", at: url.offset)
        }
        var content: [UInt8] = []
        if let node = members["content"], !node.isNull { content = Array(try node.string().utf8) }
        return RequestHead(
            method: Method(try members["method"]?.string() ?? "GET"), target: target,
            fields: try fields(members["fields"]), content: content)
    }

    private static func response(_ node: JSONNode) throws(JSONFault) -> (ResponseHead, StoredContent) {
        let members = try Members(node, ["status", "fields", "bodyLength", "complete"])
        let status = try members["status"]?.integer(0...999) ?? 200
        let head = ResponseHead(status: Int(status), fields: try fields(members["fields"]))
        let length = try members["bodyLength"].map { node throws(JSONFault) in
            Int(try node.integer(0...(1 << 53)))
        }
        let isComplete = try members["complete"]?.boolean() ?? true
        if isComplete { return (head, .complete(length: length)) }
        return (head, .partial(range: 0..<(length ?? 0), total: head.contentLength))
    }

    private static func fields(_ node: JSONNode?) throws(JSONFault) -> FieldSection {
        var section = FieldSection()
        for entry in try node?.array() ?? [] {
            let pair = try entry.array()
            guard pair.count == 2 else { throw JSONFault("expected [name, value]", at: entry.offset) }
            section.append(name: try pair[0].bytes(), value: try pair[1].bytes())
        }
        return section
    }

    private static func later(_ node: JSONNode, notBefore earliest: HTTPDate) throws(JSONFault) -> Later {
        let members = try Members(node, ["at", "request", "answer", "answerAt"])
        let at = try time(members.required("at"))
        guard at >= earliest else { throw JSONFault("the clock runs backwards", at: try members.required("at").offset) }
        let answerAt = try members["answerAt"].map(time) ?? at
        guard answerAt >= at else {
            throw JSONFault("the answer comes before the request", at: members["answerAt"]?.offset ?? node.offset)
        }
        return Later(
            at: at, request: try request(members.required("request")), answer: try members["answer"].map(answer),
            answerAt: answerAt)
    }

    private static func answer(_ node: JSONNode) throws(JSONFault) -> Answer {
        if let error = try node.object().first(where: { $0.name == "error" }) {
            _ = try Members(node, ["error"])
            guard ["disconnect", "timeout"].contains(try error.value.string()) else {
                throw JSONFault("expected disconnect or timeout", at: error.value.offset)
            }
            return .failure
        }
        let (head, content) = try response(node)
        return .response(head, content)
    }

    private static func time(_ node: JSONNode) throws(JSONFault) -> HTTPDate {
        let range = HTTPDate.range
        return HTTPDate(
            secondsSinceEpoch: try node.integer(
                range.lowerBound.secondsSinceEpoch...range.upperBound.secondsSinceEpoch))
    }
}

/// The members of an object, of which none may be unknown.
struct Members {
    private let node: JSONNode
    private let members: [JSONNode.Member]

    init(_ node: JSONNode, _ known: [String]) throws(JSONFault) {
        self.node = node
        members = try node.object()
        if let unknown = members.first(where: { !known.contains($0.name) }) {
            throw JSONFault("unknown key \(unknown.name)", at: unknown.offset)
        }
    }

    subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.value }

    func required(_ name: String) throws(JSONFault) -> JSONNode {
        guard let node = self[name] else { throw JSONFault("the key \(name) is missing", at: node.offset) }
        return node
    }
}

extension JSONValue {
    /// The same value, to be written again; nil for a number that is not kept.
    init?(echoing node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .string(let text): self = .string(text)
        case .otherNumber, .array, .object: return nil
        }
    }
}
