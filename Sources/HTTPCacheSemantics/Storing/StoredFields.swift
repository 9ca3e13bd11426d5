/// Which fields of a response are stored and replayed (RFC 9111 §3.1).
extension CachePolicy {
    /// The response's fields without those that must not be stored.
    ///
    /// Left out are Connection and the fields it names, the fields of one connection (RFC 9110 §7.6.1), those of the
    /// proxy in use, and in a shared cache those that a qualified `private` names.
    public func storedFields(of response: ResponseHead) -> FieldSection {
        let excluded = ExcludedFields(
            of: response, isShared: isShared, targeted: targetedControl(of: response)?.control)
        return response.fields.filtered { excluded.rule(forStoring: $0) == nil }
    }

    /// The stored fields without those that a qualified `no-cache` keeps from being replayed unvalidated (§5.2.2.4).
    public func replayedFields(of stored: StoredResponse) -> FieldSection {
        let excluded = ExcludedFields(
            of: stored.response, isShared: isShared, targeted: targetedControl(of: stored.response)?.control)
        guard !excluded.noCache.isEmpty else { return stored.response.fields }
        return stored.response.fields.filtered { !excluded.noCache.contains($0) }
    }

    /// The rule that keeps a field of this response from being stored, or replayed without validation; nil for one that
    /// is kept.
    public func rule(excluding name: String, from response: ResponseHead) -> Rule? {
        let excluded = ExcludedFields(
            of: response, isShared: isShared, targeted: targetedControl(of: response)?.control)
        let name = name.lowercased()
        return excluded.rule(forStoring: name) ?? (excluded.noCache.contains(name) ? .fieldsNoCache : nil)
    }
}

/// The names, in lower case, that a response itself excludes.
struct ExcludedFields {
    var connection: Set<String> = []
    var `private`: Set<String> = []
    var noCache: Set<String> = []

    init(of response: ResponseHead, isShared: Bool, targeted: TargetedCacheControl?) {
        for value in response.fields.values(of: "Connection") {
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

    func rule(forStoring name: String) -> Rule? {
        if Self.ofOneConnection.contains(name) || connection.contains(name) { return .fieldsConnection }
        if Self.ofTheProxy.contains(name) { return .fieldsProxy }
        return `private`.contains(name) ? .fieldsPrivate : nil
    }

    /// RFC 9110 §7.6.1.
    private static let ofOneConnection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static let ofTheProxy: Set<String> = [
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]
}

extension FieldSection {
    /// The lines whose lower-case name passes.
    func filtered(_ keeps: (String) -> Bool) -> FieldSection {
        var kept = FieldSection()
        for record in records where keeps(FieldLine.text(bytes[record.name].map(\.lowercased))) {
            kept.append(record, of: self)
        }
        return kept
    }

    /// The names, in lower case, that the qualified forms of a directive list.
    func qualifiedNames(of directive: Directive) -> Set<String> {
        var names: Set<String> = []
        for record in records where record.known == .cacheControl {
            let line = bytes.span.extracting(record.value)
            var scanner = DirectiveScanner()
            while let member = scanner.next(in: line) {
                guard Directive(line.extracting(member.name)) == directive else { continue }
                for name in ResponseDirectives.names(of: member, in: line) {
                    names.insert(FieldLine.text(name.map { line[$0].lowercased }))
                }
            }
        }
        return names
    }
}
