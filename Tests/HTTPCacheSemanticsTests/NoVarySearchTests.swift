import HTTPCacheSemantics
import XCTest

final class NoVarySearchTests: XCTestCase {
    private func obtain(_ lines: String...) -> NoVarySearch {
        NoVarySearch.obtain(lines: lines.map { [UInt8]($0.utf8) })
    }

    private func allExcept(_ names: String..., keyOrder: Bool = true) -> NoVarySearch {
        NoVarySearch(varyParameters: .allExcept(Set(names.map { Array($0.utf8) })), varyOnKeyOrder: keyOrder)
    }

    private func only(_ names: String..., keyOrder: Bool = true) -> NoVarySearch {
        NoVarySearch(varyParameters: .only(Set(names.map { Array($0.utf8) })), varyOnKeyOrder: keyOrder)
    }

    private func equivalent(_ config: NoVarySearch, _ first: String?, _ second: String?) -> Bool {
        let forth = config.areEquivalent(first.map { Array($0.utf8) }, second.map { Array($0.utf8) })
        let back = config.areEquivalent(second.map { Array($0.utf8) }, first.map { Array($0.utf8) })
        XCTAssertEqual(forth, back, "symmetry")
        if config != .default {
            let forms = [first, second].map { config.canonicalQuery(Array(($0 ?? "").utf8)) }
            XCTAssertEqual(forms[0] == forms[1], forth, "canonical forms of \(first ?? "-") and \(second ?? "-")")
            for form in forms { XCTAssertEqual(config.canonicalQuery(form), form, "a canonical form is its own") }
        }
        return forth
    }

    /// The examples of §Introduction and §Obtain a URL variation config.
    func testConfigs() {
        let rows: [(String, NoVarySearch)] = [
            ("key-order", allExcept(keyOrder: false)),
            (
                #"params=("utm_source" "utm_medium" "utm_campaign")"#,
                allExcept("utm_source", "utm_medium", "utm_campaign")
            ),
            (#"except=("productId")"#, only("productId")), (#"params=("a")"#, allExcept("a")),
            (#"except=("x")"#, only("x")), ("params=()", allExcept()), ("except=()", only()),
            ("key-order=?1", obtain("key-order")), (#"except=("x"), key-order"#, obtain(#"key-order, except=("x")"#)),
            (#"key-order, except=("x")"#, only("x", keyOrder: false)), ("params=()", .default),
            ("key-order=?0", .default), (#"key-order, params=("a" "b")"#, allExcept("a", "b", keyOrder: false)),
            (#"params=("a"), future=1"#, allExcept("a")),
            (
                #"params=("a";x=1);y, key-order=?1;z"#,
                allExcept("a", keyOrder: false)
            ),
            (#"params=("a" "a")"#, allExcept("a")), ("future", .default), ("", .default),
        ]
        for (value, config) in rows { XCTAssertEqual(obtain(value), config, value) }
        XCTAssertEqual(obtain(), .default)
        XCTAssertEqual(obtain("key-order", #"params=("a")"#), allExcept("a", keyOrder: false))
        XCTAssertEqual(NoVarySearch.default, allExcept())
        XCTAssertNotEqual(obtain("except=()"), .default)
    }

    /// The invalid inputs of §Obtain a URL variation config, each with its reason, and some more.
    func testInvalidInputsGiveTheDefault() {
        let rows: [(String, StructuredFieldRejection)] = [
            (#"key-order="not a boolean""#, .valueType(key: "key-order")),
            (#"params="not an inner list""#, .valueType(key: "params")),
            ("params=(not-a-string)", .valueType(key: "params")), ("params=?0", .valueType(key: "params")),
            ("params=?1", .valueType(key: "params")),
            (#"params=?1, except=("x")"#, .exclusive(key: "params", other: "except")),
            (#"params=("a"), except=("x")"#, .exclusive(key: "params", other: "except")),
            ("params=(), except=()", .exclusive(key: "params", other: "except")),
            (#"except="not an inner list""#, .valueType(key: "except")),
            ("except=(not-a-string)", .valueType(key: "except")), ("except=?1", .valueType(key: "except")),
            ("params", .valueType(key: "params")), (#"params=("a" 1)"#, .valueType(key: "params")),
            (#"key-order=(?1), params=("a")"#, .valueType(key: "key-order")),
            (#"key-order=1, params=("a")"#, .valueType(key: "key-order")),
            (#"params=("a""#, .syntax(StructuredFieldError(offset: 11, expected: .closingParenthesis))),
            (#"Params=("a")"#, .syntax(StructuredFieldError(offset: 0, expected: .key))),
            (#"params=("é")"#, .syntax(StructuredFieldError(offset: 9, expected: .visibleCharacter))),
        ]
        for (value, reason) in rows {
            XCTAssertEqual(obtain(value), .default, value)
            XCTAssertThrowsError(try NoVarySearch.parse(lines: [Array(value.utf8)]), value) {
                XCTAssertEqual($0 as? StructuredFieldRejection, reason, value)
            }
        }
    }

    /// §Parse a key
    func testKeysAreDecoded() {
        XCTAssertEqual(obtain(#"params=("%C3%A9+%E6%B0%97")"#), allExcept("é 気"))
        let config = obtain(#"params=("%C3%A9+%E6%B0%97")"#)
        let queries = ["é 気=1", "é+気=2", "%C3%A9%20気=3", "%C3%A9+%E6%B0%97=4"]
        for first in queries {
            for second in queries { XCTAssertTrue(equivalent(config, first, second), "\(first) \(second)") }
            XCTAssertTrue(equivalent(config, first, nil))
        }
        XCTAssertFalse(equivalent(config, "é気=1", "é気=2"))
        XCTAssertFalse(equivalent(config, "e\u{301} 気=1", "é 気=1"), "no normalization")
        XCTAssertEqual(obtain(#"params=("%f6")"#), allExcept("\u{FFFD}"))
        XCTAssertEqual(obtain(#"params=("%zz%4")"#), allExcept("%zz%4"))
        XCTAssertEqual(obtain(#"params=("%2B")"#), allExcept("+"))
    }

    /// The table of §Comparing: such pairs are equivalent under any config but the default, and only then.
    func testEquivalencesOfParsing() {
        let rows: [(String?, String?)] = [
            (nil, ""), ("a=x", "%61=%78"), ("a=é", "a=%C3%A9"), ("a=%f6", "a=%ef%bf%bd"), ("a=x&&&&", "a=x"),
            ("a=", "a"), ("a=%20", "a= &"), ("a=+", "a= &"), ("a=b&&&c", "a=b&c="), ("=", "="), ("&&", nil),
            ("a=b=c", "a=b%3Dc"), ("a=%", "a=%25"), ("a=%g1", "a=%25g1"), ("a=%4", "a=%254"), ("a=%4a", "a=%4A"),
            ("a=%2B", "a=%2b"), ("a=%E6%B0", "a=%EF%BF%BD"),
            ("a=%F0%9F%98x", "a=\u{FFFD}x"), ("a=%C0%AF", "a=\u{FFFD}\u{FFFD}"),
            ("a=%ED%A0%80", "a=\u{FFFD}\u{FFFD}\u{FFFD}"), ("a=%EF%BB%BFx", "a=\u{FEFF}x"),
        ]
        for (first, second) in rows {
            XCTAssertTrue(equivalent(obtain("key-order"), first, second), "\(first ?? "-") \(second ?? "-")")
            XCTAssertTrue(equivalent(obtain(#"params=("z")"#), first, second), "\(first ?? "-") \(second ?? "-")")
            XCTAssertTrue(
                equivalent(obtain(#"except=("a" "" "c")"#), first, second), "\(first ?? "-") \(second ?? "-")")
            XCTAssertEqual(equivalent(.default, first, second), first == second, "\(first ?? "-") \(second ?? "-")")
        }
        let different = [
            ("a=+", "a=%2B"), ("a", "b"), ("a=1", "a=2"), ("a=1", "A=1"), ("a=1", "a=1&a=1"), ("a=1", nil),
            ("a=%EF%BB%BFx", "a=x"), ("a&b=1", "a=1&b"), ("a=é", "a=e\u{301}"), ("=a", "a="), ("a;b", "a&b"),
        ]
        for (first, second) in different {
            XCTAssertFalse(equivalent(obtain("key-order"), first, second), "\(first) \(second ?? "-")")
        }
    }

    /// §Comparing, with the default config: bytes alone count.
    func testDefaultComparesBytes() {
        let rows: [(String?, String?, Bool)] = [
            (nil, nil, true), (nil, "", false), ("", "", true), ("a=b&&&c", "a=b&c=", false), ("a=1", "a=1", true),
            ("a=1&b=2", "b=2&a=1", false), ("a=%4a", "a=%4A", false),
        ]
        for (first, second, wanted) in rows { XCTAssertEqual(equivalent(.default, first, second), wanted) }
    }

    func testWhichParametersCount() {
        let rows: [(String, String?, String?, Bool)] = [
            (#"params=("utm_source")"#, "id=1&utm_source=x", "id=1", true),
            (#"params=("utm_source")"#, "utm_source=y&id=1", "id=1&utm_source=x&utm_source", true),
            (#"params=("utm_source")"#, "id=1&utm_source=x", "id=2", false),
            (#"params=("utm_source")"#, "id=1&UTM_SOURCE=x", "id=1", false),
            (#"params=("utm_source")"#, "utm%5Fsource=x", nil, true),
            (#"params=("a")"#, "b=1&c=2", "c=2&b=1", false),
            (#"key-order, params=("a")"#, "b=1&a=9&c=2", "c=2&b=1", true),
            (#"except=("productId")"#, "productId=1&x=1", "y=2&productId=1", true),
            (#"except=("productId")"#, "productId=1", "productId=2", false),
            (#"except=("productId")"#, "productId=1", nil, false), (#"except=("productId")"#, "x=1", nil, true),
            ("except=()", "a=1&b=2", nil, true), ("except=()", "a=1", "z", true), (#"params=("")"#, "=1&a", "a", true),
            (#"except=("a" "b")"#, "a=1&b=2", "b=2&a=1", false),
            (#"key-order, except=("a" "b")"#, "a=1&b=2&c", "b=2&a=1", true),
        ]
        for (field, first, second, wanted) in rows {
            XCTAssertEqual(
                equivalent(obtain(field), first, second), wanted, "\(field) \(first ?? "-") \(second ?? "-")")
        }
    }

    /// §Comparing sorts by key and is stable, so that values of one key stay in order.
    func testKeyOrder() {
        let rows: [(String, String, Bool)] = [
            ("a=1&b=2&c=3", "c=3&a=1&b=2", true), ("a=1&a=2&b=3", "a=1&b=3&a=2", true),
            ("a=1&a=2", "a=2&a=1", false), ("a=1&a=1&b", "a=1&b&b", false), ("a=1&b=2", "a=2&b=1", false),
            ("b=1&a", "a&b=1&", true),
        ]
        for (first, second, wanted) in rows {
            XCTAssertEqual(equivalent(obtain("key-order"), first, second), wanted, "\(first) \(second)")
        }
    }

    func testWorkGrowsWithTheInput() {
        func names(_ count: Int) -> [String] { (0..<count).map { "k\($0)" } }
        func hold(_ config: @escaping (Int) -> NoVarySearch, _ query: @escaping (Int) -> String, line: UInt = #line) {
            let growth = growthOfWork(from: 1000) { count in
                let variance = config(count)
                let query = Array(query(count).utf8)
                return { _ = variance.areEquivalent(query, query + [0x26]) }
            }
            XCTAssertTrue(growth.isLinear, "\(growth)", line: line)
        }
        let keyOrder = obtain("key-order")
        hold({ _ in keyOrder }, { names($0).joined(separator: "&") })
        hold({ _ in keyOrder }, { Array(repeating: "a=1", count: $0).joined(separator: "&") })
        hold({ _ in keyOrder }, { "a=" + String(repeating: "%F0", count: $0) })
        hold(
            { count in self.obtain("params=(" + names(count).map { "\"\($0)\"" }.joined(separator: " ") + ")") },
            { names($0).joined(separator: "&") })
    }

    func testTheDraftIsNamed() {
        XCTAssertTrue(NoVarySearch.draft.hasPrefix("draft-ietf-httpbis-no-vary-search"))
    }
}
