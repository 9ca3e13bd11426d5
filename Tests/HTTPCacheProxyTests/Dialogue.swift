import Foundation
import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPDate
import TestSupport
import XCTest

/// Runs cases of a small language through a proxy and an origin on real sockets, each case with a proxy of its own.
///
///     case NAME
///     > GET [/path] ; Field: value ; body:TEXT      the client asks
///     < 200 ; Field: value ; body:TEXT              what the origin says when it is asked; or `close`, `reset`, `silence`
///     ~ Field: value ; !Field ; GET /path           what the origin was sent last
///     = 200 hit -stored ; Field: value ; !Field ; body:TEXT
///     + 30                                          so many seconds pass
///
/// Parts are parted by ` ; `. A request without `<` lines must not reach the origin, and every `<` line must be asked
/// for, be it in the background. The words after a status stand in the last Cache-Status line, or, after `-`, do not;
/// `own` means that there is none. An answer has `Date: {date}` unless it says `!Date`, a Content-Length unless it says
/// `chunked` or has one, and the content `b1`, `b2`, … unless it says `body:`. `{date+60}` is a date by the proxy's
/// clock, which begins at Thu, 01 Jan 2026 00:00:00 GMT.
struct Dialogue {
    private struct Turn {
        var line = 0
        var request = ""
        var answers: [String] = []
        var checks: [(line: Int, text: String)] = []
        /// Seconds that pass before.
        var wait: Int64 = 0
    }

    private let name: String
    private var turns: [Turn] = []

    /// All cases of a text.
    static func run(
        _ text: String, _ configure: @escaping (inout ProxyConfiguration) -> Void = { _ in },
        file: StaticString = #filePath, from firstLine: UInt = #line
    ) {
        for failure in failures(of: text, configure) { XCTFail(failure, file: file, line: firstLine) }
    }

    /// What does not hold.
    static func failures(
        of text: String, _ configure: @escaping (inout ProxyConfiguration) -> Void = { _ in }
    ) -> [String] {
        var failures: [String] = []
        var cases: [(line: Int, lines: [(Int, String)])] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("case ") {
                cases.append((number, [(number, line)]))
            } else if cases.isEmpty {
                failures.append("a line before the first case: \(line)")
            } else {
                cases[cases.count - 1].lines.append((number, line))
            }
        }
        if cases.isEmpty { failures.append("no case") }
        for one in cases {
            let dialogue = Dialogue(one.lines)
            do {
                try dialogue.run(configure) { line, message in
                    failures.append("\(dialogue.name), line \(line - one.line): \(message)")
                }
            } catch {
                failures.append("\(dialogue.name): \(error)")
            }
        }
        return failures
    }

    private init(_ lines: [(Int, String)]) {
        name = String(lines.first?.1.dropFirst(5) ?? "")
        var wait: Int64 = 0
        for (number, line) in lines.dropFirst() {
            let rest = String(line.dropFirst().drop { $0 == " " })
            switch line.first {
            case "+": wait += Int64(rest) ?? 0
            case ">":
                turns.append(Turn(line: number, request: rest, wait: wait))
                wait = 0
            case "<": turns[turns.count - 1].answers.append(rest)
            default: turns[turns.count - 1].checks.append((number, line))
            }
        }
    }

    private func run(
        _ configure: (inout ProxyConfiguration) -> Void, _ fail: (Int, String) -> Void
    ) throws {
        let queue = Box<[(String, Int)]>([])
        let surprises = Box<[String]>([])
        let clock = Box<TestClock?>(nil)
        let origin = Origin { request, _, _ in
            guard let (answer, number) = queue.update({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                surprises.update { $0.append(request.startLine) }
                return .last(Array("HTTP/1.1 599 Not Expected\r\nContent-Length: 0\r\n\r\n".utf8))
            }
            return Self.answer(answer, number, request.method, clock.value?.now ?? HTTPDate(secondsSinceEpoch: 0))
        }
        let subject = try ProxyUnderTest(upstream: origin.port, configure)
        clock.update { $0 = subject.clock }
        var answered = 0
        for turn in turns {
            subject.clock.advance(turn.wait)
            let numbered = turn.answers.map { answer -> (String, Int) in
                answered += 1
                return (answer, answered)
            }
            queue.update { $0 = numbered }
            let parts = Self.parts(turn.request)
            let response = try subject.ask(Self.request(parts, subject.clock.now))
            for _ in 0..<400 where !queue.value.isEmpty { usleep(5000) }
            if !queue.value.isEmpty { fail(turn.line, "the origin was not asked for \(queue.value[0].0)") }
            for surprise in surprises.value { fail(turn.line, "the origin was asked: \(surprise)") }
            surprises.update { $0 = [] }
            for (line, text) in turn.checks {
                if text.hasPrefix("~"), let sent = origin.requests.last {
                    checkSent(String(text.dropFirst(2)), sent, subject.clock.now) { fail(line, $0) }
                } else if text.hasPrefix("=") {
                    checkResponse(String(text.dropFirst(2)), response, subject.clock.now) { fail(line, $0) }
                } else {
                    fail(line, "an unknown line: \(text)")
                }
            }
        }
    }

    // MARK: Messages

    private static func parts(_ text: String) -> [String] {
        text.components(separatedBy: " ; ").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func request(_ parts: [String], _ now: HTTPDate) -> String {
        let words = parts[0].split(separator: " ")
        var text = "\(words[0]) \(words.count > 1 ? words[1] : "/") HTTP/1.1\n"
        var body: String?
        var hasHost = false
        for part in parts.dropFirst() {
            if part.hasPrefix("body:") {
                body = String(part.dropFirst(5))
            } else {
                hasHost = hasHost || part.hasPrefix("Host:")
                text += expanded(part, now) + "\n"
            }
        }
        if !hasHost { text += "Host: h.test\n" }
        if let body { text += "Content-Length: \(body.utf8.count)\n" }
        return text + "\n" + (body ?? "")
    }

    private static func answer(_ text: String, _ number: Int, _ method: String, _ now: HTTPDate) -> Origin.Answer {
        let parts = parts(text)
        switch parts[0] {
        case "close": return .last([])
        case "reset": return .reset
        case "silence": return .silence
        default: break
        }
        var body = "b\(number)"
        var head = "HTTP/1.1 \(parts[0]) Reason\r\n"
        var isChunked = false
        var hasLength = false
        var hasDate = false
        for part in parts.dropFirst() {
            if part.hasPrefix("body:") {
                body = String(part.dropFirst(5))
            } else if part == "chunked" {
                isChunked = true
            } else if part == "!Date" {
                hasDate = true
            } else {
                hasDate = hasDate || part.lowercased().hasPrefix("date:")
                hasLength = hasLength || part.lowercased().hasPrefix("content-length:")
                head += expanded(part, now) + "\r\n"
            }
        }
        if !hasDate { head += "Date: \(now)\r\n" }
        let isBodiless = method == "HEAD" || ["204", "304"].contains(parts[0])
        if isChunked {
            head += "Transfer-Encoding: chunked\r\n"
            body = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
        } else if !hasLength, !isBodiless {
            head += "Content-Length: \(body.utf8.count)\r\n"
        }
        return .bytes(Array((head + "\r\n" + (isBodiless ? "" : body)).utf8))
    }

    /// `{date}`, `{date+60}`, `{date-60}`.
    private static func expanded(_ text: String, _ now: HTTPDate) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.range(of: "{date"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let offset = Int64(rest[start.upperBound..<end]) ?? 0
            result += rest[..<start.lowerBound] + now.adding(seconds: offset).description
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    // MARK: Checks

    private func checkSent(_ text: String, _ sent: RawMessage, _ now: HTTPDate, _ fail: (String) -> Void) {
        for part in Self.parts(text) {
            if let colon = part.firstIndex(of: ":") {
                checkField(part, colon, sent, now) { fail("sent: \($0)") }
            } else if part.hasPrefix("!") {
                let name = String(part.dropFirst())
                if let value = sent[name] { fail("sent \(name): \(value)") }
            } else if sent.startLine != part + " HTTP/1.1" {
                fail("sent \(sent.startLine), wanted \(part)")
            }
        }
    }

    private func checkResponse(_ text: String, _ response: RawMessage, _ now: HTTPDate, _ fail: (String) -> Void) {
        let parts = Self.parts(text)
        let words = parts[0].split(separator: " ").map(String.init)
        if response.status != Int(words[0]) { fail("\(response.startLine), wanted \(words[0])") }
        let status = response.values("Cache-Status").last
        let said = (status ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        for word in words.dropFirst() {
            if word == "own" {
                if let status { fail("Cache-Status: \(status), wanted none") }
            } else if word.hasPrefix("-") {
                if said.contains(String(word.dropFirst())) { fail("Cache-Status: \(status ?? ""), not wanted \(word)") }
            } else if !said.contains(word) {
                fail("Cache-Status: \(status ?? "none"), wanted \(word)")
            }
        }
        for part in parts.dropFirst() {
            if part.hasPrefix("body:") {
                let wanted = String(part.dropFirst(5))
                if response.text != wanted { fail("content \(response.text), wanted \(wanted)") }
            } else if part.hasPrefix("!") {
                let name = String(part.dropFirst())
                if let value = response[name] { fail("\(name): \(value), wanted none") }
            } else if let colon = part.firstIndex(of: ":") {
                checkField(part, colon, response, now, fail)
            } else {
                fail("an unknown part: \(part)")
            }
        }
        if !response.isWhole { fail("the content is cut") }
    }

    private func checkField(
        _ part: String, _ colon: String.Index, _ message: RawMessage, _ now: HTTPDate, _ fail: (String) -> Void
    ) {
        let name = String(part[..<colon])
        let wanted = Self.expanded(part[part.index(after: colon)...].trimmingCharacters(in: .whitespaces), now)
        let found = message[name]
        if found != wanted { fail("\(name): \(found ?? "none"), wanted \(wanted)") }
    }
}
