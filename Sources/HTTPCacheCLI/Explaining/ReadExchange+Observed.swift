import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

extension ReadExchange {
    /// An entry of a HAR, with its heads as they were written to `file`.
    init(_ entry: HAREntry, _ exchange: ObservedExchange, _ messages: HARHeads.Messages, in file: SourceFile) {
        self.init(
            number: entry.number, request: exchange.request, requestMessage: ReadMessage(messages.request, in: file),
            isTargetKnown: true, response: exchange.response, responseMessage: ReadMessage(messages.response, in: file),
            content: exchange.content, times: (exchange.requestTime, exchange.responseTime))
    }

    /// With its own instants, else as if the response had arrived at its Date and Age; without a Date at the clock that
    /// fixtures begin with.
    var observed: ObservedExchange {
        if let times {
            return ObservedExchange(
                request: request, response: response, content: content, requestTime: times.sent,
                responseTime: times.received)
        }
        let start = Settings.defaultClock
        let date = response.date(relativeTo: start) ?? start
        let held = StoredResponse(request: request, response: response, requestTime: date, responseTime: date)
        let arrival = date.adding(seconds: Int64(CachePolicy(.shared).currentAge(of: held, at: date).ageValue))
        return ObservedExchange(
            request: request, response: response, content: content, requestTime: arrival, responseTime: arrival)
    }

    /// `GET https://shop.example/`, fit for a terminal.
    var title: String {
        let target = isTargetKnown ? request.target.description : "(target not known)"
        return ShownBytes.text(request.method.name) + " " + ShownBytes.text(target)
    }
}

/// Makes exchanges of the cases of a fixture: each request with the response that its `<` block gives.
struct FixtureExchangeReader {
    let transcript: Transcript

    func read() throws -> [ReadExchange] {
        var exchanges: [ReadExchange] = []
        for one in transcript.cases {
            var pending: (message: RawMessage, clock: Instant)?
            for step in one.steps {
                switch step.action {
                case .request(let message): pending = (message, step.clock)
                case .answer(.response(let message)) where !message.isInterim:
                    guard let request = pending else { continue }
                    exchanges.append(
                        try exchange(request, (message, step.clock), one.settings.origin?.value, exchanges.count + 1))
                    pending = nil
                case .answer, .clock, .expectation: break
                }
            }
        }
        return exchanges
    }

    private func exchange(
        _ request: (message: RawMessage, clock: Instant), _ answer: (message: RawMessage, clock: Instant),
        _ origin: Origin?, _ number: Int
    ) throws -> ReadExchange {
        let file = transcript.file
        let response = ReadMessage(answer.message, in: file, at: answer.clock)
        do {
            return ReadExchange(
                number: number, request: try request.message.requestHead(in: file, at: request.clock, origin: origin),
                requestMessage: ReadMessage(request.message, in: file, at: request.clock), isTargetKnown: true,
                response: ResponseHead(status: answer.message.status ?? 0, fields: response.fields),
                responseMessage: response, content: answer.message.arrivedContent(in: file, at: answer.clock).0,
                times: (request.clock.date, answer.clock.date))
        } catch {
            throw TranscriptError(error.message, in: file, at: error.offset)
        }
    }
}
