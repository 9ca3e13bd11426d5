import HTTPCacheSemantics

/// Set-Cookie, Pragma and Warning in a response (RFC 9111 §5.4, §5.5, §7.3).
enum SharingFindings {
    static func add(_ subject: ResponseSubject, to found: inout FindingCollector) {
        addCookie(subject, to: &found)
        addPragma(subject, to: &found)
        for line in subject.fields.indices(of: "Warning") {
            found.add(.warningObsolete, line: line, nil, "caches neither write nor read Warning any more; leave it out")
        }
    }

    private static func addCookie(_ subject: ResponseSubject, to found: inout FindingCollector) {
        // A qualified directive, or Connection, can keep the cookie from being handed on.
        guard let shared = subject.shared, shared.isReused,
            let line = subject.fields.indices(of: "Set-Cookie").first,
            shared.policy.rule(excluding: "Set-Cookie", from: subject.response) == nil
        else { return }
        found.add(
            .setCookieShared, line: line, nil,
            "a shared cache may keep this and hand the same cookie to everyone; send private, or "
                + "no-cache=\"Set-Cookie\", or no cookie")
    }

    private static func addPragma(_ subject: ResponseSubject, to found: inout FindingCollector) {
        guard let line = subject.fields.indices(of: "Pragma").first else { return }
        let says =
            subject.fields.contains("Expires") || subject.response.status.value == 304
            || ["no-store", "no-cache", "private", "max-age", "s-maxage"].contains { subject.directives[$0] != nil }
        let asksForNoCache = String(decoding: subject.fields[line].value.map(\.lowercased), as: UTF8.self)
        if says || !asksForNoCache.contains("no-cache") || !subject.isStored {
            found.add(
                .pragmaInResponse, line: line, nil,
                "Pragma is a field of requests, and caches ignore it in a response; leave it out")
        } else {
            found.add(
                .pragmaAlone, line: line, nil,
                "caches ignore Pragma in a response, so nothing keeps them from storing this; write Cache-Control: "
                    + "no-cache, or no-store")
        }
    }
}
