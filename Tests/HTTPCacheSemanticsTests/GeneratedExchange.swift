import HTTPCacheSemantics
import HTTPDate
import TestSupport

/// A stored exchange and a new request, made at random, with lists kept as lists so that a law can write them
/// otherwise.
struct GeneratedExchange {
    /// A field line; where `members` is more than the whole value it is a list whose commas a law may move.
    struct Field: Equatable {
        var name: String
        var members: [String]

        init(_ name: String, _ members: [String]) {
            self.name = name
            self.members = members
        }

        init(_ name: String, _ value: String) { self.init(name, [value]) }

        var line: (String, String) { (name, members.joined(separator: ", ")) }
    }

    var policy = CachePolicy()
    var status = 200
    var scheme = "https"
    var request: [Field] = []
    var response: [Field] = []
    var new: [Field] = []
    var newMethod = "GET"
    var requestTime: Int64 = 0
    var responseTime: Int64 = 0
    var now: Int64 = 0
    var isComplete = true

    var target: TargetURI { Sample.target("\(scheme)://a.example/r") }
    var requestHead: RequestHead { RequestHead(target: target, fields: Self.section(request)) }
    var responseHead: ResponseHead { ResponseHead(status: status, fields: Self.section(response)) }
    var newHead: RequestHead {
        RequestHead(method: Method(newMethod), target: target, fields: Self.section(new))
    }

    var stored: StoredResponse {
        StoredResponse(
            request: requestHead, response: responseHead, requestTime: Sample.at(requestTime),
            responseTime: Sample.at(responseTime),
            content: isComplete ? .complete(length: 8) : .partial(range: 0..<4, total: 8))
    }

    static func section(_ fields: [Field]) -> FieldSection { FieldSection(fields.map(\.line)) }

    var verdicts: Verdicts {
        Verdicts(
            storability: policy.storability(of: responseHead, to: requestHead, isComplete: isComplete),
            lifetime: policy.freshnessLifetime(of: stored), age: policy.currentAge(of: stored, at: Sample.at(now)),
            reuse: policy.reuse(of: [stored], for: newHead, at: Sample.at(now)))
    }

    struct Verdicts: Equatable {
        let storability: Verdict<Storability>
        let lifetime: Verdict<FreshnessLifetime>
        let age: CurrentAge
        let reuse: Verdict<ReuseDecision>

        /// Whether the stored response answers without asking the origin.
        var isUsed: Bool {
            switch reuse.decision {
            case .reuse, .reuseWhileRevalidating: true
            case .validate, .forward, .gatewayTimeout: false
            }
        }
    }
}

extension GeneratedExchange.Field {
    func `is`(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

/// Makes exchanges; the same seed makes the same ones.
struct ExchangeGenerator {
    var random: SplitMix
    /// Whether numbers and instants go to their ends.
    var isExtreme = false

    init(seed: UInt64, isExtreme: Bool = false) {
        random = SplitMix(seed: seed)
        self.isExtreme = isExtreme
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func number() -> String {
        if isExtreme, chance(60) {
            return pick([
                "2147483647", "2147483648", "2147483649", "4294967295", "4294967296", "9223372036854775807",
                "9223372036854775808", "18446744073709551615", "18446744073709551616",
                "99999999999999999999999999999999999999999",
            ])
        }
        return pick(["0", "1", "5", "10", "30", "60", "60", "100", "007", "3600"])
    }

    /// Seconds around the start, or an end of `HTTPDate.range`.
    mutating func instant() -> Int64 {
        if isExtreme, chance(50) {
            let first = HTTPDate.range.lowerBound.seconds(since: Sample.start)
            let last = HTTPDate.range.upperBound.seconds(since: Sample.start)
            return pick([first, first + 1, last - 1, last, -1 << 31, 1 << 31, .min, .max])
        }
        return Int64(below(160)) - 20
    }

    mutating func argument() -> String {
        if chance(80) { return "=" + number() }
        return pick(["", "=", "=-1", "=+1", "=1.5", "=x", "=\"60\"", "=\"\"", "=\"6\\0\"", " =60", "= 60", "=60s"])
    }

    mutating func responseDirective() -> String {
        switch below(10) {
        case 0...3: return "max-age" + argument()
        case 4: return chance(50) ? "s-maxage" + argument() : "stale-while-revalidate=" + pick(["10", "60", "600"])
        case 5: return "stale-while-revalidate" + argument()
        case 6:
            return pick([
                "stale-if-error" + argument(), "x-unknown", "x=\"a, b\"", "max-age=\"1, no-store\"", "x=\"a", "y=b\"",
            ])
        case 7:
            return pick([
                "private=\"x-a\"", "private=\"X-A, X-B\"", "no-cache=\"x-a\"", "no-cache=x-b", "private=\"\"",
                "no-cache=\"a b\"",
            ])
        default:
            return pick([
                "no-store", "no-cache", "private", "public", "must-revalidate", "proxy-revalidate",
                "must-understand", "immutable", "no-transform",
            ])
        }
    }

    mutating func requestDirective() -> String {
        switch below(6) {
        case 0: return "max-age" + argument()
        case 1: return "max-stale" + argument()
        case 2: return "min-fresh" + argument()
        case 3: return "stale-if-error" + argument()
        default: return pick(["no-cache", "no-store", "only-if-cached", "no-transform", "max-stale", "x"])
        }
    }

    mutating func date(at seconds: Int64) -> String {
        if chance(6) { return pick(["0", "", "never", "Thu, 01 Jan 2026 00:00:00 CET"]) }
        return Sample.text(seconds)
    }

    mutating func exchange() -> GeneratedExchange {
        var made = GeneratedExchange()
        made.policy = CachePolicy(pick([.shared, .private]), options: options())
        made.status = pick([200, 200, 200, 200, 203, 204, 301, 302, 404, 410, 500, 501, 503, 206, 304, 103, 299, 600])
        made.scheme = pick(["https", "https", "http"])
        made.isComplete = chance(90)
        made.requestTime = instant()
        made.responseTime = isExtreme ? instant() : made.requestTime &+ Int64(below(5))
        made.now = isExtreme ? instant() : made.responseTime &+ Int64(below(150))
        made.request = requestFields()
        made.response = responseFields(at: made.responseTime)
        made.new = requestFields() + (chance(60) ? made.request.filter { $0.name.hasPrefix("X-") } : [])
        made.newMethod = pick(["GET", "GET", "GET", "GET", "HEAD", "POST", "DELETE"])
        if chance(8) { made.new.append(.init(pick(["If-Match", "If-Unmodified-Since", "Range"]), "bytes=0-1")) }
        if chance(5) { made.new.append(.init("Pragma", "no-cache")) }
        return made
    }

    private mutating func options() -> CacheOptions {
        var options = pick([CacheOptions.rfc9111, .rfc9111, .cdn, .browser])
        if chance(15) { options.duplicateDirective = .stale }
        if chance(10) { options.setCookie = false }
        if chance(10) { options.heuristicPercent = pick([0, 1, 100]) }
        return options
    }

    private mutating func requestFields() -> [GeneratedExchange.Field] {
        var fields: [GeneratedExchange.Field] = []
        if chance(40) {
            fields.append(.init("Cache-Control", (0...below(3)).map { _ in requestDirective() }))
        }
        if chance(15) { fields.append(.init("Authorization", "Basic YQ==")) }
        if chance(50) { fields.append(.init("X-A", pick(["1", "2"]))) }
        if chance(30) { fields.append(.init("X-B", pick(["1", ""]))) }
        return fields
    }

    private mutating func responseFields(at arrival: Int64) -> [GeneratedExchange.Field] {
        var fields: [GeneratedExchange.Field] = []
        if chance(80) { fields.append(.init("Date", date(at: arrival.addingClamped(Int64(below(20)) - 15)))) }
        if chance(75) {
            fields.append(.init("Cache-Control", (0...below(4)).map { _ in responseDirective() }))
        }
        if chance(15) { fields.append(.init("Cache-Control", [responseDirective()])) }
        if chance(25) { fields.append(.init("Expires", date(at: arrival.addingClamped(Int64(below(120)) - 20)))) }
        if chance(5) { fields.append(.init("Expires", date(at: arrival))) }
        if chance(30) { fields.append(.init("Age", chance(85) ? number() : pick(["x", "-1", "", "5, 6"]))) }
        if chance(40) {
            fields.append(.init("Last-Modified", date(at: arrival.addingClamped(-Int64(below(2000))))))
        }
        if chance(50) { fields.append(.init("ETag", pick(["\"a\"", "W/\"a\"", "a"]))) }
        if chance(25) { fields.append(.init("Vary", pick([["X-A"], ["x-b", "X-A"], ["*"], ["X-A", "*"], [""]]))) }
        if chance(10) { fields.append(.init("Set-Cookie", "a=b")) }
        if chance(10) {
            fields.append(.init("CDN-Cache-Control", pick(["max-age=60", "no-store", "a b", "max-age=-1"])))
        }
        if chance(20) { fields.append(.init("X-A", "1")) }
        if chance(10) { fields.append(.init("Content-Range", "bytes 0-3/8")) }
        return fields
    }
}

extension Int64 {
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
