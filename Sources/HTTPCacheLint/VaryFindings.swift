import HTTPCacheSemantics

/// Vary (RFC 9110 §12.5.5, RFC 9111 §4.1), as far as the response is kept.
enum VaryFindings {
    static func add(_ subject: ResponseSubject, to found: inout FindingCollector) {
        var names: Set<String> = []
        var hasStar = false
        for line in subject.fields.indices(of: "Vary") {
            let value = subject.fields[line].value
            forEachMember(of: value) { member in
                let bytes = value[member]
                if bytes.elementsEqual("*".utf8) {
                    hasStar = true
                    addStar(subject, line, member, to: &found)
                } else if !bytes.allSatisfy(\.isTokenByte) {
                    found.add(
                        .varyInvalid, line: line, member,
                        "\(Shown.bytes(bytes)) is no field name, so a cache finds that no request matches; write field "
                            + "names between commas")
                } else {
                    let name = String(decoding: bytes.map(\.lowercased), as: UTF8.self)
                    guard names.insert(name).inserted else { return }
                    add(name, subject, line, member, to: &found)
                }
            }
        }
        if !hasStar, !names.contains("accept-encoding") { addMissing(subject, to: &found) }
    }

    /// The members between commas that are not blank, without the blanks around them.
    private static func forEachMember(of value: [UInt8], _ body: (Range<Int>) -> Void) {
        var start = 0
        while start < value.count {
            var end = start
            while end < value.count, value[end] != 0x2C { end += 1 }
            var member = start..<end
            while let first = value[member].first, first.isBlank {
                member = (member.lowerBound + 1)..<member.upperBound
            }
            while let last = value[member].last, last.isBlank { member = member.lowerBound..<(member.upperBound - 1) }
            if !member.isEmpty { body(member) }
            start = end + 1
        }
    }

    private static func addStar(
        _ subject: ResponseSubject, _ line: Int, _ member: Range<Int>, to found: inout FindingCollector
    ) {
        guard subject.isStored else { return }
        found.add(
            .varyStar, line: line, member,
            "no later request matches *, so a cache keeps this and never uses it without asking; name the fields that "
                + "choose, or write no-store")
    }

    private static func add(
        _ name: String, _ subject: ResponseSubject, _ line: Int, _ member: Range<Int>, to found: inout FindingCollector
    ) {
        switch name {
        case "user-agent":
            guard subject.shared?.isReused == true else { return }
            found.add(
                .varyUserAgent, line: line, member,
                "a shared cache keeps one copy for each spelling of User-Agent, of which there are thousands, and rarely "
                    + "finds one; choose by something coarser, or send private")
        case "cookie":
            guard subject.shared?.isReused == true else { return }
            found.add(
                .varyCookie, line: line, member,
                "a shared cache keeps one copy for each combination of cookies and rarely finds one; send private where "
                    + "cookies choose, or leave Cookie out where they do not")
        default: break
        }
    }

    private static func addMissing(_ subject: ResponseSubject, to found: inout FindingCollector) {
        guard subject.shared?.isReused == true, subject.isGet, subject.response.status.value == 200,
            let line = subject.fields.indices(of: "Content-Encoding").first
        else { return }
        let coding = subject.fields[line].value
        guard
            ["gzip", "x-gzip", "br", "zstd", "deflate", "compress", "dcb", "dcz"].contains(
                String(decoding: coding.map(\.lowercased), as: UTF8.self))
        else { return }
        found.add(
            .varyMissing, line: line, 0..<coding.count,
            "a shared cache hands these coded bytes to clients that cannot read them too; send Vary: Accept-Encoding")
    }
}
