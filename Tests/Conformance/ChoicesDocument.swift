import HTTPCacheSemantics

/// Documentation/choices.md: every option with its value in each profile.
enum ChoicesDocument {
    struct Row {
        let name: String
        let section: String
        let choice: String
    }

    static let rows: [Row] = [
        Row(
            name: "rules", section: "RFC 9111, RFC 2616",
            choice: "whose rules decide: today's, or those of SDURLCache, which look at no other row but the next"),
        Row(
            name: "minCacheIntervalSeconds", section: "RFC 9111 §3",
            choice: "what expires within so many seconds is not stored, unless it has an entity tag"),
        Row(
            name: "heuristicPercent", section: "RFC 9111 §4.2.2",
            choice: "the share of the time from Last-Modified to Date that is the heuristic lifetime; 0 turns it off"),
        Row(
            name: "heuristicCapSeconds", section: "RFC 9111 §4.2.2",
            choice: "the longest heuristic lifetime in seconds, or none"),
        Row(
            name: "heuristicNeeds", section: "RFC 9111 §4.2.2",
            choice: "the heuristic needs a heuristically cacheable status code or `public`"),
        Row(
            name: "heuristicForQueryURL", section: "RFC 9111 §4.2.2",
            choice: "the heuristic serves URIs with a query too"),
        Row(
            name: "duplicateDirective", section: "RFC 9111 §4.2.1",
            choice: "of two values of one time the `first` counts, or they are `stale`, or only two Expires lines are"),
        Row(
            name: "requestDirectives", section: "RFC 9111 §5.2.1",
            choice: "the request's Cache-Control is heeded"),
        Row(
            name: "requestPragmaNoCache", section: "RFC 9111 §5.4",
            choice: "`Pragma: no-cache` in a request without Cache-Control is the request's `no-cache`"),
        Row(
            name: "setCookie", section: "RFC 9111 §7.3",
            choice: "a shared cache stores responses that set a cookie"),
        Row(
            name: "notModifiedWithoutValidator", section: "RFC 9111 §4.3.4",
            choice: "a 304 without a validator that is about one stored response with one: `ask` again, or `update`"),
        Row(
            name: "conditionsOnVaryMiss", section: "RFC 9111 §4.1",
            choice: "the entity tags of the stored variants are sent when none matches"),
        Row(
            name: "completeParts", section: "RFC 9111 §3.3",
            choice: "a request for the whole asks only for what a stored part under a strong entity tag lacks"),
        Row(
            name: "staleOnDisconnect", section: "RFC 9111 §4.2.4",
            choice: "a stale response stands in for an origin that cannot be reached, where nothing forbids it"),
        Row(
            name: "staleOnServerError", section: "RFC 9111 §4.3.3",
            choice: "it stands in for a server error too, without `stale-if-error`"),
        Row(
            name: "staleWhileRevalidateOverSMaxage", section: "RFC 9111 §5.2.2.10, RFC 5861 §3",
            choice: "`stale-while-revalidate` holds although `s-maxage` implies `proxy-revalidate`"),
        Row(
            name: "immutable", section: "RFC 8246 §2",
            choice: "a fresh `immutable` response is used although the request's `max-age` wants a younger one"),
        Row(
            name: "targetedFields", section: "RFC 9213 §2.2",
            choice: "the targeted fields that are heeded, the most specific first, or none"),
        Row(
            name: "unknownVary", section: "RFC 9111 §4.1, RFC 9110 §5.3",
            choice: "values of a field that is not known are compared byte by byte, or without white space at commas"),
        Row(
            name: "acceptSemantics", section: "RFC 9110 §12.5.3, §12.5.4",
            choice: "the Accept-Encoding and Accept-Language that Vary names are compared as what they accept"),
        Row(
            name: "noVarySearch", section: "No-Vary-Search (draft)",
            choice: "the field widens the match of a query; the draft is `\(NoVarySearch.draft)`"),
    ]

    /// What the RFCs leave open and this cache does in one way only.
    private static let fixed = """

        ## Not options

        - Of directives that conflict the most restrictive holds (RFC 9111 §4.2.1).
        - A lifetime that is invalid makes the response stale; the next source of a lifetime is not looked at (§4.2.1).
        - What restricts a cache counts however it is written; what permits something counts only as it is defined. An
          `s-maxage` that cannot be read, and `public` or `must-revalidate` with an argument, let no shared cache keep the
          answer to an authorized request (§3.5), and `must-understand` with an argument sets no `no-store` aside (§5.2).
        - In a shared cache, a 304 or a 200 to HEAD that answers an authorized request updates only a stored response that
          then allows to be shared: §3 asks the same of every response that is kept. The client gets what it validated.
        - A 412, 416 or 417 that the request's conditions, Range or Expect led to is not stored (§3).
        - A 206 of another Content-Length than its Content-Range has is not stored: nobody knows which bytes it holds (§3.3).
        - Of the answers to POST only a 2xx is stored (RFC 9110 §8.7, §9.3.3).
        - Location and Content-Location are invalidated on the target's own origin (§4.4).
        - Trailer fields are not stored; the field Trailer is, like any other (§3.1, RFC 9110 §6.6.2).
        - A field that a qualified `no-cache` names is served after a validation only where the answer brought it: else it
          was neither updated nor removed (§5.2.2.4).
        - What the `private` of an updated response names goes from a shared cache, whichever of the two messages brought
          the field or the list (§3.2, §5.2.2.7).
        """

    static var text: String {
        let profiles = CacheOptions.profileNames
        var lines = [
            "# Choices",
            "",
            "Where the RFCs leave a choice to the cache, it is an option with a name: in a transcript, in `decide`, and",
            "as a property of `CacheOptions`. A profile is a set of choices; `rfc9111` is the default. Whether a cache is",
            "shared or private is asked for beside it. Made by `Scripts/rules-table`; a test holds it.",
            "",
            "| Option | What it chooses | From | " + profiles.map { "`\($0)`" }.joined(separator: " | ") + " |",
            "|--|--|--|" + profiles.map { _ in "--|" }.joined(),
        ]
        for row in rows {
            let values = profiles.map { CacheOptions.profile(named: $0)?.value(of: row.name) ?? "" }
            lines.append(
                "| `\(row.name)` | \(row.choice) | \(row.section) | \(values.joined(separator: " | ")) |")
        }
        return lines.joined(separator: "\n") + "\n" + fixed + "\n"
    }
}
