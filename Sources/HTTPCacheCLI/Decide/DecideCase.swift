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

    var name: JSONText.Node?
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

    private static let members: [StaticString] = [
        "case", "cache", "profile", "options", "partition", "request", "response", "requestTime", "responseTime",
        "then",
    ]
    private static let requestMembers: [StaticString] = ["method", "url", "fields", "content"]
    private static let responseMembers: [StaticString] = ["status", "fields", "bodyLength", "complete"]
    private static let laterMembers: [StaticString] = ["at", "request", "answer", "answerAt"]

    init(_ text: JSONText) throws(JSONFault) {
        try text.checkMembers(of: .root, Self.members)
        name = Self.name(in: text)
        if name == nil, let node = text.member("case", of: .root) {
            throw JSONFault("expected a string, a whole number, true, false or null", at: text.offset(of: node))
        }
        policy = try Self.policy(text)
        partition = try text.member("partition", of: .root).map(text.string) ?? ""
        request = try Self.request(text, text.required("request", of: .root))
        (response, content) = try Self.response(text, text.required("response", of: .root))
        let received = try Self.time(text, "responseTime", of: .root)
        responseTime = received ?? response.date(relativeTo: Self.defaultTime) ?? Self.defaultTime
        requestTime = try Self.time(text, "requestTime", of: .root) ?? responseTime
        guard requestTime <= responseTime else {
            let node = text.member("requestTime", of: .root) ?? .root
            throw JSONFault("requestTime is later than responseTime", at: text.offset(of: node))
        }
        then = []
        guard let list = text.member("then", of: .root) else { return }
        var later: [Later] = []
        var earliest = responseTime
        try text.forEachElement(of: list) { node throws(JSONFault) in
            later.append(try Self.later(text, node, notBefore: earliest))
            earliest = later[later.count - 1].answerAt
        }
        then = later
    }

    /// The line's own name, which is echoed whatever else is wrong with it; nil for what is no single value.
    static func name(in text: JSONText) -> JSONText.Node? {
        guard let node = text.member("case", of: .root) else { return nil }
        switch text.kind(of: node) {
        case .null, .true, .false, .string: return node
        case .integer: return text.integer(node) == nil ? nil : node
        case .otherNumber, .array, .object: return nil
        }
    }

    private static func policy(_ text: JSONText) throws(JSONFault) -> CachePolicy {
        var kind = CachePolicy.CacheKind.shared
        if let node = text.member("cache", of: .root) {
            guard let known = CachePolicy.CacheKind(rawValue: try text.string(node)) else {
                throw JSONFault("expected shared or private", at: text.offset(of: node))
            }
            kind = known
        }
        var options = CacheOptions.rfc9111
        if let node = text.member("profile", of: .root) {
            let name = try text.string(node)
            guard let known = CacheOptions.profile(named: name) else {
                throw JSONFault("there is no profile \(name)", at: text.offset(of: node))
            }
            options = known
        }
        if let node = text.member("options", of: .root) {
            try text.forEachMember(of: node) { name, value throws(JSONFault) in
                let notation = try optionText(text, value)
                do {
                    try options.set(try text.string(name), to: notation)
                } catch let error as CacheOptionError {
                    throw JSONFault(error.description, at: text.offset(of: name))
                } catch {
                    throw JSONFault("not UTF-8", at: text.offset(of: name))
                }
            }
        }
        return CachePolicy(kind, options: options)
    }

    private static func optionText(_ text: JSONText, _ node: JSONText.Node) throws(JSONFault) -> String {
        switch text.kind(of: node) {
        case .string: return try text.string(node)
        case .true: return "yes"
        case .false: return "no"
        case .null: return "none"
        case .integer:
            if let number = text.integer(node) { return String(number) }
        case .array:
            var elements: [String] = []
            try text.forEachElement(of: node) { element throws(JSONFault) in
                elements.append(try text.string(element))
            }
            return elements.isEmpty ? "none" : elements.joined(separator: ",")
        case .otherNumber, .object: break
        }
        throw JSONFault(
            "expected a text, a number, true, false, null or a list of texts", at: text.offset(of: node))
    }

    private static func request(_ text: JSONText, _ node: JSONText.Node) throws(JSONFault) -> RequestHead {
        try text.checkMembers(of: node, requestMembers)
        let url = try text.required("url", of: node)
        let uri = try text.string(url)
        let target: TargetURI
        do {
            target = try TargetURI(uri)
        } catch {
            throw JSONFault("the URL is not valid: \(error)", at: text.offset(of: url))
        }
        var content: [UInt8] = []
        if let value = text.member("content", of: node), !text.isNull(value) { content = try text.utf8(value) }
        var method = Method.get
        if let value = text.member("method", of: node) {
            let name = try text.string(value)
            try checkToken(name.utf8, "a method", text, value)
            method = Method(name)
        }
        return RequestHead(
            method: method, target: target, fields: try fields(text, node),
            content: content)
    }

    private static func response(
        _ text: JSONText, _ node: JSONText.Node
    ) throws(JSONFault) -> (ResponseHead, StoredContent) {
        try text.checkMembers(of: node, responseMembers)
        var status: Int64 = 200
        if let value = text.member("status", of: node) { status = try text.integer(value, 0...999) }
        let head = ResponseHead(status: Int(status), fields: try fields(text, node))
        var length: Int?
        if let value = text.member("bodyLength", of: node) { length = Int(try text.integer(value, 0...(1 << 53))) }
        let isComplete = try text.member("complete", of: node).map(text.boolean) ?? true
        if isComplete { return (head, .complete(length: length)) }
        return (head, .partial(range: 0..<(length ?? 0), total: head.contentLength))
    }

    private static func fields(_ text: JSONText, _ node: JSONText.Node) throws(JSONFault) -> FieldSection {
        var section = FieldSection()
        guard let list = text.member("fields", of: node) else { return section }
        try text.forEachElement(of: list) { line throws(JSONFault) in
            let pair = try text.pair(line)
            if let name = text.plain(pair.0), let value = text.plain(pair.1) {
                // A plain string holds none of the bytes that a value cannot have.
                let bytes = text.bytes.span
                try checkToken(text.bytes[name], "a field name", text, pair.0)
                section.append(name: bytes.extracting(name), value: bytes.extracting(value))
            } else {
                let (name, value) = (try text.latin1(pair.0), try text.latin1(pair.1))
                try checkToken(name, "a field name", text, pair.0)
                if value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
                    throw JSONFault("a field value has no NUL, CR or LF", at: text.offset(of: pair.1))
                }
                section.append(name: name, value: value)
            }
        }
        return section
    }

    /// Throws unless these are one or more bytes of a token (RFC 9110 §5.6.2).
    private static func checkToken(
        _ bytes: some Collection<UInt8>, _ what: String, _ text: JSONText, _ node: JSONText.Node
    ) throws(JSONFault) {
        guard bytes.isEmpty || !bytes.allSatisfy(\.isTokenByte) else { return }
        throw JSONFault("\(what) is a token: letters, digits and !#$%&'*+-.^_`|~", at: text.offset(of: node))
    }

    private static func later(
        _ text: JSONText, _ node: JSONText.Node, notBefore earliest: HTTPDate
    ) throws(JSONFault) -> Later {
        try text.checkMembers(of: node, laterMembers)
        let atNode = try text.required("at", of: node)
        let at = try time(text, atNode)
        guard at >= earliest else { throw JSONFault("the clock runs backwards", at: text.offset(of: atNode)) }
        let answerAt = try time(text, "answerAt", of: node) ?? at
        guard answerAt >= at else {
            let offset = text.offset(of: text.member("answerAt", of: node) ?? node)
            throw JSONFault("the answer comes before the request", at: offset)
        }
        let request = try request(text, text.required("request", of: node))
        var answer: Answer?
        if let value = text.member("answer", of: node) { answer = try Self.answer(text, value) }
        return Later(at: at, request: request, answer: answer, answerAt: answerAt)
    }

    private static func answer(_ text: JSONText, _ node: JSONText.Node) throws(JSONFault) -> Answer {
        guard let error = text.member("error", of: node) else {
            let (head, content) = try response(text, node)
            return .response(head, content)
        }
        try text.checkMembers(of: node, ["error"])
        guard text.isString(error, "disconnect") || text.isString(error, "timeout") else {
            throw JSONFault("expected disconnect or timeout", at: text.offset(of: error))
        }
        return .failure
    }

    private static func time(
        _ text: JSONText, _ name: StaticString, of node: JSONText.Node
    ) throws(JSONFault) -> HTTPDate? {
        guard let value = text.member(name, of: node) else { return nil }
        return try time(text, value)
    }

    private static func time(_ text: JSONText, _ node: JSONText.Node) throws(JSONFault) -> HTTPDate {
        let range = HTTPDate.range
        return HTTPDate(
            secondsSinceEpoch: try text.integer(
                node, range.lowerBound.secondsSinceEpoch...range.upperBound.secondsSinceEpoch))
    }
}

extension JSONText {
    /// The two elements of a field line.
    fileprivate func pair(_ node: Node) throws(JSONFault) -> (Node, Node) {
        var first: Node?
        var second: Node?
        var count = 0
        try forEachElement(of: node) { element throws(JSONFault) in
            if count == 0 { first = element } else { second = element }
            count += 1
        }
        guard count == 2, let first, let second else { throw JSONFault("expected [name, value]", at: offset(of: node)) }
        return (first, second)
    }
}
