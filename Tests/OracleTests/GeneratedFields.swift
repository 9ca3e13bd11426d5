/// The spelling of response fields, plain and odd.
extension Generator {
    // MARK: Words and numbers

    mutating func number() -> String {
        if chance(75) { return pick(["0", "1", "2", "5", "10", "10", "60", "60", "100", "3600", "86400"]) }
        return pick([
            "2147483646", "2147483647", "2147483648", "2147483649", "4294967296", "9223372036854775807",
            "9223372036854775808", "99999999999999999999", "00010",
        ])
    }

    mutating func oddNumber() -> String {
        pick(["", "-1", "+1", "1.5", "5s", "0x5", "\"5", "5 5", "\"\"", "\" 5\"", "x", "\"5\"6"])
    }

    mutating func mixedCase(_ name: String) -> String {
        switch below(3) {
        case 0: return name.uppercased()
        case 1: return name.prefix(1).uppercased() + name.dropFirst()
        default:
            let mixed: [String] = name.map { character in
                chance(50) ? character.uppercased() : String(character)
            }
            return mixed.joined()
        }
    }

    /// One directive, with its argument if it has one.
    mutating func spelled(_ name: String, _ argument: String?) -> String {
        let shown = odd() ? mixedCase(name) : name
        guard let argument else { return odd() ? shown + pick(["=", "=x", "=\"x\"", "=1"]) : shown }
        if odd() {
            return pick([shown, "\(shown)=\"\(argument)\"", "\(shown)=\(oddNumber())", "\(shown) =\(argument)"])
        }
        return "\(shown)=\(argument)"
    }

    // MARK: Cache-Control

    static let flags = [
        "no-store", "no-cache", "private", "public", "must-revalidate", "proxy-revalidate", "must-understand",
        "immutable", "no-transform", "x-unknown",
    ]

    mutating func responseDirectives() -> [String] {
        var made: [String] = []
        if chance(75) { made.append(spelled("max-age", number())) }
        if chance(20) { made.append(spelled("s-maxage", number())) }
        if chance(25) { made.append(spelled("stale-while-revalidate", number())) }
        if chance(25) { made.append(spelled("stale-if-error", number())) }
        if chance(45) { made.append(spelled(pick(Self.flags), nil)) }
        if chance(10) { made.append(spelled(pick(Self.flags), nil)) }
        if chance(10) {
            let names =
                odd() ? pick(["", " ", "a b", ",x-secret,"]) : pick(["Set-Cookie", "x-secret", "X-Secret, X-A"])
            made.append("\(pick(["private", "no-cache"]))=\"\(names)\"")
        }
        if odd() { made.append(pick(["max-age=7", "s-maxage=7", "no-cache", "=x", "\"\"", "x=\"a, b\"", "x=\"a"])) }
        if chance(30) { made.shuffle(using: &self) }
        return made
    }

    /// Directives over one to three lines, with empty members here and there.
    mutating func cacheControlLines() -> [Oracle.Field] {
        let directives = responseDirectives()
        if directives.isEmpty { return odd() ? [Oracle.Field("Cache-Control", pick(["", ",", " , "]))] : [] }
        var lines: [[String]] = [[]]
        for directive in directives {
            if chance(10) { lines.append([]) }
            lines[lines.count - 1].append(directive)
        }
        return lines.map { line in
            let separator = odd() ? pick([",", " ,", ",,", ", ,\t", " , "]) : ", "
            return Oracle.Field(odd() ? "cache-control" : "Cache-Control", line.joined(separator: separator))
        }
    }

    mutating func targetedValue() -> String {
        if odd() {
            return pick([
                "", " ", "Max-Age=60", "max-age=60,", "max-age=\"60\"", "max-age=1.5", "max-age=-1", "max-age=x",
                "max-age", "no-store=1", "no-store=?0", "max-age=1000000000000000", "max-age=5, max-age=9", "none",
                "max-age=60;x=1;y", "no-cache=tok", "max-age=60, x=(1 2)", "max-age =60", "private=\"x-secret\"",
            ])
        }
        var members = ["max-age=\(pick(["0", "5", "10", "60", "600", "2147483648", "999999999999999"]))"]
        if chance(20) { members.append("s-maxage=10") }
        if chance(20) { members.append("stale-while-revalidate=30") }
        if chance(20) { members.append("stale-if-error=30") }
        if chance(40) { members.append(pick(Self.flags)) }
        return members.joined(separator: ", ")
    }

    // MARK: Dates and validators

    mutating func dateText(_ seconds: Int64) -> String {
        guard odd() else { return Oracle.imfFixdate(seconds) }
        let parts = SlowDateParser.civil(seconds)
        let days = SlowDateParser.dayNumber(parts.year, parts.month, parts.day)
        let weekday = ((days + 3) % 7 + 7) % 7
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
        let month = SlowDateParser.months[parts.month - 1]
        let day = parts.day < 10 ? " \(parts.day)" : "\(parts.day)"
        let imf = Oracle.imfFixdate(seconds)
        return pick([
            "\(SlowDateParser.longDays[weekday]), \(two(parts.day))-\(month)-\(two(parts.year % 100)) \(time) GMT",
            "\(SlowDateParser.shortDays[weekday]) \(month) \(day) \(time) \(parts.year)",
            imf.lowercased(), imf.replacing("GMT", with: "UTC"), imf.replacing(" GMT", with: ""),
            String(seconds), "0", "-1", "", imf + ", " + imf,
        ])
    }

    mutating func entityTagText() -> String {
        if odd() {
            return pick(["a", "\"\"", "w/\"a\"", "\"a", "'a'", "\"a,b\"", "\"\u{E9}\"", "\"a b\"", "W/", "\"a\\\""])
        }
        return pick(["\"a\"", "\"a\"", "\"b\"", "W/\"a\"", "W/\"b\""])
    }

    mutating func ageText() -> String {
        odd()
            ? pick(["-1", "1.5", "", "x", "5, 6", "x, 6", "2147483648", "99999999999999999999", "\"5\"", ", 5"])
            : pick(["0", "1", "4", "5", "10", "59"])
    }

    // MARK: Responses

    mutating func response(status: Int, to request: Oracle.Request) -> Oracle.Response {
        var made = Oracle.Response(status: status)
        if chance(85) { made.fields.append(Oracle.Field("Date", dateText(t0 + Int64(pick([0, 0, 0, -5, -60, 1]))))) }
        if chance(25) { made.fields.append(Oracle.Field("Age", ageText())) }
        made.fields += cacheControlLines()
        if chance(20) { made.fields.append(Oracle.Field("Expires", dateText(t0 + Int64(pick([0, 5, 10, 60, -5]))))) }
        if chance(40) {
            let modified = t0 - Int64(pick([0, 1, 100, 1000, 86_400, 8_640_000]))
            made.fields.append(Oracle.Field("Last-Modified", dateText(modified)))
        }
        if chance(50) { made.fields.append(Oracle.Field("ETag", entityTagText())) }
        if chance(25) { made.fields.append(Oracle.Field("Vary", varyText())) }
        if chance(15) { made.fields.append(Oracle.Field("CDN-Cache-Control", targetedValue())) }
        if chance(5) { made.fields.append(Oracle.Field("Example-Cache-Control", targetedValue())) }
        addOthers(to: &made, request)
        if chance(20) { made.fields.shuffle(using: &self) }
        return made
    }

    private mutating func varyText() -> String {
        odd()
            ? pick(["*", "Accept-Language, *", "", ",", "a b", "accept-LANGUAGE,,x-kind"])
            : pick(["Accept-Language", "X-Kind", "Accept-Language, X-Kind"])
    }

    private mutating func addOthers(to made: inout Oracle.Response, _ request: Oracle.Request) {
        made.bodyLength = odd() && chance(10) ? 0 : chance(15) ? nil : 10
        if made.status == 206, !odd() {
            let range = pick(["bytes 0-4/10", "bytes 5-9/10", "bytes 0-4/*"])
            made.fields.append(Oracle.Field("Content-Range", range))
            made.bodyLength = 5
            if chance(20) { made.fields.append(Oracle.Field("Content-Length", pick(["5", "5", "6"]))) }
        }
        if made.status == 200, chance(5) {
            made.complete = false
            made.bodyLength = 5
            made.fields.append(Oracle.Field("Content-Length", "10"))
        }
        if chance(5) { made.fields.append(Oracle.Field("Set-Cookie", "a=b")) }
        if chance(5) { made.fields += fields("Connection: close, X-Hop", "X-Hop: 1") }
        if odd(), chance(10) {
            made.fields.append(
                Oracle.Field("Connection", pick(["cache-control", "Vary", "x, AGE", "date", "expires", "etag"])))
        }
        if odd(), chance(5) {
            made.fields.append(
                Oracle.Field("Cache-Control", pick(["private=\"vary\"", "private=\"x, Cache-Control\""])))
        }
        if chance(5) { made.fields.append(Oracle.Field("X-Secret", "1")) }
        if chance(3) { made.fields.append(Oracle.Field("Pragma", "no-cache")) }
        if chance(request.method == "POST" ? 70 : 3) {
            made.fields.append(Oracle.Field("Content-Location", pick([request.url, request.url, "/other"])))
        }
        if chance(3) { made.fields.append(Oracle.Field("Location", reference())) }
        if chance(4) {
            let plain = ["\"g\"", "\"h\"", "\"g\", \"h\""]
            made.fields.append(
                Oracle.Field("Cache-Groups", odd() ? pick(["g", "\"g\";x", "", "\"g\",, \"h\""]) : pick(plain)))
        }
        if made.complete, made.status != 206, chance(10) {
            made.fields.append(Oracle.Field("Content-Length", odd() ? pick(["11", "x", "", "010"]) : "10"))
        }
        if odd(), chance(30) { addSecondLine(to: &made) }
    }

    /// A field that may stand once, once more.
    private mutating func addSecondLine(to made: inout Oracle.Response) {
        switch below(8) {
        case 0: made.fields.append(Oracle.Field("Date", dateText(t0 - 30)))
        case 1: made.fields.append(Oracle.Field("ETag", entityTagText()))
        case 2: made.fields.append(Oracle.Field("Last-Modified", dateText(t0 - 500)))
        case 3: made.fields.append(Oracle.Field("Expires", dateText(t0 + 30)))
        case 4: made.fields.append(Oracle.Field("Age", ageText()))
        case 5: made.fields.append(Oracle.Field("Vary", varyText()))
        case 6: made.fields.append(Oracle.Field("Content-Range", "bytes 0-4/10"))
        default: made.fields.append(Oracle.Field("CDN-Cache-Control", targetedValue()))
        }
    }
}

extension Generator: RandomNumberGenerator {
    mutating func next() -> UInt64 { bits() }
}
