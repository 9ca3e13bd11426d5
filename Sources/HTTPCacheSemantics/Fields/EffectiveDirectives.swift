/// The directives that count for a cache, and where they came from.
struct EffectiveDirectives: Sendable {
    var directives: ResponseDirectives
    /// Whether a targeted field took the place of Cache-Control and Expires (RFC 9213 §2.2).
    var isTargeted: Bool
}

extension CachePolicy {
    /// Cache-Control's directives, or those of the first valid targeted field on this cache's list (RFC 9213 §2.2).
    @inline(always)
    func effectiveDirectives(of response: ResponseHead) -> EffectiveDirectives {
        options.targeted.mayBeThere(response.summary.seen)
            ? targetedDirectives(of: response)
            : EffectiveDirectives(directives: response.summary.directives, isTargeted: false)
    }

    @inline(always)
    func effectiveDirectives(of stored: StoredResponse) -> EffectiveDirectives {
        options.targeted.mayBeThere(stored.summary.seen)
            ? targetedDirectives(of: stored)
            : EffectiveDirectives(directives: stored.summary.directives, isTargeted: false)
    }

    // Apart, so that a cache without a target list does not pay for them.

    @inline(never)
    private func targetedDirectives(of stored: StoredResponse) -> EffectiveDirectives {
        targetedDirectives(of: stored.response)
    }

    @inline(never)
    private func targetedDirectives(of response: ResponseHead) -> EffectiveDirectives {
        guard let targeted = targetedControl(of: response) else {
            return EffectiveDirectives(directives: response.summary.directives, isTargeted: false)
        }
        return EffectiveDirectives(directives: ResponseDirectives(targeted.control), isTargeted: true)
    }

    /// The first targeted field on this cache's list that is there and can be used (RFC 9213 §2.2).
    func targetedControl(of response: ResponseHead) -> (name: String, control: TargetedCacheControl)? {
        guard options.targeted.mayBeThere(response.summary.seen) else { return nil }
        for name in options.targetedFields where response.fields.contains(name) {
            if case .directives(let control) = TargetedCacheControl.read(lines: response.fields.values(of: name)) {
                return (name, control)
            }
        }
        return nil
    }

    /// The targeted field that takes the place of the response's Cache-Control and Expires, if one does.
    public func targetedField(of response: ResponseHead) -> String? { targetedControl(of: response)?.name }
}

extension ResponseDirectives {
    init(_ control: TargetedCacheControl) {
        let rows: [(Bool, Flags)] = [
            (control.noStore, .noStore), (control.public, .public), (control.mustRevalidate, .mustRevalidate),
            (control.proxyRevalidate, .proxyRevalidate), (control.mustUnderstand, .mustUnderstand),
            (control.noTransform, .noTransform), (control.immutable, .immutable),
            (control.maxAge != nil, .maxAge), (control.sMaxAge != nil, .sMaxAge),
            (control.staleWhileRevalidate != nil, .staleWhileRevalidate),
            (control.staleIfError != nil, .staleIfError),
        ]
        for (holds, flag) in rows where holds { flags.insert(flag) }
        if control.negative.contains("max-age") { flags.formUnion([.maxAge, .maxAgeInvalid]) }
        if control.negative.contains("s-maxage") { flags.formUnion([.sMaxAge, .sMaxAgeInvalid]) }
        if let scope = control.noCache { flags.insert(scope.fieldNames.isEmpty ? .noCache : .noCacheFields) }
        if let scope = control.private { flags.insert(scope.fieldNames.isEmpty ? .private : .privateFields) }
        maxAge = UInt32(clamping: control.maxAge ?? 0)
        sMaxAge = UInt32(clamping: control.sMaxAge ?? 0)
        staleWhileRevalidate = UInt32(clamping: control.staleWhileRevalidate ?? 0)
        staleIfError = UInt32(clamping: control.staleIfError ?? 0)
    }
}

extension TargetedCacheControl.Scope {
    /// The listed names in lower case; empty for the unqualified form, which an empty or unreadable list counts as too.
    var fieldNames: Set<String> {
        guard case .fields(let list) = self else { return [] }
        let bytes = Array(list.utf8)
        var names: Set<String> = []
        var isReadable = true
        VaryNames.forEachMember(of: bytes.span) { member in
            if !bytes[member].allSatisfy(\.isTokenByte) { isReadable = false }
            names.insert(FieldLine.text(bytes[member].map(\.lowercased)))
        }
        return isReadable ? names : []
    }
}
