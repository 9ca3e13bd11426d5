public import HTTPDate

/// One request and what came back, as a capture shows them.
public struct CapturedExchange: Sendable, Hashable {
    /// How the transfer ended, as far as the capture says.
    public enum Ending: Sendable, Hashable {
        /// The capture says of nothing that it was missing.
        case whole
        /// The final response was cut short; the range is that of curl's remark.
        case cutShort(SourceRange)
        /// The request had no final response.
        case noResponse
    }

    /// Told by curl's remarks on connections, TLS and redirects; nil where they say nothing.
    public let scheme: Scheme?
    /// Nil in what `curl -i` prints.
    public let request: RawMessage?
    /// Heads of 1xx first, then the final response. Content that a capture does not hold is complete and unknown.
    public let responses: [RawMessage]
    /// How the transfer ended.
    public let ending: Ending

    /// The response that is no 1xx.
    public var finalResponse: RawMessage? { responses.last.flatMap { $0.isInterim ? nil : $0 } }
}

/// An input that is no fixture: what curl printed, or messages as they go over the wire.
public struct Capture: Sendable {
    /// The input that every range counts in.
    public let file: SourceFile
    /// What kind of input it is: `verbose`, `response` or `exchange`.
    public let kind: InputKind
    /// In the order of the file; at least one. Requests that only open a tunnel (CONNECT) are left out.
    public let exchanges: [CapturedExchange]

    /// The `Date` of the first response that has a valid one: the clock of the case that the exchanges form.
    public var firstDate: HTTPDate? {
        for response in exchanges.lazy.flatMap(\.responses) {
            for field in response.fields(named: "date", in: file) {
                let text = field.value.expand(in: file, at: Instant(Settings.defaultClock)).bytes
                if let date = HTTPDate.parseIfValid(text.span, relativeTo: Settings.defaultClock) { return date.date }
            }
        }
        return nil
    }
}

extension Capture {
    /// Reads a capture of the given kind, or of the one that its first line tells.
    ///
    /// Fixtures and HARs are refused. Bytes are taken as they stand: there are no escapes and no date templates. Throws
    /// at the first line that the kind does not have, and where there is no exchange.
    public static func read(_ file: SourceFile, as kind: InputKind? = nil) throws(TranscriptError) -> Capture {
        try file.locating { () throws(Fault) in
            if file.bytes.isEmpty { throw Fault("the file is empty", at: 0) }
            let kind = if let kind { kind } else { try InputKind.detected(in: file).kind }
            var exchanges: [CapturedExchange]
            switch kind {
            case .fixture, .har: throw Fault("a \(kind.rawValue) is no capture", at: 0)
            case .verbose:
                try file.checkSize(limit: SourceFile.maximumTextSize)
                var reader = CurlTranscript(file: file)
                exchanges = try reader.read()
            case .response, .exchange:
                try file.checkSize(limit: SourceFile.maximumSize)
                var reader = RawExchangeReader(file: file)
                exchanges = try reader.read(beginsWithRequest: kind == .exchange)
            }
            exchanges.removeAll { $0.isTunnel(in: file) }
            if exchanges.isEmpty { throw Fault("no request and no response in this input", at: file.bytes.count) }
            return Capture(file: file, kind: kind, exchanges: exchanges)
        }
    }
}

extension CapturedExchange {
    fileprivate func isTunnel(in file: SourceFile) -> Bool {
        guard case .request(let method, _, _) = request?.startLine else { return false }
        return file.matches(method, "CONNECT")
    }
}
