public import HTTPCacheSemantics

/// Why a message of a transcript cannot be taken as a request.
public struct MessageFault: Error, Sendable, Hashable {
    /// What is wrong, in a sentence.
    public let message: String
    /// The byte of the file at which it is wrong.
    public let offset: Int
}

extension RawMessage {
    /// The field lines as the policy reads them, dates written from the clock.
    public func fieldSection(in file: SourceFile, at clock: Instant) -> FieldSection {
        var section = FieldSection()
        for field in fields {
            section.append(
                name: Array(file.bytes(in: field.name)), value: field.value.expand(in: file, at: clock).bytes)
        }
        return section
    }

    /// The request: its target is the request line's, or made of the origin, or of https and the Host field.
    public func requestHead(
        in file: SourceFile, at clock: Instant, origin: Origin? = nil, url: TargetURI? = nil
    ) throws(MessageFault) -> RequestHead {
        guard case .request(let method, let target, _) = startLine else {
            throw MessageFault(message: "a response stands where a request is wanted", offset: range.start)
        }
        let fields = fieldSection(in: file, at: clock)
        let uri: TargetURI
        if let url {
            uri = url
        } else {
            uri = try Self.target(FieldLine.text(Array(file.bytes(in: target))), fields, origin, at: target.start)
        }
        return RequestHead(
            method: Method(FieldLine.text(Array(file.bytes(in: method)))), target: uri, fields: fields,
            content: content.expand(in: file, at: clock).bytes)
    }

    private static func target(
        _ text: String, _ fields: FieldSection, _ origin: Origin?, at offset: Int
    ) throws(MessageFault) -> TargetURI {
        let isOriginForm = text.hasPrefix("/")
        var whole = text
        if isOriginForm || text == "*" {
            let host = fields.combinedValue(of: "Host")
            guard let base = origin.map({ $0.scheme.rawValue + "://" + $0.authority }) ?? host.map({ "https://" + $0 })
            else {
                throw MessageFault(
                    message: "the target is a path, and neither origin nor Host is given", offset: offset)
            }
            whole = base + (isOriginForm ? text : "")
        }
        do {
            return try TargetURI(whole)
        } catch {
            throw MessageFault(message: "the target URI \(whole) is not valid: \(error)", offset: offset)
        }
    }

    /// The response; nil for a request.
    public func responseHead(in file: SourceFile, at clock: Instant) -> ResponseHead? {
        status.map { ResponseHead(status: $0, fields: fieldSection(in: file, at: clock)) }
    }

    /// The content that arrived and how much of the whole it is: shorter than Content-Length is incomplete, and without
    /// content lines it is complete and unknown.
    public func arrivedContent(in file: SourceFile, at clock: Instant) -> (StoredContent, body: [UInt8]?) {
        let length = responseHead(in: file, at: clock)?.contentLength
        guard hasContentLines else { return (.complete(length: length), nil) }
        let bytes = content.expand(in: file, at: clock).bytes
        guard let length else { return (.complete(length: bytes.count), bytes) }
        if bytes.count < length { return (.partial(range: 0..<bytes.count, total: length), bytes) }
        return (.complete(length: length), Array(bytes.prefix(length)))
    }
}

extension Settings {
    /// The policy that the settings describe, and `base` where they are silent; throws for a profile or an option that
    /// there is not.
    public func policy(over base: CachePolicy) throws(MessageFault) -> CachePolicy {
        var options = base.options
        if let profile {
            guard let known = CacheOptions.profile(named: profile.value) else {
                throw MessageFault(message: "there is no profile \(profile.value)", offset: profile.range.start)
            }
            options = known
        }
        switch heuristic?.value {
        case .off: options.heuristicPercent = 0
        case .percent(let percent): options.heuristicPercent = percent
        case nil: break
        }
        for option in self.options {
            do {
                try options.set(option.name.value, to: option.value.value)
            } catch {
                throw MessageFault(message: error.description, offset: option.name.range.start)
            }
        }
        let kind: CachePolicy.CacheKind? = cache.map { $0.value == .private ? .private : .shared }
        return CachePolicy(kind ?? base.cache, options: options)
    }
}
