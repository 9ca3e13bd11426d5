import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// A message of a capture with the place of every field value.
struct ReadMessage: Sendable {
    let raw: RawMessage
    /// One for each field line, in order.
    let values: [ExpandedText]
    /// The lines of `raw.fields`, at the same indices.
    let fields: FieldSection

    /// A capture has no date templates, so that the clock plays no part in it.
    init(_ raw: RawMessage, in file: SourceFile, at clock: Instant = Instant(Settings.defaultClock)) {
        self.raw = raw
        values = raw.fields.map { $0.value.expand(in: file, at: clock) }
        var fields = FieldSection()
        for (field, value) in zip(raw.fields, values) {
            fields.append(name: Array(file.bytes(in: field.name)), value: value.bytes)
        }
        self.fields = fields
    }
}

/// One exchange of a capture as a cache sees it.
struct ReadExchange: Sendable {
    /// From 1, in the order of the input.
    let number: Int
    let request: RequestHead
    /// Nil where the input has no request, as in what `curl -i` prints.
    let requestMessage: ReadMessage?
    /// Whether the target is known: told by the input or by `--url`.
    let isTargetKnown: Bool
    let response: ResponseHead
    let responseMessage: ReadMessage
    let content: StoredContent
    /// The instants, where the input itself says them.
    var times: (sent: HTTPDate, received: HTTPDate)?

    /// The byte that stands for the exchange: its first one.
    var start: Int { (requestMessage ?? responseMessage).raw.range.start }
}

/// Makes exchanges of what a capture holds.
struct ExchangeReader {
    let capture: Capture
    /// What `--url` says.
    let target: TargetURI?
    /// Stands in for a target that nothing names; a reserved name (RFC 2606 §2).
    static let unknownTarget = "http://unknown.invalid/"

    private var file: SourceFile { capture.file }

    init(_ capture: Capture, target: TargetURI?) {
        self.capture = capture
        self.target = target
    }

    /// Every exchange that has a final response, in order; an error where there is none.
    func read() throws -> [ReadExchange] {
        var exchanges: [ReadExchange] = []
        for (index, captured) in capture.exchanges.enumerated() {
            guard let raw = captured.finalResponse else { continue }
            let response = ReadMessage(raw, in: file)
            let requestMessage = captured.request.map { ReadMessage($0, in: file) }
            let (request, isKnown) = try request(captured, requestMessage, after: exchanges.last)
            exchanges.append(
                ReadExchange(
                    number: index + 1, request: request, requestMessage: requestMessage, isTargetKnown: isKnown,
                    response: ResponseHead(status: raw.status ?? 0, fields: response.fields),
                    responseMessage: response, content: content(of: response, captured, request)))
        }
        guard let last = capture.exchanges.last, exchanges.isEmpty else { return exchanges }
        let start = last.request?.range.start ?? last.responses.first?.range.start ?? 0
        throw TranscriptError("no final response to explain", in: file, at: start)
    }

    private func request(
        _ captured: CapturedExchange, _ message: ReadMessage?, after previous: ReadExchange?
    ) throws -> (RequestHead, isTargetKnown: Bool) {
        guard let message, case .request(let method, let written, _) = message.raw.startLine else {
            let (target, isKnown) = try targetOfResponse(after: previous)
            return (RequestHead(target: target), isKnown)
        }
        let name = Method(FieldLine.text(Array(file.bytes(in: method))))
        let content =
            name == .query ? message.raw.content.expand(in: file, at: Instant(Settings.defaultClock)).bytes : []
        let target = try self.target ?? target(written, of: message, scheme: captured.scheme ?? .https)
        return (RequestHead(method: name, target: target, fields: message.fields, content: content), true)
    }

    /// A response after a redirect answers for its Location, any other for the target of the one before.
    private func targetOfResponse(after previous: ReadExchange?) throws -> (TargetURI, isKnown: Bool) {
        if let previous {
            let location = previous.response.fields.combinedValue(of: "Location")
            let isRedirect = 300..<400 ~= previous.response.status.value
            let next = isRedirect ? location.flatMap(previous.request.target.resolving) : nil
            // A whole URI in Location is known even where the target before it was not.
            let isKnown = previous.isTargetKnown || (next.map { $0.origin != previous.request.target.origin } ?? false)
            return (next ?? previous.request.target, isKnown)
        }
        if let target { return (target, true) }
        return (try TargetURI(Self.unknownTarget), false)
    }

    private func target(
        _ written: SourceRange, of message: ReadMessage, scheme: Scheme
    ) throws -> TargetURI {
        let text = String(decoding: file.bytes(in: written), as: UTF8.self)
        do throws(TargetURIError) {
            if !text.hasPrefix("/"), text != "*" { return try TargetURI(text) }
        } catch {
            throw TranscriptError("not a target: \(error.description)", in: file, at: written.start)
        }
        guard let host = message.fields.values(of: "Host").first, !host.isEmpty else {
            throw TranscriptError(
                "the request names no host: name its target with --url", in: file, at: message.raw.startLineRange.start)
        }
        do {
            return try TargetURI("\(scheme.rawValue)://\(FieldLine.text(host))\(text == "*" ? "/" : text)")
        } catch {
            throw TranscriptError("Host and path make no target URI", in: file, at: written.start)
        }
    }

    private func content(
        of message: ReadMessage, _ captured: CapturedExchange, _ request: RequestHead
    ) -> StoredContent {
        let values = message.fields.values(of: "Content-Length")
        let length = values.count == 1 ? Int(FieldLine.text(values[0])) : nil
        if case .cutShort = captured.ending { return .partial(range: 0..<0, total: length) }
        guard message.raw.hasContentLines, request.method != .head else { return .complete(length: nil) }
        let count = message.raw.content.range.count
        if let length, count < length { return .partial(range: 0..<count, total: length) }
        return .complete(length: nil)
    }
}
