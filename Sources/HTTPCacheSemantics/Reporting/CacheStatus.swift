/// How the caches on a response's way handled it: the value of Cache-Status (RFC 9211 §2).
public struct CacheStatus: Sendable, Hashable {
    /// The cache nearest to the origin first, the one nearest to the user last.
    public var caches: [Cache]

    /// Makes a value of these members; an empty one stands for a field that is not there.
    public init(_ caches: [Cache]) {
        self.caches = caches
    }

    /// Reads all lines of the field; no lines are no caches.
    ///
    /// Throws when the value is no List, a member is not a String or a Token, or a parameter of §2 is of another
    /// type than given there; the whole field is then to be ignored (RFC 9651 §2.2). Other parameters are kept.
    public static func parse(lines: [[UInt8]]) throws(StructuredFieldRejection) -> CacheStatus {
        let list: StructuredField.List
        do {
            list = try StructuredField.List.parse(lines: lines)
        } catch {
            throw .syntax(error)
        }
        var caches: [Cache] = []
        for (index, member) in list.members.enumerated() { caches.append(try Cache(member, index: index)) }
        return CacheStatus(caches)
    }

    /// A String or a Token, for the identifier of a cache and for `detail`.
    public enum Label: Sendable, Hashable {
        /// A String: bytes 0x20 to 0x7E.
        case string(String)
        /// A Token.
        case token(String)
    }

    /// Why a request went forward (RFC 9211 §2.2), from most to least specific.
    public enum ForwardReason: Sendable, Hashable {
        /// What the RFC defines, `uri-miss` and `vary-miss` spelt as Swift does.
        case bypass, method, uriMiss, varyMiss, miss, request, stale, partial
        /// A token that the RFC does not define.
        case other(String)
    }

    /// What a cache says of a request that it sent on (RFC 9211 §2.2, §2.3, §2.5, §2.6).
    public struct Forwarding: Sendable, Hashable {
        /// Why the request went forward: `fwd`.
        public var reason: ForwardReason
        /// The next hop's status code; nil when it is that of the response.
        public var status: Int?
        /// Whether the response was stored; nil when that is not said.
        public var stored: Bool?
        /// True: collapsed with another request and served by its response. False: that was tried in vain.
        public var collapsed: Bool?

        /// Makes what is said; nil leaves a parameter out.
        public init(_ reason: ForwardReason, status: Int? = nil, stored: Bool? = nil, collapsed: Bool? = nil) {
            self.reason = reason
            self.status = status
            self.stored = stored
            self.collapsed = collapsed
        }
    }

    /// `hit` and `fwd` exclude each other (RFC 9211 §2.1), so a member made here has one of them at most.
    public enum Handling: Sendable, Hashable {
        /// The cache answered without the next hop.
        case hit
        /// The request went forward.
        case forwarded(Forwarding)
    }

    /// One member: one cache and what it says.
    public struct Cache: Sendable, Hashable {
        /// What names the cache, such as a host or a product.
        public let identifier: Label
        /// All of them as received, in order, those that the RFC does not define included.
        public let parameters: StructuredField.Parameters
    }
}

extension CacheStatus.Cache {
    fileprivate init(_ member: StructuredField.Member, index: Int) throws(StructuredFieldRejection) {
        guard case .item(let item) = member, let identifier = CacheStatus.Label(item.bareItem) else {
            throw .memberType(index: index)
        }
        for parameter in item.parameters.entries where !Self.allows(parameter.value, for: parameter.key) {
            throw .parameterType(index: index, key: parameter.key)
        }
        self.identifier = identifier
        parameters = item.parameters
    }

    private static func allows(_ value: StructuredField.BareItem, for key: String) -> Bool {
        switch (key, value) {
        case ("hit", .boolean), ("stored", .boolean), ("collapsed", .boolean): true
        case ("fwd", .token), ("fwd-status", .integer), ("ttl", .integer), ("key", .string): true
        case ("detail", .string), ("detail", .token): true
        case ("hit", _), ("stored", _), ("collapsed", _), ("fwd", _), ("fwd-status", _), ("ttl", _): false
        case ("key", _), ("detail", _): false
        default: true
        }
    }

    /// A member to add to the field (RFC 9211 §2).
    ///
    /// `ttl` is in seconds, negative when stale; beyond fifteen digits it is taken as fifteen nines. `key` and
    /// strings hold 0x20 to 0x7E and tokens are tokens of RFC 9651 §3.3.4, or serializing throws.
    public init(
        _ identifier: CacheStatus.Label,
        _ handling: CacheStatus.Handling? = nil,
        ttl: Int? = nil,
        key: String? = nil,
        detail: CacheStatus.Label? = nil
    ) {
        var parameters = StructuredField.Parameters()
        switch handling {
        case .hit:
            parameters.set("hit", to: .boolean(true))
        case .forwarded(let forwarding):
            parameters.set("fwd", to: .token(StructuredField.Token(forwarding.reason.token)))
            if let status = forwarding.status { parameters.set("fwd-status", to: .integer(Int64(status))) }
            if let stored = forwarding.stored { parameters.set("stored", to: .boolean(stored)) }
            if let collapsed = forwarding.collapsed { parameters.set("collapsed", to: .boolean(collapsed)) }
        case nil:
            break
        }
        if let ttl {
            let bound: Int64 = 999_999_999_999_999
            parameters.set("ttl", to: .integer(max(-bound, min(bound, Int64(ttl)))))
        }
        if let key { parameters.set("key", to: .string(key)) }
        if let detail { parameters.set("detail", to: detail.bareItem) }
        self.identifier = identifier
        self.parameters = parameters
    }

    /// The bytes of this member: a field line to add after those received, which stay as they are (RFC 9211 §2).
    public func serialized() throws(StructuredFieldSerializationError) -> [UInt8] {
        try StructuredField.Item(identifier.bareItem, parameters: parameters).serialized()
    }

    /// Whether the request was satisfied here without going forward (RFC 9211 §2.1).
    public var hit: Bool { boolean("hit") ?? false }
    /// Nil when the request did not go forward; a sender in error may state `hit` beside it.
    public var forwarding: CacheStatus.Forwarding? {
        guard case .token(let token) = parameters["fwd"] else { return nil }
        return CacheStatus.Forwarding(
            CacheStatus.ForwardReason(token.text), status: integer("fwd-status"), stored: boolean("stored"),
            collapsed: boolean("collapsed"))
    }
    /// The remaining freshness lifetime in seconds, negative when stale (RFC 9211 §2.4).
    public var ttl: Int? { integer("ttl") }
    /// The cache key as this cache writes it (RFC 9211 §2.7).
    public var key: String? {
        guard case .string(let key) = parameters["key"] else { return nil }
        return key
    }
    /// Whatever else this cache says; only it knows what that means (RFC 9211 §2.8).
    public var detail: CacheStatus.Label? { parameters["detail"].flatMap(CacheStatus.Label.init) }

    private func boolean(_ key: String) -> Bool? {
        guard case .boolean(let boolean) = parameters[key] else { return nil }
        return boolean
    }

    private func integer(_ key: String) -> Int? {
        guard case .integer(let integer) = parameters[key] else { return nil }
        return Int(clamping: integer)
    }
}

extension CacheStatus.Label {
    init?(_ bareItem: StructuredField.BareItem) {
        switch bareItem {
        case .string(let string): self = .string(string)
        case .token(let token): self = .token(token.text)
        default: return nil
        }
    }

    var bareItem: StructuredField.BareItem {
        switch self {
        case .string(let string): .string(string)
        case .token(let token): .token(StructuredField.Token(token))
        }
    }
}

extension CacheStatus.ForwardReason {
    private static let defined: [Self] = [
        .bypass, .method, .uriMiss, .varyMiss, .miss, .request, .stale, .partial,
    ]

    /// The reason that a token names, character for character.
    public init(_ token: String) {
        self = Self.defined.first { $0.token == token } ?? .other(token)
    }

    /// The token as sent.
    public var token: String {
        switch self {
        case .bypass: "bypass"
        case .method: "method"
        case .uriMiss: "uri-miss"
        case .varyMiss: "vary-miss"
        case .miss: "miss"
        case .request: "request"
        case .stale: "stale"
        case .partial: "partial"
        case .other(let token): token
        }
    }
}
