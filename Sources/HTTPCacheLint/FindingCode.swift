public import HTTPCacheSemantics

/// One kind of finding.
///
/// The code is stable: it appears in fixtures and reports, and codes are only ever added.
public enum FindingCode: UInt8, CaseIterable, Sendable, Hashable {
    /// A directive that is not defined, few edits away from one that is, so that nobody heeds it (RFC 9111 §5.2.3).
    case directiveMisspelt
    /// A directive that is not defined and near none: caches that do not know it ignore it (RFC 9111 §5.2.3).
    case directiveUnknown
    /// A member of Cache-Control that is no directive: no name, a colon or a space where `=` belongs, a quote never
    /// closed (RFC 9111 §5.2).
    case directiveMalformed
    /// A semicolon or a space where the comma between two directives belongs (RFC 9111 §5.2).
    case directiveSeparator
    /// A comma with nothing before or after it, which recipients skip; one for each line (RFC 9110 §5.6.1.1).
    case emptyMember
    /// A response's directive that is defined for requests alone (RFC 9111 §5.2.1).
    case directiveRequestOnly
    /// A request's directive that is defined for responses alone (RFC 9111 §5.2.2).
    case directiveResponseOnly
    /// A directive without the seconds that it needs (RFC 9111 §1.2.2).
    case argumentMissing
    /// An argument of a directive that takes none, which where it restricts holds all the same (RFC 9111 §5.2).
    case argumentUnexpected
    /// Seconds in quotes, which some caches read and others do not (RFC 9111 §5.2.2.1).
    case argumentQuoted
    /// Field names of `no-cache` or `private` without quotes (RFC 9111 §5.2.2.4).
    case argumentUnquoted
    /// Seconds with a `+` or `-`; a lifetime like that makes a response stale (RFC 9111 §1.2.2).
    case argumentSigned
    /// Seconds with a fraction; a lifetime like that makes a response stale (RFC 9111 §1.2.2).
    case argumentFractional
    /// Anything else where seconds belong, such as `1h` (RFC 9111 §1.2.2).
    case argumentNotSeconds
    /// More than 2147483648 seconds, which caches take for that many (RFC 9111 §1.2.2).
    case argumentTooLarge
    /// A `no-cache=` or `private=` whose argument lists no field names, so that it holds without one (RFC 9111
    /// §5.2.2.4).
    case fieldListInvalid
    /// A directive with seconds that stands twice with different values (RFC 9111 §4.2.1).
    case directiveDuplicate
    /// A directive that stands twice and says the same (RFC 9111 §4.2.1).
    case directiveRepeated
    /// `no-store` without `must-understand`, beside a directive that matters only for what is stored (RFC 9111
    /// §5.2.2.5).
    case noStoreWithLifetime
    /// `no-cache` without field names beside a lifetime above 0 (RFC 9111 §5.2.2.4).
    case noCacheWithLifetime
    /// `private` without field names beside `public`, which does not count then (RFC 9111 §5.2.2.7).
    case publicAndPrivate
    /// `private` without field names beside `s-maxage`; only where shared caches matter (RFC 9111 §5.2.2.7).
    case privateWithSMaxAge
    /// `immutable` without a lifetime to hold for (RFC 8246 §2).
    case immutableWithoutLifetime
    /// `stale-while-revalidate` beside `s-maxage`, which forbids it to shared caches that keep to the letter (RFC 9111
    /// §5.2.2.10).
    case sMaxAgeWithStale
    /// `stale-while-revalidate` or `stale-if-error` beside `must-revalidate` or `no-cache`, which forbid it (RFC 9111
    /// §4.2.4).
    case staleForbidden
    /// `must-understand` without the `no-store` for caches that do not know it (RFC 9111 §5.2.2.3).
    case mustUnderstandAlone
    /// A date that cannot be read in Date, Expires, Last-Modified, If-Modified-Since or If-Unmodified-Since (RFC 9110
    /// §5.6.7).
    case dateInvalid
    /// A date in the form of RFC 850 or asctime, which recipients read and senders must not write (RFC 9110 §5.6.7).
    case dateObsolete
    /// A date with letters of the wrong case, or something else that only a lenient reader takes (RFC 9110 §5.6.7).
    case dateCase
    /// A date that names another day of the week than its own (RFC 9110 §5.6.7).
    case dateWrongDay
    /// `Expires: 0` or `-1`, which does what it is written for without being a date (RFC 9111 §5.3).
    case expiresZero
    /// Expires as the lifetime that counts, and no Date to count it from (RFC 9110 §6.6.1).
    case expiresWithoutDate
    /// Last-Modified later than Date (RFC 9110 §8.8.2.1).
    case lastModifiedAfterDate
    /// Date, Expires, Last-Modified, ETag or Age twice with different values (RFC 9110 §5.3).
    case fieldDuplicate
    /// An Age that is empty or has anything but digits (RFC 9111 §5.1).
    case ageInvalid
    /// An entity tag without its quotes in ETag, If-None-Match or If-Match (RFC 9110 §8.8.3).
    case eTagUnquoted
    /// An ETag that is none for another reason: a small `w`, single quotes, something around the quotes (RFC 9110
    /// §8.8.3).
    case eTagInvalid
    /// A weak entity tag, with which no range can be asked for (RFC 9110 §8.8.1).
    case eTagWeak
    /// An entity tag that changes while the content does not; only ``EntityTagHistory`` finds it (RFC 9110 §8.8.1).
    case eTagUnstable
    /// A 200 of ``Linter/largeContent`` or more that can be kept, without ETag or Last-Modified (RFC 9110 §8.8).
    case validatorMissing
    /// A `no-cache` or `max-age=0` that makes caches ask each time, without ETag or Last-Modified (RFC 9111 §4.3.1).
    case nothingToValidateWith
    /// `Vary: *` in a response that could be kept: no request matches it (RFC 9111 §4.1).
    case varyStar
    /// A member of Vary that is no field name, so that no request matches (RFC 9110 §12.5.5).
    case varyInvalid
    /// `Vary: User-Agent` in a response that shared caches reuse, of which they keep a copy for each spelling (RFC 9110
    /// §12.5.5).
    case varyUserAgent
    /// `Vary: Cookie` in a response that shared caches reuse (RFC 9110 §12.5.5).
    case varyCookie
    /// A content coding in a response that shared caches reuse, and no Vary that names Accept-Encoding (RFC 9110
    /// §12.5.5).
    case varyMissing
    /// Set-Cookie in a response that shared caches reuse, unless `private` or `no-cache` names the field (RFC 9111
    /// §7.3).
    case setCookieShared
    /// `Pragma: no-cache` in a response as the only word against storing; caches do not heed it there (RFC 9111 §5.4).
    case pragmaAlone
    /// Pragma in a response where it changes nothing (RFC 9111 §5.4).
    case pragmaInResponse
    /// A Warning field, which caches neither write nor read any more (RFC 9111 §5.5).
    case warningObsolete
    /// No lifetime, so that caches guess one from Last-Modified (RFC 9111 §4.2.2).
    case heuristicLifetime
    /// An Age at or beyond the lifetime, the time of `stale-while-revalidate` aside (RFC 9111 §4.2).
    case staleOnArrival
    /// A digest in the file's name, and a lifetime below ``Linter/longLifetime`` (RFC 9111 §5.2.2.1).
    case hashedNameShortLived
    /// A targeted field that is no Dictionary: caches ignore all of it and read Cache-Control (RFC 9213 §2.1).
    case targetedNotStructured
    /// A targeted field's directive whose value is of the wrong type, or below 0 (RFC 9213 §2.1).
    case targetedWrongType
    /// A targeted field without a member, which counts as absent (RFC 9213 §2.1).
    case targetedEmpty
    /// No-Vary-Search, Cache-Groups, Cache-Group-Invalidation or Cache-Status that cannot be read: caches ignore all of
    /// it (RFC 9651 §4.2).
    case structuredFieldInvalid
    /// A field name few edits away from a caching field's, so that nobody heeds it (RFC 9110 §5.1).
    case fieldMisspelt
}

extension FindingCode {
    /// The stable name, such as `lint.directive-misspelt`: `lint.` and lower-case words joined by hyphens.
    public var code: String { entry.code.description }

    /// How bad it is.
    public var level: Finding.Level { entry.level }

    /// Where it is written what a cache does.
    public var citation: Citation { Citation(rfc: entry.rfc, section: entry.section.description) }

    /// One sentence that says what is found.
    public var summary: String { entry.summary.description }

    /// The kind of finding with this code, or nil when there is none.
    public init?(code: String) {
        guard let found = FindingCode.allCases.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}
