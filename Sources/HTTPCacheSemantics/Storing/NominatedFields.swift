/// What of the request is stored with a response (RFC 9111 §4.1).
extension StoredResponse {
    /// The same response with only those request fields that decide about its reuse: the ones that Vary nominates, and
    /// that there was an Authorization (§3.5), whose value is left out.
    public func withNominatedFieldsOnly() -> StoredResponse {
        let names = Set(response.nominatedFields)
        var fields = request.fields.filtered(names.contains)
        if request.summary.has(.authorization), !names.contains("authorization") {
            fields.append(name: "Authorization", value: "")
        }
        return with(request: request.with(fields: fields))
    }

    /// The same response after an update: what its new Vary names and its old one did not is taken from the request
    /// that brought the update, since a store need not have kept it (RFC 9111 §4.1).
    func nominating(from asked: RequestHead, since old: StoredResponse) -> StoredResponse {
        guard response.fields != old.response.fields, summary.has(.vary) else { return self }
        let added = Set(response.nominatedFields).subtracting(old.response.nominatedFields)
            .subtracting(request.fields.lines.map { FieldLine.text($0.name.map(\.lowercased)) })
        guard !added.isEmpty else { return self }
        var fields = request.fields
        for line in asked.fields.lines where added.contains(FieldLine.text(line.name.map(\.lowercased))) {
            fields.append(name: line.name, value: line.value)
        }
        return with(request: request.with(fields: fields))
    }

    /// The same response with this much content.
    public func with(content: StoredContent) -> StoredResponse {
        StoredResponse(
            request: request, response: response, requestTime: requestTime, responseTime: responseTime,
            content: content, isOutdated: isOutdated)
    }

    private func with(request: RequestHead) -> StoredResponse {
        StoredResponse(
            request: request, response: response, requestTime: requestTime, responseTime: responseTime,
            content: content, isOutdated: isOutdated)
    }

    /// Tells the variants stored under one key apart: equal for two responses only when one replaces the other. Empty
    /// for an answer to GET or POST without Vary.
    public var variantIdentity: [UInt8] {
        var identity: [UInt8] = []
        if request.method == .head { identity.append(contentsOf: "HEAD".utf8) }
        let names = response.nominatedFields.sorted()
        guard !names.isEmpty else { return identity }
        let lines = request.fields.lines(among: Set(names))
        for name in names {
            identity.append(0x0A)
            identity.append(contentsOf: name.utf8)
            for line in lines[name] ?? [] {
                identity.append(0x3A)
                identity.append(contentsOf: request.fields.bytes[request.fields.records[line].value])
            }
        }
        return identity
    }
}
