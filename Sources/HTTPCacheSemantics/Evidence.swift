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
    /// the one that counts is shown, and all of them where all count.
    public func evidence(
        for rule: Rule, response: ResponseHead?, storedRequest: RequestHead? = nil, request: RequestHead? = nil
    ) -> [Evidence] {
        switch rule {
        case .varyStar, .varyMismatch: return varyEvidence(rule, response, storedRequest, request)
        case .invalidateOtherOrigin: return otherOriginEvidence(response, request ?? storedRequest)
        case .storeUnjudgeable: return unjudgeableEvidence(response)
        case .conditionETag: return conditionEvidence(response, request)
        default: break
        }
        var found: [Evidence] = []
        switch source(of: rule, in: response) {
        case .response(let field, let directive):
            found = responseEvidence(response, field, directive, rule.memberForm)
        case .request(let field, let directive):
            found = request?.fields.locate(field, directive).map { .init(.request, $0) } ?? []
        case .storedRequest(let field, let directive):
            found = storedRequest?.fields.locate(field, directive).map { .init(.storedRequest, $0) } ?? []
        case .vary, .none: break
        }
        if rule == .forwardPrecondition {
            found += request?.fields.locate(.ifUnmodifiedSince, nil).map { .init(.request, $0) } ?? []
        }
        // Either's is enough.
        if rule == .staleIfError, options.requestDirectives {
            found += request?.fields.locate(.cacheControl, .staleIfError).map { .init(.request, $0) } ?? []
        }
        return found
    }

    private func responseEvidence(
        _ response: ResponseHead?, _ field: KnownField, _ directive: Directive?, _ form: MemberForm
    ) -> [Evidence] {
        guard let response else { return [] }
        if let name = targetedField(of: response), field == .cacheControl {
            return response.fields.targetedDirectives(of: name).filter { Directive($0.name) == directive }
                .map { Evidence(message: .response, line: $0.line, range: $0.range) }
        }
        return response.fields.locate(field, directive, form).map { .init(.response, $0) }
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

    /// What excludes a field that the response is judged by: lines of Connection, and members of `private`.
    private func unjudgeableEvidence(_ response: ResponseHead?) -> [Evidence] {
        guard let response else { return [] }
        let judged = Set(judgedFields(excludedBy: response))
        let connection = response.fields.lines(of: .connection, naming: judged).map { Evidence(.response, $0) }
        guard isShared, !excludedFields(of: response).private.isDisjoint(with: judged) else { return connection }
        return connection + responseEvidence(response, .cacheControl, .private, .qualified)
    }

    /// The line of If-None-Match that names the response's entity tag.
    private func conditionEvidence(_ response: ResponseHead?, _ request: RequestHead?) -> [Evidence] {
        guard let request else { return [] }
        let lines = request.fields.wholeLines(of: .ifNoneMatch)
        let matching = lines.first { place in
            EntityTagCondition(lines: [request.fields[place.line].value])?.matchesWeakly(response?.entityTag) ?? false
        }
        return (matching ?? lines.first).map { [Evidence(.request, $0)] } ?? []
    }

    /// The Vary lines that name `*` or a field that differs, and in the new request the lines that differ; all Vary lines
    /// where none does.
    private func varyEvidence(
        _ rule: Rule, _ response: ResponseHead?, _ stored: RequestHead?, _ request: RequestHead?
    ) -> [Evidence] {
        guard let response else { return [] }
        let lines = response.fields.wholeLines(of: .vary)
        if rule == .varyStar {
            let stars = lines.filter { place in
                var names = VaryNames()
                names.read(response.fields[place.line].value.span)
                return names.matchesNothing
            }
            return (stars.isEmpty ? lines : stars).map { Evidence(.response, $0) }
        }
        guard let stored, let request else { return lines.map { Evidence(.response, $0) } }
        let names = response.nominatedFields
        let comparison = FieldComparison(stored, request, on: names, options.fieldComparison)
        let differing = names.filter { !comparison.agrees(on: $0) }
        let naming = differing.isEmpty ? lines : response.fields.lines(of: .vary, naming: Set(differing))
        return naming.map { Evidence(.response, $0) }
            + differing.flatMap(comparison.newLines).map { Evidence(.request, request.fields.wholeLine($0)) }
    }
}

extension Evidence {
    fileprivate init(_ message: Message, _ place: (line: Int, range: Range<Int>)) {
        self.init(message: message, line: place.line, range: place.range)
    }
}

/// Of which form a directive's members are that a rule rests on.
private enum MemberForm {
    /// The first, whatever its form.
    case any
    /// The first without an argument.
    case bare
    /// The first that is not of the qualified form.
    case unqualified
    /// All of the qualified form.
    case qualified

    func takes(_ member: DirectiveMember, in line: Span<UInt8>) -> Bool {
        switch self {
        case .any: true
        case .bare: member.argument == nil
        case .unqualified: !ResponseDirectives.isQualified(member, in: line)
        case .qualified: ResponseDirectives.isQualified(member, in: line)
        }
    }
}

extension Rule {
    fileprivate var memberForm: MemberForm {
        switch self {
        case .storePublic, .storeNoStoreIgnored: .bare
        case .storePrivate, .responseNoCache, .staleNoCache: .unqualified
        case .fieldsPrivate, .fieldsNoCache: .qualified
        default: .any
        }
    }
}

extension FieldSection {
    fileprivate typealias Place = (line: Int, range: Range<Int>)

    fileprivate func wholeLine(_ index: Int) -> Place { (index, 0..<records[index].value.count) }

    fileprivate func wholeLines(of field: KnownField) -> [Place] {
        records.indices.filter { records[$0].known == field }.map(wholeLine)
    }

    /// The lines of a list of names that have one of these, which are in lower case.
    fileprivate func lines(of field: KnownField, naming names: Set<String>) -> [Place] {
        wholeLines(of: field).filter { place in
            let value = bytes[records[place.line].value]
            var isNaming = false
            VaryNames.forEachMember(of: value.span) { member in
                let name = value[(value.startIndex + member.lowerBound)..<(value.startIndex + member.upperBound)]
                if names.contains(FieldLine.text(name.map(\.lowercased))) { isNaming = true }
            }
            return isNaming
        }
    }

    /// The members of Cache-Control that are this directive in this form, or the line of another field that counts: of
    /// Age the first that has a member, of Pragma the first with no-cache, of others the first.
    fileprivate func locate(
        _ field: KnownField, _ directive: Directive?, _ form: MemberForm = .any
    ) -> [Place] {
        guard let directive else {
            let lines = wholeLines(of: field)
            let counting = lines.first { place in
                let value = bytes.span.extracting(records[place.line].value)
                return switch field {
                case .age: !AgeField.isEmpty(value)
                case .pragma: RequestSummary.saysNoCache(value)
                default: true
                }
            }
            return (counting ?? lines.first).map { [$0] } ?? []
        }
        var found: [Place] = []
        for index in records.indices where records[index].known == field {
            let line = bytes.span.extracting(records[index].value)
            var scanner = DirectiveScanner()
            while let member = scanner.next(in: line) {
                guard Directive(line.extracting(member.name)) == directive, form.takes(member, in: line) else {
                    continue
                }
                found.append((index, member.whole))
                if form != .qualified { return found }
            }
        }
        // A quoted-string that goes on in the next line has no form in its own.
        return found.isEmpty && form != .any ? locate(field, directive) : found
    }
}
