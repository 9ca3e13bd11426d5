import XCTest

/// The generator reaches everything, and what must hold of every verdict holds of the oracle's.
final class GeneratorTests: XCTestCase {
    private static let cases: [(Oracle.Case, Oracle.Verdict)] = {
        var generator = Generator(seed: 1)
        return (0..<4000).map { _ in
            let made = generator.nextCase()
            return (made, Oracle.run(made))
        }
    }()

    func testSameSeedSameCases() {
        var (one, other, third) = (Generator(seed: 7), Generator(seed: 7), Generator(seed: 8))
        let first = (0..<20).map { _ in one.nextCase() }
        XCTAssertEqual(first, (0..<20).map { _ in other.nextCase() })
        XCTAssertNotEqual(first, (0..<20).map { _ in third.nextCase() })
    }

    func testEveryVerdictOccurs() {
        var found: [String: Int] = [:]
        for (made, verdict) in Self.cases {
            found[verdict.store, default: 0] += 1
            found["source \(verdict.freshness.source)", default: 0] += 1
            found["cache \(made.cache)", default: 0] += 1
            for later in verdict.then {
                found["\(later.decision)", default: 0] += 1
                if let status = later.serves?.status { found["serves \(status)", default: 0] += 1 }
                if let after = later.after {
                    found["after \(after.outcome)", default: 0] += 1
                    if !after.invalidates.isEmpty { found["invalidates", default: 0] += 1 }
                }
            }
        }
        let wanted = [
            "store", "doNotStore", "cache shared", "cache private", "source s-maxage", "source max-age",
            "source expires", "source heuristic", "source none", "source targeted:CDN-Cache-Control", "reuseFresh",
            "reuseStale", "reuseWhileRevalidating", "validate", "gatewayTimeout", "forward(\"uri-miss\")",
            "forward(\"vary-miss\")", "forward(\"partial\")", "forward(\"stale\")", "forward(\"request\")",
            "forward(\"method\")", "serves 200", "serves 206", "serves 304", "serves 404", "after freshened",
            "after stored", "after notStored", "after notMatched", "after servedStale", "after failed", "invalidates",
        ]
        for key in wanted {
            XCTAssertGreaterThanOrEqual(found[key] ?? 0, 5, key)
        }
    }

    /// RFC 9111 §4 and §4.2.4, asked of each reuse from the other side.
    func testReuseKeepsItsConditions() {
        for (made, verdict) in Self.cases {
            for (later, result) in zip(made.then, verdict.then) {
                let asked = Oracle.wishes(later.request, made.options)
                switch result.decision {
                case .reuseFresh:
                    XCTAssertLessThan(result.age ?? .max, result.lifetime ?? 0, "\(made)")
                    XCTAssertFalse(asked.noCache, "\(made)")
                case .reuseStale, .reuseWhileRevalidating:
                    XCTAssertGreaterThanOrEqual(result.age ?? 0, result.lifetime ?? .max, "\(made)")
                    XCTAssertFalse(asked.noCache, "\(made)")
                    if let minFresh = asked.minFresh {
                        XCTAssertLessThanOrEqual(minFresh, -(result.staleFor ?? .max), "\(made)")
                    }
                case .validate: XCTAssertFalse(result.sends.isEmpty, "\(made)")
                case .gatewayTimeout: XCTAssertTrue(asked.onlyIfCached, "\(made)")
                case .forward: XCTAssertTrue(result.sends.isEmpty, "\(made)")
                }
                let reused = [.reuseFresh, .reuseStale, .reuseWhileRevalidating].contains(result.decision)
                XCTAssertEqual(result.serves != nil, reused, "\(made)")
                if reused { XCTAssertTrue(["GET", "HEAD", "QUERY"].contains(later.request.method), "\(made)") }
            }
        }
    }

    /// Nothing was stored, so nothing can be reused before an answer came.
    func testNothingComesFromNothing() {
        for (_, verdict) in Self.cases where verdict.store == "doNotStore" {
            for later in verdict.then {
                XCTAssertNil(later.serves)
                if later.after?.stored ?? false { break }
            }
        }
    }

    /// The strings of a message with oddness 0 parse, whatever the seed.
    func testWellFormedWithoutOddness() {
        var generator = Generator(seed: 3, oddness: 0)
        for _ in 0..<500 {
            let made = generator.nextCase()
            for name in ["Date", "Expires", "Last-Modified"] {
                for line in made.response.fields.lines(name) {
                    XCTAssertNotNil(Oracle.date(line, now: t0), "\(name): \(Oracle.text(line))")
                }
            }
            let directives = Oracle.directives(made.response.fields.combined("Cache-Control") ?? [])
            XCTAssertFalse(directives.contains { $0.argument == .malformed })
            if let value = made.response.fields.combined("CDN-Cache-Control") {
                XCTAssertNotNil(Oracle.structuredDictionary(value), Oracle.text(value))
            }
        }
    }
}
