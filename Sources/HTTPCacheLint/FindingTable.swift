/// The rows behind `FindingCode`: code, level, section and line stand together.
struct FindingEntry {
    let code: StaticString
    let level: Finding.Level
    let rfc: Int
    let section: StaticString
    let summary: StaticString

    init(
        _ code: StaticString, _ level: Finding.Level, _ rfc: Int, _ section: StaticString, _ summary: StaticString
    ) {
        self.code = code
        self.level = level
        self.rfc = rfc
        self.section = section
        self.summary = summary
    }
}

extension FindingCode {
    var entry: FindingEntry {
        switch self {
        case .directiveMisspelt:
            .init(
                "lint.directive-misspelt", .error, 9111, "5.2.3",
                "A directive that no cache knows, one slip away from one.")
        case .directiveUnknown:
            .init("lint.directive-unknown", .note, 9111, "5.2.3", "A directive that caches in general do not know.")
        case .directiveMalformed:
            .init("lint.directive-malformed", .error, 9111, "5.2", "A member of Cache-Control that is no directive.")
        case .directiveSeparator:
            .init(
                "lint.directive-separator", .error, 9111, "5.2", "Directives separated by something other than a comma."
            )
        case .emptyMember:
            .init("lint.empty-member", .note, 9110, "5.6.1.1", "A comma with nothing before or after it.")
        case .directiveRequestOnly:
            .init("lint.directive-request-only", .warning, 9111, "5.2.1", "A directive of requests in a response.")
        case .directiveResponseOnly:
            .init("lint.directive-response-only", .warning, 9111, "5.2.2", "A directive of responses in a request.")
        case .argumentMissing:
            .init("lint.argument-missing", .error, 9111, "1.2.2", "A directive without the seconds that it needs.")
        case .argumentUnexpected:
            .init("lint.argument-unexpected", .warning, 9111, "5.2", "An argument of a directive that takes none.")
        case .argumentQuoted:
            .init(
                "lint.argument-quoted", .warning, 9111, "5.2.2.1", "Seconds in quotes, which a sender must not write.")
        case .argumentUnquoted:
            .init("lint.argument-unquoted", .warning, 9111, "5.2.2.4", "Field names that should stand in quotes.")
        case .argumentSigned:
            .init("lint.argument-signed", .error, 9111, "1.2.2", "Seconds with a sign before them.")
        case .argumentFractional:
            .init("lint.argument-fractional", .error, 9111, "1.2.2", "Seconds with a fraction.")
        case .argumentNotSeconds:
            .init("lint.argument-not-seconds", .error, 9111, "1.2.2", "An argument that is no number of seconds.")
        case .argumentTooLarge:
            .init("lint.argument-too-large", .note, 9111, "1.2.2", "More seconds than caches count.")
        case .fieldListInvalid:
            .init(
                "lint.field-list-invalid", .warning, 9111, "5.2.2.4",
                "A qualified no-cache or private that lists no field names.")
        case .directiveDuplicate:
            .init(
                "lint.directive-duplicate", .error, 9111, "4.2.1",
                "A directive that stands twice with different values.")
        case .directiveRepeated:
            .init("lint.directive-repeated", .note, 9111, "4.2.1", "A directive that stands twice and says the same.")
        case .noStoreWithLifetime:
            .init(
                "lint.no-store-with-lifetime", .warning, 9111, "5.2.2.5",
                "no-store beside a directive that only matters for what is stored.")
        case .noCacheWithLifetime:
            .init(
                "lint.no-cache-with-lifetime", .warning, 9111, "5.2.2.4",
                "no-cache beside a lifetime that it makes useless.")
        case .publicAndPrivate:
            .init("lint.public-and-private", .warning, 9111, "5.2.2.7", "public and private in one response.")
        case .privateWithSMaxAge:
            .init(
                "lint.private-with-s-maxage", .warning, 9111, "5.2.2.7",
                "A lifetime for shared caches in a response that is private.")
        case .immutableWithoutLifetime:
            .init("lint.immutable-without-lifetime", .warning, 8246, "2", "immutable without a lifetime to hold for.")
        case .sMaxAgeWithStale:
            .init(
                "lint.s-maxage-with-stale-while-revalidate", .note, 9111, "5.2.2.10",
                "s-maxage, which forbids shared caches the stale use that another directive allows.")
        case .staleForbidden:
            .init(
                "lint.stale-forbidden", .warning, 9111, "4.2.4",
                "A stale use that another directive of the response forbids.")
        case .mustUnderstandAlone:
            .init(
                "lint.must-understand-alone", .note, 9111, "5.2.2.3",
                "must-understand without the no-store for caches that do not know it.")
        case .dateInvalid:
            .init("lint.date-invalid", .error, 9110, "5.6.7", "A date that is none.")
        case .dateObsolete:
            .init(
                "lint.date-obsolete", .warning, 9110, "5.6.7", "A date in a form that a sender must not write any more."
            )
        case .dateCase:
            .init("lint.date-case", .warning, 9110, "5.6.7", "A date with letters of the wrong case.")
        case .dateWrongDay:
            .init("lint.date-wrong-day", .warning, 9110, "5.6.7", "A date with the name of another day.")
        case .expiresZero:
            .init(
                "lint.expires-zero", .note, 9111, "5.3",
                "Expires: 0 or -1, which is no date and means that it has expired.")
        case .expiresWithoutDate:
            .init(
                "lint.expires-without-date", .warning, 9110, "6.6.1",
                "Expires as the only lifetime, and no Date to count it from.")
        case .lastModifiedAfterDate:
            .init("lint.last-modified-after-date", .warning, 9110, "8.8.2.1", "Last-Modified later than Date.")
        case .fieldDuplicate:
            .init("lint.field-duplicate", .error, 9110, "5.3", "A field that is no list, twice with different values.")
        case .ageInvalid:
            .init("lint.age-invalid", .error, 9111, "5.1", "Age that is no number of seconds.")
        case .eTagUnquoted:
            .init("lint.etag-unquoted", .error, 9110, "8.8.3", "An entity tag without its quotes.")
        case .eTagInvalid:
            .init("lint.etag-invalid", .error, 9110, "8.8.3", "An entity tag that is none.")
        case .eTagWeak:
            .init("lint.etag-weak", .note, 9110, "8.8.1", "A weak entity tag.")
        case .eTagUnstable:
            .init(
                "lint.etag-unstable", .warning, 9110, "8.8.1", "An entity tag that changes while the content does not.")
        case .validatorMissing:
            .init(
                "lint.validator-missing", .warning, 9110, "8.8",
                "Much content that can be kept, and nothing to validate it with.")
        case .nothingToValidateWith:
            .init(
                "lint.nothing-to-validate-with", .note, 9111, "4.3.1",
                "A response to be validated each time, and nothing to do it with.")
        case .varyStar:
            .init("lint.vary-star", .warning, 9111, "4.1", "Vary: * in a response that could be kept.")
        case .varyInvalid:
            .init("lint.vary-invalid", .error, 9110, "12.5.5", "A member of Vary that is no field name.")
        case .varyUserAgent:
            .init(
                "lint.vary-user-agent", .warning, 9110, "12.5.5",
                "Vary: User-Agent, of which nearly each request has its own.")
        case .varyCookie:
            .init(
                "lint.vary-cookie", .warning, 9110, "12.5.5", "Vary: Cookie in a response that shared caches may keep.")
        case .varyMissing:
            .init(
                "lint.vary-missing", .warning, 9110, "12.5.5",
                "A content coding, and no Vary that names Accept-Encoding.")
        case .setCookieShared:
            .init(
                "lint.set-cookie-shared", .warning, 9111, "7.3",
                "A cookie in a response that shared caches may keep and hand on.")
        case .pragmaAlone:
            .init("lint.pragma-alone", .warning, 9111, "5.4", "Pragma in a response as the only word against storing.")
        case .pragmaInResponse:
            .init("lint.pragma-in-response", .note, 9111, "5.4", "Pragma in a response, where it means nothing.")
        case .warningObsolete:
            .init("lint.warning-obsolete", .note, 9111, "5.5", "Warning, which is obsolete.")
        case .heuristicLifetime:
            .init(
                "lint.heuristic-lifetime", .warning, 9111, "4.2.2",
                "No lifetime, so that caches guess one from Last-Modified.")
        case .staleOnArrival:
            .init("lint.stale-on-arrival", .warning, 9111, "4.2", "Age beyond the lifetime: stale for whoever gets it.")
        case .hashedNameShortLived:
            .init(
                "lint.hashed-name-short-lived", .note, 9111, "5.2.2.1",
                "A name that changes with the content, and less than 30 days to keep it.")
        case .targetedNotStructured:
            .init(
                "lint.targeted-not-structured", .error, 9213, "2.1",
                "A targeted field that is no Structured Field: caches ignore all of it.")
        case .targetedWrongType:
            .init(
                "lint.targeted-wrong-type", .error, 9213, "2.1",
                "A directive of a targeted field whose value is of the wrong type.")
        case .targetedEmpty:
            .init("lint.targeted-empty", .note, 9213, "2.1", "A targeted field without a member.")
        case .structuredFieldInvalid:
            .init(
                "lint.structured-field-invalid", .error, 9651, "4.2",
                "A Structured Field that cannot be read: caches ignore all of it.")
        case .fieldMisspelt:
            .init("lint.field-misspelt", .warning, 9110, "5.1", "A field that no cache knows, one slip away from one.")
        }
    }
}
