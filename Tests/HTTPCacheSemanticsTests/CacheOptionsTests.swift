import HTTPCacheSemantics
import XCTest

final class CacheOptionsTests: XCTestCase {
    /// A value for every name that is not the default, so that each row changes something.
    private static let settable: [(name: String, value: String, shown: String)] = [
        ("completeParts", "no", "no"), ("conditionsOnVaryMiss", "yes", "yes"), ("duplicateDirective", "stale", "stale"),
        ("heuristicCapSeconds", "86400", "86400"), ("heuristicForQueryURL", "no", "no"),
        ("heuristicNeeds", "no", "no"), ("heuristicPercent", "50", "50"), ("immutable", "no", "no"),
        ("minCacheIntervalSeconds", "300", "300"), ("rules", "sdurlcache", "sdurlcache"),
        ("noVarySearch", "yes", "yes"), ("acceptSemantics", "yes", "yes"), ("requestDirectives", "ignored", "no"),
        ("requestPragmaNoCache", "no-cache", "yes"), ("setCookie", "refuse", "no"), ("staleOnDisconnect", "no", "no"),
        ("staleOnServerError", "yes", "yes"), ("staleWhileRevalidateOverSMaxage", "true", "yes"),
        ("targetedFields", "CDN-Cache-Control,X-Cache-Control", "CDN-Cache-Control,X-Cache-Control"),
        ("unknownVary", "lines", "lines"), ("notModifiedWithoutValidator", "update", "update"),
    ]

    func testEveryNameIsSettable() throws {
        XCTAssertEqual(Set(Self.settable.map(\.name)), Set(CacheOptions.names))
        for (name, value, shown) in Self.settable {
            var options = CacheOptions()
            try options.set(name, to: value)
            XCTAssertNotEqual(options, CacheOptions(), "\(name) has no effect")
            XCTAssertEqual(options.value(of: name), shown, name)
            for other in CacheOptions.names where other != name {
                XCTAssertEqual(options.value(of: other), CacheOptions().value(of: other), "\(name) changed \(other)")
            }
        }
    }

    func testWhatIsShownCanBeSet() throws {
        for profile in CacheOptions.profileNames {
            let wanted = try XCTUnwrap(CacheOptions.profile(named: profile))
            var options = CacheOptions()
            for name in CacheOptions.names { try options.set(name, to: try XCTUnwrap(wanted.value(of: name))) }
            XCTAssertEqual(options, wanted, profile)
        }
        XCTAssertNil(CacheOptions().value(of: "unknown"))
        XCTAssertNil(CacheOptions().value(of: "HeuristicPercent"))
    }

    func testWords() throws {
        let rows: [(name: String, value: String, KeyPath<CacheOptions, Bool>, Bool)] = [
            ("requestDirectives", "honoured", \.requestDirectives, true), ("setCookie", "stored", \.setCookie, true),
            ("setCookie", "store", \.setCookie, true), ("setCookie", "refuse", \.setCookie, false),
            ("requestPragmaNoCache", "ignored", \.requestPragmaNoCache, false),
            ("heuristicForQueryURL", "allowed", \.heuristicForQueryURL, true),
            ("immutable", "false", \.immutable, false),
        ]
        for (name, value, option, wanted) in rows {
            var options = CacheOptions()
            try options.set(name, to: value)
            XCTAssertEqual(options[keyPath: option], wanted, "\(name) \(value)")
        }
        var options = CacheOptions.cdn
        try options.set("targetedFields", to: "none")
        XCTAssertEqual(options.targetedFields, [])
        options.heuristicCapSeconds = 5
        try options.set("heuristicCapSeconds", to: "none")
        XCTAssertNil(options.heuristicCapSeconds)
        for (word, disconnect, serverError) in [
            ("always", true, true), ("disconnect", true, false), ("never", false, false),
        ] {
            try options.set("staleOnError", to: word)
            XCTAssertEqual(options.staleOnDisconnect, disconnect, word)
            XCTAssertEqual(options.staleOnServerError, serverError, word)
        }
        for percent in [0, 100] {
            try options.set("heuristicPercent", to: String(percent))
            XCTAssertEqual(options.heuristicPercent, percent)
        }
    }

    func testRefusals() {
        let rows: [(name: String, value: String, notation: String?)] = [
            ("unknown", "yes", nil), ("", "yes", nil), ("HeuristicPercent", "10", nil), ("max-age", "10", nil),
            ("heuristicPercent", "-1", "0..100|off"), ("heuristicPercent", "101", "0..100|off"),
            ("heuristicPercent", "10%", "0..100|off"), ("heuristicPercent", "", "0..100|off"),
            ("heuristicPercent", "ten", "0..100|off"),
            ("heuristicCapSeconds", "-1", "SECONDS|none"),
            ("heuristicCapSeconds", "1000000000000", "SECONDS|none"),
            ("heuristicCapSeconds", "1d", "SECONDS|none"),
            ("duplicateDirective", "last", "first|stale|stale-expires"),
            ("duplicateDirective", "First", "first|stale|stale-expires"),
            ("targetedFields", "", "FIELD,...|none"), ("targetedFields", ",", "FIELD,...|none"),
            ("targetedFields", "a:b", "FIELD,...|none"), ("targetedFields", "é", "FIELD,...|none"),
            ("setCookie", "honoured", "store|refuse"), ("immutable", "refuse", "yes|no"),
            ("immutable", "Yes", "yes|no"), ("immutable", "1", "yes|no"), ("noVarySearch", "", "yes|no"),
            ("heuristicNeeds", "allowed", "yes|no"),
        ]
        for (name, value, notation) in rows {
            var options = CacheOptions.cdn
            XCTAssertThrowsError(try options.set(name, to: value), "\(name) \(value)") { error in
                let error = error as? CacheOptionError
                XCTAssertEqual(error?.name, name)
                XCTAssertEqual(error?.value, value)
                XCTAssertEqual(error?.notation, notation, "\(name) \(value)")
                XCTAssertTrue(name.isEmpty || error?.description.contains(name) == true)
            }
            XCTAssertEqual(options, .cdn, "a refusal changes nothing")
        }
    }

    func testProfiles() {
        XCTAssertEqual(CacheOptions.profileNames.first, "rfc9111")
        XCTAssertEqual(CacheOptions.profile(named: "rfc9111"), CacheOptions())
        XCTAssertEqual(CacheOptions.profile(named: "cdn"), .cdn)
        XCTAssertEqual(CacheOptions.profile(named: "browser"), .browser)
        for name in ["", "RFC9111", "rfc2616", "default"] { XCTAssertNil(CacheOptions.profile(named: name), name) }
    }
}
