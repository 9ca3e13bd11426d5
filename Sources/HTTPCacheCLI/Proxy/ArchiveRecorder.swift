import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPDate

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes exchanges to a HAR as they pass: entry by entry, so that memory does not grow with them.
///
/// They go to `PATH.part` beside the archive, which becomes the archive when it is finished. Every write ends the document,
/// and the next one begins before that end: so what a kill leaves is an archive too.
struct ArchiveRecorder {
    private let path: String
    private let draft: String
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var isFirst = true
    /// Where the end of the document stands.
    private var length = 0
    /// A gap makes it no archive of what passed.
    private var hasFailed = false
    private let write: Writing

    private static let end = Array("\n]}}\n".utf8)
    private static let bufferSize = 64 << 10

    typealias Writing = (_ bytes: [UInt8], _ descriptor: Int32, _ path: String) throws(FileError) -> Void

    /// Throws a `ToolError` while another recorder, in this process or in another, writes to the same draft.
    init(_ path: String, write: @escaping Writing = FileAccess.write) throws {
        self.path = path
        self.write = write
        draft = path + ".part"
        descriptor = try Self.open(draft)
        let creator = JSONValue.object([.init("name", "httpcache proxy"), .init("version", .string(Tool.version))])
        bytes += "{\"log\":{\"version\":\"1.2\",\"creator\":\(creator.compact()),\"pages\":[],\"entries\":[\n".utf8
        do {
            try flush()
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// An empty draft, locked for as long as it is open.
    private static func open(_ draft: String) throws -> Int32 {
        while true {
            let descriptor = systemOpen(draft, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw FileError(path: draft, code: errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(descriptor)
                guard code == EWOULDBLOCK else { throw FileError(path: draft, code: code) }
                throw ToolError("--record: \(ShownBytes.text(draft)) is being written by another proxy")
            }
            var (own, there) = (stat(), stat())
            // Meanwhile it may have become the archive of the one who had locked it.
            if fstat(descriptor, &own) == 0, stat(draft, &there) == 0, own.st_ino == there.st_ino,
                own.st_dev == there.st_dev
            {
                guard ftruncate(descriptor, 0) == 0 else {
                    let code = errno
                    close(descriptor)
                    throw FileError(path: draft, code: code)
                }
                return descriptor
            }
            close(descriptor)
        }
    }

    mutating func add(_ exchange: ProxiedExchange) throws(FileError) {
        // What has no target URI is no exchange that a HAR could hold.
        guard let url = exchange.target else { return }
        if !isFirst { bytes += ",\n".utf8 }
        isFirst = false
        bytes += Self.entry(exchange, url).compact().utf8
        if bytes.count >= Self.bufferSize { try flush() }
    }

    /// Does nothing after a failure, which leaves what there is under the name of the draft.
    mutating func finish() throws(FileError) {
        if hasFailed {
            close(descriptor)
            return
        }
        try flush()
        // Renamed while it is locked, so that nobody else takes it for a draft of his own.
        let isRenamed = rename(draft, path) == 0
        let code = errno
        guard close(descriptor) == 0, isRenamed else { throw FileError(path: path, code: isRenamed ? errno : code) }
    }

    /// Writes what has come, and the end of the document after it.
    mutating func flush() throws(FileError) {
        guard !bytes.isEmpty else { return }
        do throws(FileError) {
            guard lseek(descriptor, off_t(length), SEEK_SET) >= 0 else { throw FileError(path: draft, code: errno) }
            try write(bytes + Self.end, descriptor, draft)
        } catch {
            hasFailed = true
            throw error
        }
        length += bytes.count
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: One entry

    private static func entry(_ exchange: ProxiedExchange, _ url: TargetURI) -> JSONValue {
        let (wait, time) = (milliseconds(exchange.wait), milliseconds(exchange.duration))
        return .object([
            .init("startedDateTime", .string(isoTime(exchange.requestTime))),
            .init("time", JSONValue(time)),
            .init("request", request(exchange, url)), .init("response", response(exchange)),
            .init("cache", .object([])),
            .init(
                "timings",
                .object([
                    .init("send", 0), .init("wait", JSONValue(wait)),
                    .init("receive", JSONValue(max(0, time - wait))),
                ])),
            .init("_httpcache", .object(VerdictLine.verdict(of: exchange))),
        ])
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(max(0, min(seconds, 1 << 32) * 1_000 + attoseconds / 1_000_000_000_000_000))
    }

    private static func request(_ exchange: ProxiedExchange, _ url: TargetURI) -> JSONValue {
        let query = (url.query ?? "").split(separator: "&").map { part -> JSONValue in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return .object([
                .init("name", .string(String(pair[0]))),
                .init("value", .string(pair.count > 1 ? String(pair[1]) : "")),
            ])
        }
        return .object([
            .init("method", .string(exchange.method.name)), .init("url", .string(url.description)),
            .init("httpVersion", .string("\(exchange.version)")),
            .init("cookies", ArchiveCookies.sent(exchange.requestFields)),
            .init("headers", fields(exchange.requestFields)), .init("queryString", .array(query)),
            .init("headersSize", -1), .init("bodySize", -1),
        ])
    }

    private static func response(_ exchange: ProxiedExchange) -> JSONValue {
        func text(_ name: String) -> String { exchange.responseFields.combinedValue(of: name) ?? "" }
        var members: [JSONValue.Member] = [
            .init("status", JSONValue(exchange.status.value)),
            .init("statusText", .string(FieldLine.text(exchange.reason))), .init("httpVersion", "HTTP/1.1"),
            .init("cookies", ArchiveCookies.set(exchange.responseFields, received: exchange.responseTime)),
            .init("headers", fields(exchange.responseFields)),
            .init(
                "content",
                .object([
                    .init("size", JSONValue(exchange.contentLength)), .init("mimeType", .string(text("Content-Type"))),
                ])),
            .init("redirectURL", .string(text("Location"))), .init("headersSize", -1),
            .init("bodySize", JSONValue(exchange.contentLength)),
        ]
        if !exchange.isWhole { members.append(.init("_error", "the content broke off")) }
        return .object(members)
    }

    private static func fields(_ section: FieldSection) -> JSONValue {
        .array(
            section.lines.map { line in
                .object([.init("name", .string(line.nameText)), .init("value", .string(line.valueText))])
            })
    }

    /// `2026-11-24T09:31:00.000Z`
    static func isoTime(_ date: HTTPDate) -> String {
        // Thu, 01 Jan 2026 00:00:00 GMT
        let text = Array(date.description.utf8)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        guard text.count == 29, let month = months.firstIndex(of: part(8..<11)) else { return "" }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return "\(part(12..<16))-\(number)-\(part(5..<7))T\(part(17..<25)).000Z"
    }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
