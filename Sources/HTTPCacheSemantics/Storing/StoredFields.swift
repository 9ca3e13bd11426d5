/// Which fields of a response are stored and replayed (RFC 9111 §3.1).
extension CachePolicy {
    /// The response's fields without those that must not be stored.
    ///
    /// Left out are Connection and the fields it names, the fields of one connection (RFC 9110 §7.6.1), those of the
    /// proxy in use, and in a shared cache those that a qualified `private` names.
    public func storedFields(of response: ResponseHead) -> FieldSection {
        let excluded = excludedFields(of: response)
        if excluded.keepEverything(of: response) { return response.fields }
        return response.fields.filtered { excluded.rule(forStoring: $0) == nil }
    }

    /// The stored fields without those that a qualified `no-cache` keeps from being replayed unvalidated (§5.2.2.4).
    public func replayedFields(of stored: StoredResponse) -> FieldSection {
        guard effectiveDirectives(of: stored).directives.flags.contains(.noCacheFields) else {
            return stored.response.fields
        }
        let excluded = excludedFields(of: stored.response)
        return stored.response.fields.filtered { !excluded.noCache.contains($0) }
    }

    /// The fields of a response that was just validated by this answer: a qualified `no-cache` holds back what the answer
    /// did not renew, for it may have been for another client (§5.2.2.4).
    func validatedFields(of stored: StoredResponse, by answer: ResponseHead) -> FieldSection {
        guard effectiveDirectives(of: stored).directives.flags.contains(.noCacheFields) else {
            return stored.response.fields
        }
        let renewed = Set(answer.fields.lines.map { FieldLine.text($0.name.map(\.lowercased)) })
        let held = excludedFields(of: stored.response).noCache.subtracting(renewed)
        return stored.response.fields.filtered { !held.contains($0) }
    }

    /// The rule that keeps a field of this response from being stored, or replayed without validation; nil for one that
    /// is kept.
    public func rule(excluding name: String, from response: ResponseHead) -> Rule? {
        let excluded = excludedFields(of: response)
        let name = name.lowercased()
        return excluded.rule(forStoring: name) ?? (excluded.noCache.contains(name) ? .fieldsNoCache : nil)
    }

    func excludedFields(of response: ResponseHead) -> ExcludedFields {
        ExcludedFields(of: response, isShared: isShared, targeted: targetedControl(of: response)?.control)
    }
}

/// The names, in lower case, that a response itself excludes.
struct ExcludedFields {
    var connection: Set<String> = []
    var `private`: Set<String> = []
    var noCache: Set<String> = []

    init(of response: ResponseHead, isShared: Bool, targeted: TargetedCacheControl?) {
        for value in response.summary.has(.connection) ? response.fields.values(of: "Connection") : [] {
            VaryNames.forEachMember(of: value.span) { connection.insert(FieldLine.text(value[$0].map(\.lowercased))) }
        }
        let has = targeted.map { ResponseDirectives($0).flags } ?? response.summary.directives.flags
        if has.contains(.noCacheFields), !has.contains(.noCache) {
            noCache = targeted?.noCache?.fieldNames ?? response.fields.qualifiedNames(of: .noCache)
        }
        if isShared, has.contains(.privateFields), !has.contains(.private) {
            `private` = targeted?.private?.fieldNames ?? response.fields.qualifiedNames(of: .private)
        }
    }

    /// Whether no field of the response is left out, which most need no closer look for.
    func keepEverything(of response: ResponseHead) -> Bool {
        response.summary.seen & Self.known == 0 && connection.isEmpty && `private`.isEmpty
    }

    func rule(forStoring name: String) -> Rule? {
        if Self.ofOneConnection.contains(name) || connection.contains(name) { return .fieldsConnection }
        if Self.ofTheProxy.contains(name) { return .fieldsProxy }
        return `private`.contains(name) ? .fieldsPrivate : nil
    }

    /// RFC 9110 §7.6.1.
    private static let ofOneConnection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]

    private static let ofTheProxy: Set<String> = [
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]

    /// The fields of both lists, which belong to one connection.
    fileprivate static let known: UInt64 = ofOneConnection.union(ofTheProxy).compactMap(KnownField.init)
        .reduce(0) { $0 | $1.bit }
}

extension FieldSection {
    /// Whether one of the fields is there that belong to a connection whether Connection names them or not, Connection
    /// among them; or Trailer, which is stored, but says nothing to those who get no trailers.
    package var hasConnectionFields: Bool {
        let wanted = ExcludedFields.known | KnownField.trailer.bit
        return records.contains { $0.known.map { $0.bit & wanted != 0 } ?? false }
    }

    /// The lines whose lower-case name passes.
    func filtered(_ keeps: (String) -> Bool) -> FieldSection {
        keeping { record in keeps(FieldLine.text(bytes[record.name].map(\.lowercased))) }
    }

    /// The names, in lower case, that the qualified forms of a directive list.
    func qualifiedNames(of directive: Directive) -> Set<String> {
        var names: Set<String> = []
        // As one value: a quoted-string may go on in the next line.
        let value = joined(.cacheControl)
        var scanner = DirectiveScanner()
        while let member = scanner.next(in: value.span) {
            guard Directive(value.span.extracting(member.name)) == directive else { continue }
            for name in ResponseDirectives.names(of: member, in: value.span) {
                names.insert(FieldLine.text(value[name].map(\.lowercased)))
            }
        }
        return names
    }
}
