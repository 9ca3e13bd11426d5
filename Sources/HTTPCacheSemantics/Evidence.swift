/// The bytes of a message that a rule speaks of.
public struct Evidence: Sendable, Hashable {
    /// Which of the messages that a decision looks at.
    public enum Message: String, Sendable, Hashable {
        /// The request that was to be answered.
        case request
        /// The request whose response is stored.
        case storedRequest
        /// The response that is stored, or was to be.
        case response
    }

    /// The message that the bytes are in.
    public let message: Message
    /// The index of the field line in the message's ``FieldSection``.
    public let line: Int
    /// The bytes within the line's value.
    public let range: Range<Int>
}

extension CachePolicy {
    /// The field bytes that a rule's verdict rests on; empty where it rests on none, such as on a status code.
    ///
    /// Nothing is kept for this while deciding: the lines are read once more. Of a directive that stands several times
    /// the one that counts is shown.
    public func evidence(
        for rule: Rule, response: ResponseHead?, storedRequest: RequestHead? = nil, request: RequestHead? = nil
    ) -> [Evidence] {
        let source = source(of: rule, in: response)
        if case .vary = source { return varyEvidence(response, storedRequest, request) }
        if rule == .invalidateOtherOrigin { return otherOriginEvidence(response, request ?? storedRequest) }
        var found: [Evidence] = []
        if case .response(let field, let directive) = source, let response {
            if let name = targetedField(of: response), field == .cacheControl {
                found += response.fields.lines(named: name, holding: directive).map { .init(.response, $0) }
            } else {
                found += response.fields.locate(field, directive).map { .init(.response, $0) }
            }
        }
        if case .request(let field, let directive) = source, let request {
            found += request.fields.locate(field, directive).map { .init(.request, $0) }
            if rule == .forwardPrecondition {
                found += request.fields.locate(.ifUnmodifiedSince, nil).map { .init(.request, $0) }
            }
        }
        if case .storedRequest(let field, let directive) = source, let storedRequest {
            found += storedRequest.fields.locate(field, directive).map { .init(.storedRequest, $0) }
        }
        return found
    }

    /// Some rules speak of whichever field counted.
    private func source(of rule: Rule, in response: ResponseHead?) -> RuleSource {
        switch rule {
        case .lifetimeTargeted, .lifetimeInvalid, .lifetimeDuplicate:
            guard let response else { return .none }
            let has = effectiveDirectives(of: response).directives.flags
            if isShared, has.contains(.sMaxAge) { return .response(.cacheControl, .sMaxAge) }
            return has.contains(.maxAge) ? .response(.cacheControl, .maxAge) : .response(.expires)
        case .storePartial, .storeIncomplete:
            // Of another status code it is the content that was cut short, and no field says so.
            return response?.status.value == 206 ? rule.source : .none
        case .storeUnjudgeable:
            return response?.summary.has(.connection) == true ? rule.source : .response(.cacheControl, .private)
        default: return rule.source
        }
    }

    /// The lines of Location and Content-Location that name a URI of another origin.
    private func otherOriginEvidence(_ response: ResponseHead?, _ request: RequestHead?) -> [Evidence] {
        guard let response, let request else { return [] }
        return [KnownField.location, .contentLocation].flatMap { field in
            response.fields.locate(field, nil).filter { place in
                let target = request.target.resolving(response.fields[place.line].valueText)
                return target.map { $0.origin != request.target.origin } ?? false
            }.map { Evidence(.response, $0) }
        }
    }

    /// The Vary line, and in the new request the line that differs.
    private func varyEvidence(
        _ response: ResponseHead?, _ stored: RequestHead?, _ request: RequestHead?
    ) -> [Evidence] {
        guard let response else { return [] }
        var found = response.fields.locate(.vary, nil).map { Evidence(.response, $0) }
        guard let stored, let request else { return found }
        let names = response.nominatedFields
        let comparison = FieldComparison(stored, request, on: names, options.fieldComparison)
        for name in names where !comparison.agrees(on: name) {
            for index in comparison.newLines(of: name) {
                let length = request.fields.records[index].value.count
                found.append(Evidence(message: .request, line: index, range: 0..<length))
            }
        }
        return found
    }
}

extension Evidence {
    fileprivate init(_ message: Message, _ place: (line: Int, range: Range<Int>)) {
        self.init(message: message, line: place.line, range: place.range)
    }
}

extension FieldSection {
    /// The first member of a Cache-Control line that is this directive, or the first line of another field.
    fileprivate func locate(_ field: KnownField, _ directive: Directive?) -> [(line: Int, range: Range<Int>)] {
        for index in records.indices where records[index].known == field {
            guard let directive else { return [(index, 0..<records[index].value.count)] }
            let line = bytes.span.extracting(records[index].value)
            var scanner = DirectiveScanner()
            while let member = scanner.next(in: line) {
                if Directive(line.extracting(member.name)) == directive { return [(index, member.whole)] }
            }
        }
        return []
    }

    /// The line of a targeted field that holds this directive as a key; of a key that stands several times the last
    /// counts (RFC 9651 §4.2.2).
    fileprivate func lines(named name: String, holding directive: Directive?) -> [(line: Int, range: Range<Int>)] {
        var found: (line: Int, range: Range<Int>)?
        for index in records.indices where matches(records[index], name) {
            guard let directive else { return [(index, 0..<records[index].value.count)] }
            let line = bytes.span.extracting(records[index].value)
            var scanner = DirectiveScanner()
            while let member = scanner.next(in: line) {
                if Directive(line.extracting(member.name)) == directive { found = (index, member.whole) }
            }
        }
        return found.map { [$0] } ?? []
    }
}
