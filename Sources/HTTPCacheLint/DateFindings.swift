import HTTPCacheSemantics
import HTTPDate

/// Date, Expires, Last-Modified and the dates of conditions (RFC 9110 §5.6.7, §6.6.1, §8.8.2; RFC 9111 §5.3).
enum DateFindings {
    /// A field that holds a date, and what comes of one that cannot be read.
    private struct Field {
        let name: String
        let effect: String

        static let ofResponses = [
            Field(name: "Date", effect: "a cache takes the time of arrival in its place"),
            Field(name: "Expires", effect: "a cache takes the response for expired"),
            Field(
                name: "Last-Modified", effect: "no cache can validate with it or estimate a lifetime from it"),
        ]
        static let ofRequests = [
            Field(name: "If-Modified-Since", effect: "servers and caches ignore the condition"),
            Field(name: "If-Unmodified-Since", effect: "servers and caches ignore the condition"),
        ]
    }

    private static let instead = "write it as in Sun, 06 Nov 1994 08:49:37 GMT"

    static func add(request fields: FieldSection, to found: inout FindingCollector) {
        let someInstant = HTTPDate(secondsSinceEpoch: 1_767_225_600)
        for field in Field.ofRequests { _ = read(field, of: fields, relativeTo: someInstant, to: &found) }
    }

    static func add(_ subject: ResponseSubject, to found: inout FindingCollector) {
        var dates: [String: HTTPDate] = [:]
        for field in Field.ofResponses {
            dates[field.name] = read(field, of: subject.fields, relativeTo: subject.receivedAt, to: &found)
        }
        if let date = dates["Date"], let modified = dates["Last-Modified"], modified > date,
            let line = subject.fields.indices(of: "Last-Modified").first
        {
            found.add(
                .lastModifiedAfterDate, line: line, whole(line, subject.fields),
                "this lies \(Shown.seconds(Int(modified.seconds(since: date)))) after Date, and a cache can neither "
                    + "estimate a lifetime from it nor rely on it; write a time that is not later than Date")
        }
        addMissingDate(subject, expires: dates["Expires"], to: &found)
    }

    private static func addMissingDate(
        _ subject: ResponseSubject, expires: HTTPDate?, to found: inout FindingCollector
    ) {
        guard expires != nil, !subject.fields.contains("Date"), subject.directives["max-age"] == nil,
            subject.outlooks.contains(where: {
                $0.isStored && !$0.isAlwaysValidated && $0.lifetime.source == .expires
            }),
            let line = subject.fields.indices(of: "Expires").first
        else { return }
        found.add(
            .expiresWithoutDate, line: line, whole(line, subject.fields),
            "without Date a cache counts from when the response arrived, by its own clock; send Date, or write max-age")
    }

    private static func whole(_ line: Int, _ fields: FieldSection) -> Range<Int> { 0..<fields[line].value.count }

    // MARK: One field

    /// The date of the field's first line, and findings about that line and those that differ from it.
    private static func read(
        _ field: Field, of fields: FieldSection, relativeTo now: HTTPDate, to found: inout FindingCollector
    ) -> HTTPDate? {
        let lines = fields.indices(of: field.name)
        guard let first = lines.first else { return nil }
        let value = fields[first].value
        do {
            let parsed = try HTTPDate.parse(value, relativeTo: now)
            addForm(parsed, value, line: first, relativeTo: now, to: &found)
            return parsed.date
        } catch {
            addInvalid(field, value, error, line: first, to: &found)
            return nil
        }
    }

    private static func addInvalid(
        _ field: Field, _ value: [UInt8], _ error: HTTPDate.ParseError, line: Int, to found: inout FindingCollector
    ) {
        if field.name == "Expires", value.elementsEqual("0".utf8) || value.elementsEqual("-1".utf8) {
            found.add(
                .expiresZero, line: line, 0..<value.count,
                "this is no date, and a cache takes the response for expired, which is what it is written for; "
                    + "Cache-Control: no-cache says it as well")
            return
        }
        let start = min(error.offset, value.count)
        let isNumber = !value.isEmpty && value.allSatisfy(\.isDigit)
        let what = isNumber ? "a number of seconds is no date" : words(error.expected)
        found.add(
            .dateInvalid, line: line, isNumber ? 0..<value.count : start..<min(value.count, start + 1),
            "\(what), so \(field.effect); \(instead)")
    }

    private static func words(_ expected: HTTPDate.Expectation) -> String {
        switch expected {
        case .end: "the date is over before this"
        case .dayOfMonth: "the month has no such day"
        default: "\(expected.explanation) is missing here"
        }
    }

    /// What is read, though it is not as it should be written.
    private static func addForm(
        _ parsed: HTTPDate.Parsed, _ value: [UInt8], line: Int, relativeTo now: HTTPDate,
        to found: inout FindingCollector
    ) {
        if parsed.form != .imfFixdate {
            let name = parsed.form == .asctime ? "asctime" : "RFC 850"
            found.add(
                .dateObsolete, line: line, 0..<value.count,
                "caches read the obsolete form of \(name), but no sender may write it; write \(parsed.date)")
        }
        guard let error = strictError(value, relativeTo: now) else { return }
        if error.expected == .matchingDayName {
            let name = value.prefix { $0 != 0x2C && $0 != 0x20 }
            found.add(
                .dateWrongDay, line: line, 0..<name.count,
                "that day is no \(Shown.plain(name)), which caches pass over; write \(parsed.date)")
        } else {
            let start = min(error.offset, value.count)
            found.add(
                .dateCase, line: line, start..<min(value.count, start + 1),
                "the case of letters counts in a date, though caches read it; write \(parsed.date)")
        }
    }

    private static func strictError(_ value: [UInt8], relativeTo now: HTTPDate) -> HTTPDate.ParseError? {
        do {
            _ = try HTTPDate.parse(value, relativeTo: now, strictness: .strict)
            return nil
        } catch {
            return error
        }
    }
}
