import HTTPCacheSemantics

/// ETag and Last-Modified, and entity tags in conditions (RFC 9110 §8.8, §13.1).
enum ValidatorFindings {
    static func add(request fields: FieldSection, to found: inout FindingCollector) {
        for name in ["If-None-Match", "If-Match"] {
            for line in fields.indices(of: name) {
                let value = fields[line].value
                guard let member = unquotedMember(of: value) else { continue }
                found.add(
                    .eTagUnquoted, line: line, member,
                    "without quotes this is no entity tag, and the condition does not name it; write "
                        + "\"\(Shown.plain(value[member]))\"")
            }
        }
    }

    /// The first member of a list of entity tags that has no quotes; `*` needs none. A comma inside a tag is no comma of
    /// the list.
    private static func unquotedMember(of value: [UInt8]) -> Range<Int>? {
        var start = 0
        while start < value.count {
            if value[start] == 0x2C || value[start].isBlank {
                start += 1
                continue
            }
            var end = start
            var isQuoted = false
            var inQuotes = false
            while end < value.count, inQuotes || value[end] != 0x2C {
                if value[end] == 0x22 { (isQuoted, inQuotes) = (true, !inQuotes) }
                end += 1
            }
            let blanks = value[start..<end].reversed().prefix(while: \.isBlank).count
            let member = start..<(end - blanks)
            if !isQuoted, !value[member].elementsEqual("*".utf8) { return member }
            start = end
        }
        return nil
    }

    static func add(_ subject: ResponseSubject, to found: inout FindingCollector) {
        if let line = subject.fields.indices(of: "ETag").first {
            addETag(subject.fields[line].value, line: line, to: &found)
        }
        addMissing(subject, to: &found)
    }

    private static func addETag(_ value: [UInt8], line: Int, to found: inout FindingCollector) {
        let range = 0..<value.count
        if let tag = EntityTag(value) {
            guard tag.isWeak else { return }
            found.add(
                .eTagWeak, line: line, range,
                "a weak tag validates whole responses, but no range can be asked for with it in If-Range; a strong one "
                    + "has no W/")
            return
        }
        if !value.contains(0x22), !value.isEmpty, !value.starts(with: Array("W/".utf8)) {
            found.add(
                .eTagUnquoted, line: line, range,
                "without quotes this is no entity tag, and caches cannot rely on it to validate; write "
                    + "\"\(Shown.plain(value))\"")
            return
        }
        let what: String
        switch value.first {
        case nil: what = "nothing stands here"
        case 0x77: what = "the w of a weak tag is upper-case"
        case 0x27: what = "an entity tag stands in double quotes"
        case 0x22 where value.filter({ $0 == 0x22 }).count == 1: what = "the quote is never closed"
        default: what = "between two double quotes only visible characters stand, and nothing around them but W/"
        }
        found.add(
            .eTagInvalid, line: line, range,
            "\(what), so caches cannot rely on this to validate; write \"v1\" or W/\"v1\"")
    }

    // MARK: Nothing to validate with

    private static func addMissing(_ subject: ResponseSubject, to found: inout FindingCollector) {
        guard !subject.hasETag, !subject.hasLastModified, subject.isGet, subject.response.status.value == 200,
            subject.isStored
        else { return }
        if let length = subject.contentLength, length >= Linter.largeContent {
            let message =
                "once it is stale, a cache fetches all \(length) bytes of this again; send ETag or Last-Modified"
            if let line = subject.fields.indices(of: "Content-Length").first {
                found.add(.validatorMissing, line: line, 0..<subject.fields[line].value.count, message)
            } else {
                found.add(.validatorMissing, message)
            }
        } else if let member = subject.directives.unqualified("no-cache") ?? zero(subject.directives),
            subject.contentLength != 0
        {
            found.add(
                .nothingToValidateWith, line: member.line, member.range,
                "a cache asks the origin each time and, without ETag or Last-Modified, gets it whole each time; send "
                    + "one of them, or write no-store")
        }
    }

    private static func zero(_ table: DirectiveTable) -> CacheDirective? {
        guard let member = table["max-age"], member.seconds == 0, table.positive("s-maxage") == nil else { return nil }
        return member
    }
}
