import HTTPCacheSemantics

/// The oracle's plain messages and words as the module's, and back.
extension FieldSection {
    init(_ fields: [Oracle.Field]) {
        self.init()
        for field in fields { append(name: Oracle.bytes(field.name), value: Oracle.bytes(field.value)) }
    }
}

extension RequestHead {
    init?(_ request: Oracle.Request) {
        guard let target = try? TargetURI(request.url) else { return nil }
        self.init(
            method: Method(request.method), target: target, fields: FieldSection(request.fields),
            content: Oracle.bytes(request.content ?? ""))
    }
}

extension ResponseHead {
    init(_ response: Oracle.Response) {
        self.init(status: response.status, fields: FieldSection(response.fields))
    }
}

extension StoredContent {
    /// What arrived.
    init(_ given: Oracle.Response, _ response: ResponseHead) {
        let length = given.bodyLength.map { Int($0) }
        if given.complete {
            self = .complete(length: length)
        } else {
            self = .partial(range: 0..<(length ?? 0), total: response.contentLength)
        }
    }
}

extension CacheOptions {
    init(_ options: Oracle.Options) {
        self.init()
        heuristicPercent = Int(options.heuristicPercent)
        heuristicCapSeconds = options.heuristicCapSeconds.map { Int($0) }
        heuristicForQueryURL = options.heuristicForQueryURL
        staleWhileRevalidateOverSMaxage = options.staleWhileRevalidateOverSMaxage
        duplicateDirective = options.duplicateDirective == .first ? .first : .stale
        requestDirectives = options.requestDirectivesHonoured
        requestPragmaNoCache = options.requestPragmaNoCacheHonoured
        heuristicNeeds = options.heuristicNeeds
        immutable = options.immutable
        conditionsOnVaryMiss = options.conditionsOnVaryMiss
        setCookie = options.setCookieStored
        targetedFields = options.targetedFields
        staleOnDisconnect = options.staleOnDisconnect
        staleOnServerError = options.staleOnServerError
        // The oracle does not ask for the rest of a part by itself.
        completeParts = false
    }
}

extension Oracle.Decision {
    init(_ decision: ReuseDecision) {
        switch decision {
        case .reuse(_, .fresh): self = .reuseFresh
        case .reuse(_, .stale): self = .reuseStale
        case .reuseWhileRevalidating: self = .reuseWhileRevalidating
        case .validate: self = .validate
        case .forward(let reason): self = .forward(reason.rawValue)
        case .gatewayTimeout: self = .gatewayTimeout
        }
    }
}

extension Oracle.Served {
    init(_ reply: Reply) {
        self.init(status: reply.status.value)
        // Only of what this cache cut itself: a stored Content-Range comes along with other fields.
        let range = reply.fields.values(of: "Content-Range").first.map { Oracle.text($0) }
        if status == 206 || (status == 416 && range?.hasPrefix("bytes */") ?? false) { contentRange = range }
    }
}
