import HTTPDate

/// Field values, plain and odd.
extension LineGenerator {
    // MARK: Numbers and words

    /// Delta-seconds, noted as a moment where something may change.
    mutating func seconds() -> String {
        if odd() {
            return pick([
                "2147483646", "2147483647", "2147483648", "2147483649", "4294967295", "4294967296",
                "9223372036854775807",
                "9223372036854775808", "18446744073709551615", "99999999999999999999999", "0000000060", "-1", "+5",
                "1.5",
                "1e3", "0x10", "5s", "", " 5", "5 ", "\u{A0}5", "five", "60;x", "\u{B2}",
            ])
        }
        let value = pick([0, 1, 2, 5, 10, 59, 60, 61, 100, 299, 300, 301, 3600, 86_400])
        moments.append((moments.last ?? 0) + Int64(value))
        moments.append(Int64(value))
        return String(value)
    }

    private mutating func cased(_ name: String) -> String {
        guard odd() else { return name }
        return pick([name.uppercased(), String(name.prefix(1)).uppercased() + name.dropFirst(), name])
    }

    // MARK: Cache-Control

    mutating func responseDirectives() -> [String] {
        var made: [String] = []
        if chance(65) { made.append(directive("max-age")) }
        if chance(20) { made.append(directive("s-maxage")) }
        if chance(20) { made.append(directive("stale-while-revalidate")) }
        if chance(20) { made.append(directive("stale-if-error")) }
        for (name, percent) in [
            ("no-store", 6), ("no-cache", 8), ("private", 10), ("public", 12), ("must-revalidate", 10),
            ("proxy-revalidate", 5), ("must-understand", 5), ("no-transform", 3), ("immutable", 8),
        ] where chance(percent) {
            made.append(flag(name))
        }
        if chance(6) {
            made.append(
                pick(["private", "no-cache"]) + "=\"" + pick(["set-cookie", "Set-Cookie, ETag", "", "a b"]) + "\"")
        }
        if odd() {
            made.append(
                pick([
                    "community=\"UCI\"", "x", "x=\"a, no-store\"", "no-store-x", "xno-store", "\"no-store\"", "max-age",
                    "max-age=\"5", "=5", "max-age==5", "no-store=no", "\u{E9}", "no-store;x", "max-age 5",
                ]))
        }
        if odd(), !made.isEmpty { made.append(pick(made)) }
        if odd() { made.shuffle(using: &self) }
        return made
    }

    mutating func requestDirectives() -> String {
        var made: [String] = []
        for name in ["max-age", "min-fresh", "max-stale"] where chance(30) { made.append(directive(name)) }
        if chance(8) { made.append("max-stale") }
        for name in ["no-cache", "no-store", "only-if-cached", "no-transform", "stale-if-error"] where chance(12) {
            made.append(name == "stale-if-error" ? directive(name) : flag(name))
        }
        if made.isEmpty || odd() { made.append(pick(["no-cache", "max-age=0", "max-stale", "x", ""])) }
        return made.joined(separator: separator())
    }

    mutating func targetedDirectives() -> [String] {
        if odd() {
            return [
                pick(["Max-Age=60", "max-age=\"60\"", "max-age=60,", "max-age=-1", "max-age=1.5", "", "max-age=(1)"])
            ]
        }
        return ["max-age=" + seconds()] + (chance(30) ? [pick(["no-store", "private", "must-revalidate"])] : [])
    }

    private mutating func directive(_ name: String) -> String {
        let value = seconds()
        guard odd() else { return cased(name) + "=" + value }
        return cased(name) + pick(["=\"\(value)\"", " = \(value)", "= \(value)", "='\(value)'", "=\"\\\(value)\"", ""])
    }

    private mutating func flag(_ name: String) -> String {
        cased(name) + (odd() ? pick(["=\"\"", "=1", "=true", "=\"x\"", " ", "="]) : "")
    }

    private mutating func separator() -> String {
        odd() ? pick([",", " ,", ",,", ", ,\t", " , ", ",  ", ";", " "]) : ", "
    }

    /// The directives on one line or several.
    mutating func cacheControl(named name: String, directives: [String]) -> [Field] {
        var lines: [[String]] = []
        for directive in directives {
            if lines.isEmpty || chance(oddness / 3) { lines.append([]) }
            lines[lines.count - 1].append(directive)
        }
        if lines.isEmpty, odd() { lines = [[pick(["", ",", " , ,"])]] }
        return lines.map { Field(name: cased(name), value: $0.joined(separator: separator())) }
    }

    // MARK: Dates

    /// An instant in one of the three forms, or spoilt.
    mutating func date(_ time: Int64) -> String {
        let range = HTTPDate.range
        let instant = HTTPDate(
            secondsSinceEpoch: min(max(time, range.lowerBound.secondsSinceEpoch), range.upperBound.secondsSinceEpoch))
        let text = instant.description
        guard odd() else { return text }
        let spelt: [String] = [
            instant.formatted(.rfc850), instant.formatted(.asctime), text.lowercased(), text.uppercased(), " \(text)",
            "\(text.dropLast(4))", "\(text.dropLast(3))UTC", "\(text.dropLast(3))+0000", "\(text.dropFirst(5))",
            "Xxx\(text.dropFirst(3))", "\(text), \(text)", "\(text);", "\(time)",
        ]
        return chance(50) ? pick(spelt) : pick(Self.strangeDates)
    }

    private static let strangeDates = [
        "0", "-1", "", "2026-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
        "Mon, 01 Jan 0001 00:00:00 GMT", "Sat, 31 Feb 2026 00:00:00 GMT", "Thu, 01 Jan 2026 24:00:00 GMT",
        "Thu, 01 Jan 2026 00:00:60 GMT", "Thursday, 01-Jan-76 00:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Thu Jan  1 00:00:00 2026",
    ]

    mutating func expires(at time: Int64) -> [Field] {
        let ahead = pick([-86_400, -1, 0, 1, 10, 60, 600, 86_400])
        moments.append(Int64(ahead))
        var fields = [Field(name: "Expires", value: date(time + Int64(ahead)))]
        if odd() { fields.append(Field(name: "Expires", value: date(time + 100))) }
        return fields
    }

    mutating func lastModified(at time: Int64) -> String {
        let before = pick([0, 1, 100, 1000, 36_000, 864_000, 315_360_000])
        moments.append(Int64(before / 10))
        return date(time - Int64(before))
    }

    mutating func age() -> String {
        odd() ? pick(["", "-1", "1, 2", "a", "1.0", "99999999999999999999", "\"5\""]) : seconds()
    }

    // MARK: Validators, Vary, ranges

    mutating func entityTag() -> String {
        guard odd() else { return pick(["\"a\"", "\"a\"", "\"b\"", "W/\"a\""]) }
        return pick([
            "a", "\"\"", "W/\"\"", "w/\"a\"", "\"a", "\"a\"b", "\"a\", \"b\"", "W/a", "\"\u{E9}\"", "\"a b\"", "'a'",
            "",
        ])
    }

    mutating func vary() -> [Field] {
        let names = ["Accept-Language", "Accept-Encoding", "User-Agent", "Cookie", "X-None", "accept-language"]
        if odd() {
            return [
                Field(
                    name: "Vary",
                    value: pick(["*", "Accept-Encoding, *", "* , Cookie", "", ",", "a b", "Accept-Language,,", "\"x\""])
                )
            ]
        }
        var fields = [Field(name: "Vary", value: pick(names))]
        if chance(30) { fields[0].value += ", " + pick(names) }
        if chance(10) { fields.append(Field(name: "Vary", value: pick(names))) }
        return fields
    }

    mutating func contentRange() -> String {
        odd()
            ? pick([
                "bytes 4-1/8", "bytes 0-8/8", "bytes */8", "bytes 0-3", "items 0-3/8", "bytes 0-3/99999999999999999999",
                "x",
            ])
            : pick(["bytes 0-3/8", "bytes 4-7/8", "bytes 2-5/8", "bytes 0-7/8", "bytes 0-3/*"])
    }
}
