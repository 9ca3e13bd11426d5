import HTTPCacheSemantics
import HTTPDate

/// Reads one entry of a HAR, in whichever dialect.
///
/// - Times: a missing or empty `startedDateTime`, and the epoch, which some write for none, leave it to the response's
///   `Date` and `Age` to say when it arrived. Of `timings` negative members count as nothing; where there are none,
///   `time` does.
/// - Names that begin with `:` are HTTP/2's pseudo-header fields and no fields. A value with line feeds is as many
///   field lines, which is how browsers write `Set-Cookie`; NUL and CR are spaces (RFC 9110 §5.5).
/// - `bodySize` -1 is unknown. The size is `bodySize`, else Chrome's `_transferSize`, else that of the content.
/// - `_fromCache` (Chrome), `_fetchType` (Safari) and an empty `bodySize` of a content that is not tell where it came
///   from.
/// - No response, null, or a status of 0 or less: there was none. Chrome's `_error` means that it did not come whole.
/// - `null` counts as missing; members that are not known here are passed over.
struct HAREntryReader {
    let bytes: [UInt8]
    private var cursor: JSONCursor
    private let end: Int
    /// Where things stand; nil where nobody wants to know.
    var places: HARPlaces?
    /// Whether the text of the content is looked at.
    var readsContent = false

    private var started: HARTime?
    private var time = 0.0
    /// Until the response began, in milliseconds.
    private var timings: Double?
    private var isFromCache = false
    private var request = Request()
    private var response: Response?

    // Those that stand once in their object.
    private static let singleOfEntry = ["request", "response"]
    private static let singleOfRequest = ["url", "method", "headers"]
    private static let singleOfResponse = ["status", "headers"]
    private static let singleOfField = ["name", "value"]

    private struct Request {
        var method = "GET"
        var url: String?
        var fields = FieldSection()
    }

    private struct Response {
        var status = 0
        var fields = FieldSection()
        var bodySize = -1
        var transferSize = -1
        var contentSize = -1
        var isCutShort = false
        var contentDigest: Int?
    }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        cursor = JSONCursor(bytes, range)
        end = range.upperBound
    }

    mutating func read(number: Int) throws(JSONFault) -> HAREntry {
        let start = cursor.position
        var hasRequest = false
        try members(Self.singleOfEntry) { reader, name throws(JSONFault) in
            switch name {
            case "startedDateTime": reader.started = try reader.dateTime()
            case "time": reader.time = try reader.cursor.number()
            case "timings": try reader.readTimings()
            case "request":
                hasRequest = true
                try reader.readRequest()
            case "response": try reader.readResponse()
            case "_fromCache": reader.isFromCache = try reader.isTrueOrText()
            case "_fetchType":
                reader.isFromCache = try ["Disk Cache", "Memory Cache"].contains(reader.cursor.string())
            default: return false
            }
            return true
        }
        try cursor.expectEnd()
        guard hasRequest else { throw JSONFault("the member request is missing", at: start) }
        return entry(number)
    }

    // MARK: Members

    /// Reads an object; `body` takes a member or says that it does not know it. Null is passed over. Those of `single`
    /// stand once.
    private mutating func members(
        _ single: [String] = [], _ body: (inout HAREntryReader, String) throws(JSONFault) -> Bool
    ) throws(JSONFault) {
        try cursor.beginObject()
        var isFirst = true
        var seen = 0
        while let name = try cursor.nextName(isFirst: &isFirst) {
            do throws(JSONFault) {
                if let index = single.firstIndex(of: name) {
                    guard seen & 1 << index == 0 else {
                        throw JSONFault("the name stands twice", at: cursor.position)
                    }
                    seen |= 1 << index
                }
                if try cursor.kind() == .null {
                    try cursor.null()
                } else if try !body(&self, name) {
                    try cursor.skipValue()
                }
            } catch {
                throw error.within(".\(name)")
            }
        }
    }

    private mutating func readRequest() throws(JSONFault) {
        let start = cursor.position
        places?.requestStart = start
        try members(Self.singleOfRequest) { reader, name throws(JSONFault) in
            switch name {
            case "method":
                reader.places?.note(&reader.cursor, \.method)
                reader.request.method = try reader.cursor.string()
            case "url":
                reader.places?.note(&reader.cursor, \.url)
                reader.request.url = try reader.cursor.string()
            case "headers": reader.request.fields = try reader.fields(isRequest: true)
            default: return false
            }
            return true
        }
        if request.url == nil { throw JSONFault("the member url is missing", at: start) }
    }

    private mutating func readResponse() throws(JSONFault) {
        var response = Response()
        places?.responseStart = cursor.position
        try members(Self.singleOfResponse) { reader, name throws(JSONFault) in
            switch name {
            case "status":
                reader.places?.note(&reader.cursor, \.status)
                response.status = try reader.status()
            case "headers": response.fields = try reader.fields(isRequest: false)
            case "bodySize": response.bodySize = try reader.integer()
            case "_transferSize": response.transferSize = try reader.integer()
            case "content": (response.contentSize, response.contentDigest) = try reader.contentTraits()
            case "_error": response.isCutShort = try reader.isTrueOrText()
            default: return false
            }
            return true
        }
        self.response = response
    }

    private mutating func status() throws(JSONFault) -> Int {
        let start = cursor.position
        let number = try cursor.number()
        if number <= 0 { return 0 }
        guard number >= 100, number <= 999, number == number.rounded() else {
            throw JSONFault("expected a status from 100 to 999", at: start)
        }
        return Int(number)
    }

    private mutating func contentTraits() throws(JSONFault) -> (size: Int, digest: Int?) {
        var size = -1
        var digest: Int?
        try members { reader, name throws(JSONFault) in
            switch name {
            case "size": size = try reader.integer()
            case "text" where reader.readsContent:
                let text = try reader.cursor.rawString().range
                if !text.isEmpty { digest = Self.digest(of: reader.bytes[text]) }
            default: return false
            }
            return true
        }
        return (size, digest)
    }

    private static func digest(of bytes: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    private mutating func readTimings() throws(JSONFault) {
        var sum = 0.0
        var isSaid = false
        try members { reader, name throws(JSONFault) in
            switch name {
            case "blocked", "dns", "connect", "send", "wait": break
            default: return false
            }
            let part = try reader.cursor.number()
            if part > 0 {
                sum += part
                isSaid = true
            }
            return true
        }
        timings = isSaid ? sum : nil
    }

    // MARK: Field lines

    private mutating func fields(isRequest: Bool) throws(JSONFault) -> FieldSection {
        var section = FieldSection()
        try cursor.beginArray()
        var isFirst = true
        var index = 0
        while try cursor.nextElement(isFirst: &isFirst) {
            do {
                try readField(into: &section, isRequest)
            } catch {
                throw error.within("[\(index)]")
            }
            index += 1
        }
        return section
    }

    private mutating func readField(into section: inout FieldSection, _ isRequest: Bool) throws(JSONFault) {
        let start = cursor.position
        var name: (range: Range<Int>, hasEscapes: Bool)?
        var value: (range: Range<Int>, hasEscapes: Bool)?
        try members(Self.singleOfField) { reader, member throws(JSONFault) in
            switch member {
            case "name": name = try reader.cursor.rawString()
            case "value": value = try reader.cursor.rawString()
            default: return false
            }
            return true
        }
        guard let name else { throw JSONFault("the member name is missing", at: start) }
        let valueRange = value?.range ?? name.range.upperBound..<name.range.upperBound
        if bytes[name.range].first == Byte.colon { return }
        if places == nil, !name.hasEscapes, value?.hasEscapes != true {
            section.append(name: bytes.span.extracting(name.range), value: bytes.span.extracting(valueRange))
            return
        }
        let (nameBytes, _) = try JSONCursor.traced(bytes, name.range)
        let text: (bytes: [UInt8], segments: [JSONCursor.Segment])
        do {
            text = try JSONCursor.traced(bytes, valueRange)
        } catch {
            throw error.within(".value")
        }
        for line in HARFieldLine.lines(text.bytes, text.segments) {
            section.append(name: HARFieldLine.cleaned(nameBytes), value: line.value)
            places?.add(name: HARFieldLine.cleaned(nameBytes), at: name.range.lowerBound, line, isRequest: isRequest)
        }
    }

    // MARK: Values

    private mutating func dateTime() throws(JSONFault) -> HARTime? {
        _ = try cursor.kind()
        let start = cursor.position
        let text = try cursor.string()
        if text.isEmpty { return nil }
        guard let time = HARTime(text) else {
            throw JSONFault("expected a time such as 2026-11-24T09:31:00.000Z", at: start)
        }
        return time.milliseconds == 0 ? nil : time
    }

    /// A number of bytes; fractions are dropped.
    private mutating func integer() throws(JSONFault) -> Int {
        Int(max(-1, min(try cursor.number(), 1e15)))
    }

    private mutating func isTrueOrText() throws(JSONFault) -> Bool {
        if try cursor.kind() == .boolean { return try cursor.boolean() }
        return try !cursor.string().isEmpty
    }

    // MARK: What it comes to

    private func entry(_ number: Int) -> HAREntry {
        var size: Int?
        var isFromCache = isFromCache
        if let response, response.status > 0 {
            let sizes = [response.bodySize, response.transferSize, response.contentSize]
            size = sizes.first { $0 > 0 } ?? (sizes.contains(0) ? 0 : nil)
            if response.bodySize == 0, response.transferSize <= 0, response.contentSize > 0, response.status != 304 {
                isFromCache = true
            }
        }
        return HAREntry(
            number: number, method: request.method, url: request.url ?? "", content: content, size: size,
            contentDigest: response?.contentDigest, isFromCache: isFromCache, timing: timing)
    }

    private var timing: HAREntry.Timing {
        let wait = Int(max(0, min(timings ?? time, 1e12)))
        return HAREntry.Timing(
            start: started?.milliseconds, wait: wait, total: max(wait, Int(max(0, min(time, 1e12)))))
    }

    /// Method, URL and status; nil where there is no exchange.
    var startLines: (method: String, url: String, status: String)? {
        guard case .exchange = content, let response else { return nil }
        return (request.method, request.url ?? "", String(response.status))
    }

    private var content: HAREntry.Content {
        guard let response, response.status > 0 else { return .noResponse }
        guard let url = request.url, let target = try? TargetURI(url), ["http", "https"].contains(target.scheme) else {
            return .notHTTP
        }
        let head = ResponseHead(status: response.status, fields: response.fields)
        let (sent, received) = times(head)
        let request = RequestHead(method: Method(request.method), target: target, fields: request.fields)
        return .exchange(
            ObservedExchange(
                request: request, response: head,
                content: response.isCutShort ? .partial(range: 0..<0, total: nil) : .complete(length: nil),
                requestTime: sent, responseTime: received, later: request.withoutWishesOfOneVisit))
    }

    private func times(_ response: ResponseHead) -> (HTTPDate, HTTPDate) {
        guard let started else {
            let date = response.date(relativeTo: Settings.defaultClock) ?? Settings.defaultClock
            let age = response.fields.values(of: "Age").first.flatMap { Byte.number($0[...]) } ?? 0
            let arrival = date.adding(seconds: Int64(min(age, 1 << 31)))
            return (arrival, arrival)
        }
        let delay = max(0, min(timings ?? time, 1e12))
        let received = started.milliseconds + Int64(delay)
        return (Self.date(started.milliseconds), Self.date(received))
    }

    private static func date(_ milliseconds: Int64) -> HTTPDate {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        return HTTPDate(secondsSinceEpoch: remainder < 0 ? quotient - 1 : quotient)
    }
}
