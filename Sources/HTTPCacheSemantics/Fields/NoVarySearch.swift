/// A URL variation config: which parts of a query do not tell stored responses apart (No-Vary-Search §Data model).
///
/// The draft is the HTTP working group's; see `draft`. Where its text differs from itself: its parsing steps return
/// the default when neither `params` nor `except` is there, while its introduction and its examples let `key-order`
/// alone have its effect. The examples are followed here.
public struct NoVarySearch: Sendable, Hashable {
    /// The document this follows; the editors' copy, which carries no number.
    public static let draft = "draft-ietf-httpbis-no-vary-search-latest"

    /// Which parameters tell responses apart. Names are decoded: UTF-8 bytes, no percent-encoding.
    public enum Parameters: Sendable, Hashable {
        /// All but these: "no-vary params" is this list and "vary params" is the wildcard.
        case allExcept(Set<[UInt8]>)
        /// These alone: "vary params" is this list and "no-vary params" is the wildcard.
        case only(Set<[UInt8]>)
    }

    /// The parameters of a query that tell responses apart.
    public let varyParameters: Parameters
    /// Whether the order of the parameters' names tells responses apart too.
    public let varyOnKeyOrder: Bool

    /// Every byte of the query counts, as in RFC 9111 without this field.
    public static let `default` = NoVarySearch(varyParameters: .allExcept([]), varyOnKeyOrder: true)

    /// Makes a config; names are UTF-8 without percent-encoding.
    public init(varyParameters: Parameters, varyOnKeyOrder: Bool) {
        self.varyParameters = varyParameters
        self.varyOnKeyOrder = varyOnKeyOrder
    }

    /// The config that a response's No-Vary-Search lines give; the default when there are none or they can't be used.
    public static func obtain(lines: [[UInt8]]) -> NoVarySearch {
        (try? parse(lines: lines)) ?? .default
    }

    /// As `obtain`, but throws the reason for which the lines can't be used. Unknown keys and parameters are ignored.
    public static func parse(lines: [[UInt8]]) throws(StructuredFieldRejection) -> NoVarySearch {
        let dictionary: StructuredField.Dictionary
        do {
            dictionary = try StructuredField.Dictionary.parse(lines: lines)
        } catch {
            throw .syntax(error)
        }
        var varyOnKeyOrder = true
        if let value = dictionary["key-order"] {
            guard case .item(let item) = value, case .boolean(let ignoresKeyOrder) = item.bareItem else {
                throw .valueType(key: "key-order")
            }
            varyOnKeyOrder = !ignoresKeyOrder
        }
        let varyParameters: Parameters
        switch (dictionary["params"], dictionary["except"]) {
        case (.some, .some):
            throw .exclusive(key: "params", other: "except")
        case (let params?, nil):
            varyParameters = .allExcept(try names(params, key: "params"))
        case (nil, let except?):
            varyParameters = .only(try names(except, key: "except"))
        case (nil, nil):
            varyParameters = .allExcept([])
        }
        return NoVarySearch(varyParameters: varyParameters, varyOnKeyOrder: varyOnKeyOrder)
    }

    /// Applies "parse a key" to each String of the inner list.
    private static func names(
        _ value: StructuredField.Member, key: String
    ) throws(StructuredFieldRejection) -> Set<[UInt8]> {
        guard case .innerList(let innerList) = value else { throw .valueType(key: key) }
        var names: Set<[UInt8]> = []
        for item in innerList.items {
            guard case .string(let name) = item.bareItem else { throw .valueType(key: key) }
            names.insert(FormURLEncoded.decoded(Array(name.utf8)[...]))
        }
        return names
    }

    /// Whether two queries are equivalent modulo this config (No-Vary-Search §Comparing).
    ///
    /// Queries are given without `?`; nil stands for a URL that has none. The rest of the two URLs the caller compares.
    public func areEquivalent(_ queryA: [UInt8]?, _ queryB: [UInt8]?) -> Bool {
        if self == .default || queryA == queryB { return queryA == queryB }
        let parametersA = significantParameters(of: queryA ?? [])
        let parametersB = significantParameters(of: queryB ?? [])
        if varyOnKeyOrder { return parametersA == parametersB }
        // What a stable sort by key leaves to compare: under each key, the values in the order in which they came.
        return Self.valuesByName(parametersA) == Self.valuesByName(parametersB)
    }

    /// A query, without `?`, that is the same for all queries that are equivalent modulo this config, and for no
    /// others.
    ///
    /// The config is not the default, under which a missing query and an empty one differ. What comes back are letters,
    /// digits, `%`, `=` and `&`, at most three bytes for each of the given ones and one more.
    public func canonicalQuery(_ query: [UInt8]) -> [UInt8] {
        var parameters = significantParameters(of: query)
        if !varyOnKeyOrder {
            // Stable: the values of one key keep their order.
            parameters = parameters.enumerated().sorted { a, b in
                if a.element.name == b.element.name { return a.offset < b.offset }
                return a.element.name.lexicographicallyPrecedes(b.element.name)
            }.map(\.element)
        }
        var canonical: [UInt8] = []
        for parameter in parameters {
            if !canonical.isEmpty { canonical.append(UInt8(ascii: "&")) }
            FormURLEncoded.append(parameter.name, to: &canonical)
            canonical.append(UInt8(ascii: "="))
            FormURLEncoded.append(parameter.value, to: &canonical)
        }
        return canonical
    }

    private func significantParameters(of query: [UInt8]) -> [FormURLEncoded.Parameter] {
        FormURLEncoded.parameters(of: query).filter { parameter in
            switch varyParameters {
            case .allExcept(let names): !names.contains(parameter.name)
            case .only(let names): names.contains(parameter.name)
            }
        }
    }

    private static func valuesByName(_ parameters: [FormURLEncoded.Parameter]) -> [[UInt8]: [[UInt8]]] {
        var values: [[UInt8]: [[UInt8]]] = [:]
        for parameter in parameters { values[parameter.name, default: []].append(parameter.value) }
        return values
    }
}
