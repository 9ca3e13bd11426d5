import HTTPCacheSemantics

/// Arguments of known directives (RFC 9111 §5.2): missing, not wanted, in the wrong form, or no seconds.
enum ArgumentFindings {
    static func add(
        _ member: CacheDirective, _ form: DirectiveNames.Form, isRequest: Bool, to found: inout FindingCollector
    ) {
        guard member.isWellFormed || member.argument?.isEmpty == true else {
            return addMalformed(member, form, to: &found)
        }
        switch form {
        case .seconds, .optionalSeconds:
            if let argument = member.argument, !argument.isEmpty {
                addSeconds(member, isRequest, to: &found)
            } else if form == .seconds || member.argument != nil {
                found.add(
                    .argumentMissing, line: member.line, member.range,
                    "\(member.name) says no number, so \(effect(member, isRequest)); write \(member.name)=60")
            }
        case .flag:
            guard let argument = member.argument else { return }
            // What only permits need not be heeded so.
            let effect = member.name == "public" ? "and a cache may take it for none" : "and caches heed it"
            found.add(
                .argumentUnexpected, line: member.line, member.range,
                "\(member.name) takes no argument, \(effect) whatever \(Shown.text(argument)) says; write "
                    + "\(member.name), or remove it")
        case .optionalFields: addFields(member, to: &found)
        }
    }

    // MARK: Seconds

    private static func addSeconds(
        _ member: CacheDirective, _ isRequest: Bool, to found: inout FindingCollector
    ) {
        let bytes = member.plainArgument
        let unsigned = bytes.drop { $0 == 0x2D || $0 == 0x2B }
        let isSigned = unsigned.count == bytes.count - 1 && !unsigned.isEmpty && unsigned.allSatisfy(\.isDigit)
        let range = member.argumentRange
        let effect = effect(member, isRequest)
        if let seconds = member.seconds {
            if member.isQuoted {
                found.add(
                    .argumentQuoted, line: member.line, range,
                    "some caches read a quoted number and others take it for none; write \(member.name)=\(seconds)")
            } else if seconds >= 1 << 31, !isExactly2To31(bytes) {
                found.add(
                    .argumentTooLarge, line: member.line, range,
                    "caches count no further than 2147483648 seconds, 68 years, and take this for that; "
                        + "31536000 is a year")
            }
        } else if isSigned {
            let isNegative = bytes.first == 0x2D
            found.add(
                .argumentSigned, line: member.line, range,
                "seconds have no sign, so \(effect); write \(member.name)="
                    + (isNegative ? "0" : Shown.plain(unsigned)))
        } else if isFraction(bytes) {
            let whole = bytes.prefix { $0 != 0x2E }
            found.add(
                .argumentFractional, line: member.line, range,
                "seconds have no fraction, so \(effect); write \(member.name)=\(Shown.plain(whole))")
        } else {
            let instead = withUnit(bytes).map { "\($0)" } ?? "a number of seconds"
            found.add(
                .argumentNotSeconds, line: member.line, range,
                "\(Shown.bytes(bytes)) is no number of seconds, so \(effect); write \(member.name)=\(instead)")
        }
    }

    /// What a cache does with a directive whose seconds it cannot read.
    private static func effect(_ member: CacheDirective, _ isRequest: Bool) -> String {
        if isRequest { return "a cache may ignore it" }
        switch member.name {
        case "max-age", "s-maxage": return "a cache takes the response for stale at once"
        default: return "a cache ignores it"
        }
    }

    /// `60.5`, with digits on both sides.
    private static func isFraction(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }

    private static func isExactly2To31(_ bytes: [UInt8]) -> Bool {
        bytes.drop { $0 == 0x30 }.elementsEqual("2147483648".utf8)
    }

    /// The seconds that `1h`, `10min` or `7d` mean.
    private static func withUnit(_ bytes: [UInt8]) -> Int? {
        let digits = bytes.prefix(while: \.isDigit)
        guard 1...6 ~= digits.count else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 & 15) }
        let units = [
            "s": 1, "sec": 1, "seconds": 1, "m": 60, "min": 60, "minutes": 60, "h": 3_600, "hour": 3_600,
            "hours": 3_600, "d": 86_400, "day": 86_400, "days": 86_400, "w": 604_800, "y": 31_536_000,
        ]
        let unit = String(decoding: bytes.dropFirst(digits.count).map(\.lowercased), as: UTF8.self)
        return units[unit].map { number * $0 }
    }

    // MARK: Field names

    private static func addFields(_ member: CacheDirective, to found: inout FindingCollector) {
        guard member.argument != nil else { return }
        let names = member.fieldNames
        if names.isEmpty || !names.allSatisfy({ $0.allSatisfy(\.isTokenByte) }) {
            found.add(
                .fieldListInvalid, line: member.line, member.argumentRange,
                "this lists no field names, so caches take it for \(member.name) without an argument; write "
                    + "\(member.name)=\"Set-Cookie\", or \(member.name)")
        } else if !member.isQuoted {
            found.add(
                .argumentUnquoted, line: member.line, member.argumentRange,
                "some caches read field names only in quotes; write \(member.name)=\"\(Shown.plain(names[0]))\"")
        }
    }

    // MARK: What is malformed

    private static func addMalformed(
        _ member: CacheDirective, _ form: DirectiveNames.Form, to found: inout FindingCollector
    ) {
        let rest = Array((member.argument ?? "").utf8)
        let isFlag = form == .flag || form == .optionalFields
        // Without seconds to lose, a directive holds by being there.
        let effect =
            isFlag ? "caches heed \(member.name) and lose the rest" : "caches cannot read its seconds"
        if member.isQuoted {
            found.add(
                .directiveMalformed, line: member.line, member.range,
                "something stands between the closing quote and the comma, so \(effect); remove it")
        } else if rest.contains(0x3B) {
            found.add(
                .directiveSeparator, line: member.line, member.range,
                "a semicolon separates nothing here, so \(effect); write a comma")
        } else if rest.drop(while: \.isBlank).first == 0x3A {
            let value = rest.drop(while: \.isBlank).dropFirst().drop(while: \.isBlank)
            found.add(
                .directiveMalformed, line: member.line, member.range,
                "a colon gives no argument, so \(effect); write \(member.name)=\(Shown.plain(value))")
        } else if rest.first == 0x22 {
            found.add(
                .directiveMalformed, line: member.line, member.range,
                "the quote is never closed, so \(effect); close it")
        } else if rest.first?.isBlank == true, rest.drop(while: \.isBlank).first == 0x3D || !isFlag {
            let value = rest.drop { $0.isBlank || $0 == 0x3D }
            found.add(
                .directiveMalformed, line: member.line, member.range,
                "no space stands around =, and so \(effect); write \(member.name)=\(Shown.plain(value))")
        } else if rest.first?.isBlank == true {
            found.add(
                .directiveSeparator, line: member.line, member.range,
                "no comma stands after \(member.name), so \(effect); write a comma")
        } else {
            found.add(
                .directiveMalformed, line: member.line, member.range,
                "\(Shown.text(member.written)) is no directive, and so \(effect); remove what is no token or quote it")
        }
    }
}
