public import HTTPDate

/// What it means that a case fails.
public enum CaseKind: String, Sendable, Hashable, CaseIterable {
    /// A MUST: failing fails.
    case required
    /// A SHOULD or MAY: failing warns.
    case optional
    /// Yes or no, recorded.
    case check
}

/// Whose rules a case speaks of. RFC 9111 §1.
public enum CacheKind: String, Sendable, Hashable, CaseIterable {
    /// A cache whose responses go to many users.
    case shared
    /// A cache of one user.
    case `private`
}

/// Whether a lifetime may be guessed, and how much of the time since Last-Modified it is. RFC 9111 §4.2.2.
public enum HeuristicSetting: Sendable, Hashable {
    /// None is guessed: the same as 0 percent.
    case off
    /// 0 to 100.
    case percent(Int)
}

/// The schemes of targets that a fixture can speak of. RFC 9110 §4.2.
public enum Scheme: String, Sendable, Hashable, CaseIterable {
    /// Over plain TCP; port 80 unless one is named.
    case http
    /// Over TLS; port 443 unless one is named.
    case https
}

/// Scheme and authority of a request target that has only a path. RFC 9110 §4.2.
public struct Origin: Sendable, Hashable {
    /// The scheme, which decides the default port and whether `immutable` counts as secure.
    public let scheme: Scheme
    /// Host and, where written, `:` and a port of digits; no user information. As it was written.
    public let authority: String
}

/// `option NAME=VALUE`: one of the choices that RFC 9111 leaves open; which names and values there are is for the
/// runner to say.
public struct OptionSetting: Sendable, Hashable {
    /// Letters, digits and hyphens, the first a letter.
    public let name: Located<String>
    /// Not empty.
    public let value: Located<String>
}

/// The settings of a case, or those that stand before the first case and are defaults for all.
public struct Settings: Sendable, Hashable {
    /// Free text for reports.
    public internal(set) var title: Located<String>?
    /// Sections of RFCs, as text; the setting may be repeated.
    public internal(set) var cites: [Located<String>] = []
    /// What it means that the case fails; ``CaseKind/required`` unless it is said.
    public internal(set) var kind: Located<CaseKind>?
    /// What targets that have only a path are relative to; without it Host and https are.
    public internal(set) var origin: Located<Origin>?
    /// Ids of cases of the same file; the setting may be repeated.
    public internal(set) var needs: [Located<String>] = []
    /// Whose rules decide; those of the runner's policy unless it is said.
    public internal(set) var cache: Located<CacheKind>?
    /// Where the clock begins; ``defaultClock`` unless it is said.
    public internal(set) var clock: Located<HTTPDate>?
    /// How much of the time since Last-Modified a guessed lifetime is.
    public internal(set) var heuristic: Located<HeuristicSetting>?
    /// The name of a policy, a token; the runner knows which there are.
    public internal(set) var profile: Located<String>?
    /// Each name once, at most 32 in a scope.
    public internal(set) var options: [OptionSetting] = []

    static let maximumOptions = 32

    /// Thu, 01 Jan 2026 00:00:00 GMT: where a case's clock begins if no setting says otherwise.
    public static let defaultClock = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    /// These settings, and the defaults where they are silent; options are taken one by one.
    func over(_ defaults: Settings) -> Settings {
        var result = self
        result.title = title ?? defaults.title
        if cites.isEmpty { result.cites = defaults.cites }
        result.kind = kind ?? defaults.kind
        result.origin = origin ?? defaults.origin
        result.cache = cache ?? defaults.cache
        result.clock = clock ?? defaults.clock
        result.heuristic = heuristic ?? defaults.heuristic
        result.profile = profile ?? defaults.profile
        let own = Set(options.map(\.name.value))
        result.options = defaults.options.filter { !own.contains($0.name.value) } + options
        return result
    }
}
