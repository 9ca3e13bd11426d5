import HTTPDate

/// Random input lines of the batch form: all of them valid, most of them likely, many of them nasty.
///
/// A line depends on nothing but the seed and its number, so that one line of a long run can be made again alone. Later
/// requests come at the seconds where the lifetimes and allowances that were generated run out, or one beside them.
struct LineGenerator {
    /// 2026-01-01T00:00:00Z.
    static let start: Int64 = 1_767_225_600

    /// A field line; the characters of the value are bytes.
    struct Field {
        var name: String
        var value: String
    }

    struct Request {
        var method = "GET"
        var url = "https://a.example/r"
        var fields: [Field] = []
        var content: String?
    }

    private var state: UInt64
    /// In percent: how often a spelling, a number or a date is an odd one.
    let oddness: Int
    /// Seconds after generation at which something may change.
    var moments: [Int64] = []

    private init(state: UInt64, oddness: Int) {
        self.state = state
        self.oddness = oddness
    }

    /// Writes line `number` of this seed.
    static func write(line number: Int, seed: UInt64, to output: inout JSONWriter) {
        var mixer = LineGenerator(state: seed, oddness: 0)
        mixer.state = mixer.bits() &+ UInt64(bitPattern: Int64(number))
        let oddness = mixer.pick([0, 0, 10, 25, 60])
        var generator = LineGenerator(state: mixer.bits(), oddness: oddness)
        generator.write(number, to: &output)
    }

    // MARK: Chance

    /// SplitMix64: the same numbers everywhere, and each seed a sequence of its own.
    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(bits() % UInt64(max(bound, 1))) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func odd() -> Bool { chance(oddness) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    // MARK: The line

    private mutating func write(_ number: Int, to output: inout JSONWriter) {
        let request = firstRequest()
        let status = status()
        let received = Self.start + pick([0, 0, 0, 0, 1, 5, 100, 86_400])
        let response = response(status: status, at: received)
        output.beginObject()
        output.name("case")
        output.integer(number)
        writePolicy(to: &output)
        output.name("request")
        write(request, to: &output)
        output.name("response")
        write(status: status, response, to: &output)
        // Without it the time of receipt is that of Date, which later requests must not come before.
        if chance(90) || response.contains(where: { $0.name == "Date" }) {
            output.name("requestTime")
            output.integer(Int(received - pick([0, 0, 0, 1, 5, 3600])))
            output.name("responseTime")
            output.integer(Int(received))
        }
        writeLater(after: request, response, receivedAt: received, to: &output)
        output.endObject()
        output.endLine()
    }

    private mutating func writePolicy(to output: inout JSONWriter) {
        if chance(60) {
            output.name("cache")
            output.string(pick(["shared", "private"]))
        }
        if chance(15) {
            output.name("profile")
            output.string(pick(["rfc9111", "cdn", "browser", "sdurlcache"]))
        }
        if chance(10) {
            output.name("options")
            output.beginObject()
            writeOption(to: &output)
            output.endObject()
        }
    }

    private mutating func writeOption(to output: inout JSONWriter) {
        switch below(6) {
        case 0:
            output.name("heuristicPercent")
            output.integer(pick([0, 10, 50, 100]))
        case 1:
            output.name("duplicateDirective")
            output.string(pick(["first", "stale"]))
        case 2:
            output.name("targetedFields")
            output.beginArray()
            output.string("CDN-Cache-Control")
            output.endArray()
        case 3:
            output.name("staleOnServerError")
            output.boolean(chance(50))
        case 4:
            output.name("requestDirectives")
            output.boolean(chance(50))
        default:
            output.name("noVarySearch")
            output.boolean(chance(80))
        }
    }

    func write(_ request: Request, to output: inout JSONWriter) {
        output.beginObject()
        output.name("method")
        output.string(request.method)
        output.name("url")
        output.string(request.url)
        write(request.fields, to: &output)
        if let content = request.content {
            output.name("content")
            output.string(content)
        }
        output.endObject()
    }

    mutating func write(status: Int, _ fields: [Field], to output: inout JSONWriter) {
        output.beginObject()
        output.name("status")
        output.integer(status)
        write(fields, to: &output)
        if chance(40) {
            output.name("bodyLength")
            output.integer(pick([0, 1, 3, 8, 1000]))
        }
        if chance(6) {
            output.name("complete")
            output.boolean(false)
        }
        output.endObject()
    }

    private func write(_ fields: [Field], to output: inout JSONWriter) {
        output.name("fields")
        output.beginArray()
        for field in fields {
            output.beginArray()
            output.string(field.name)
            output.string(field.value)
            output.endArray()
        }
        output.endArray()
    }
}
