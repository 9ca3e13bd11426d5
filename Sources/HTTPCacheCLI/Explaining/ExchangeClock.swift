import HTTPCacheSemantics
import HTTPDate

/// The instants of one exchange: RFC 9111 §4.2.3's two, and the moment that is asked about.
struct ExchangeClock: Sendable, Hashable {
    let sent: HTTPDate
    let received: HTTPDate
    let now: HTTPDate
    /// What the Date field says, if it is a date.
    let date: HTTPDate?
    /// Whether `now` was named, and not taken to be the moment of arrival.
    let isNowNamed: Bool

    var sinceArrival: Int { Int(now.seconds(since: received)) }
}

/// `--at`, `--sent` and `--received` as they were given.
struct ClockArguments: Sendable, Hashable {
    private let at: TimeArgument?
    private let sent: TimeArgument?
    private let received: TimeArgument?
    private let now: HTTPDate

    /// Whether an option speaks of the instants of one exchange.
    var namesExchange: Bool { sent != nil || received != nil }

    init(_ arguments: Arguments, now: HTTPDate) throws(ToolError) {
        func read(_ name: Option.Name) throws(ToolError) -> TimeArgument? {
            guard let text = arguments[name] else { return nil }
            guard let time = TimeArgument(text, now: now) else {
                throw ToolError("--\(name.rawValue): \(ShownBytes.quoted(text)) is no time: \(TimeArgument.forms)")
            }
            if name != .at, case .afterArrival = time {
                throw ToolError("--\(name.rawValue): \(ShownBytes.quoted(text)) counts from arrival; only --at does")
            }
            return time
        }
        at = try read(.at)
        sent = try read(.sent)
        received = try read(.received)
        self.now = now
    }

    /// The instants of an exchange.
    ///
    /// The response arrived when `--received` says, else at Date + Age, else at `--at`. Throws where none of them gives
    /// an instant, and where the clock would run backwards.
    func clock(of exchange: ReadExchange) throws(ToolError) -> ExchangeClock {
        let date = exchange.response.fields.values(of: "Date").first
            .flatMap { HTTPDate.parseIfValid($0.span, relativeTo: self.now)?.date }
        let arrival = try arrivalTime(of: exchange, date: date)
        // When it was sent counts only together with when it arrived.
        let known = self.received == nil ? exchange.times?.sent : nil
        let sent = try instant(self.sent, .sent, date: date, arrival: arrival) ?? known ?? arrival
        let now = try instant(at, .at, date: date, arrival: arrival) ?? arrival
        if sent > arrival {
            throw ToolError("the response would have arrived before the request was sent: see --sent and --received")
        }
        if now < arrival { throw ToolError("--at lies before the response arrived, \(arrival)") }
        return ExchangeClock(sent: sent, received: arrival, now: now, date: date, isNowNamed: at != nil)
    }

    private func arrivalTime(of exchange: ReadExchange, date: HTTPDate?) throws(ToolError) -> HTTPDate {
        if let named = try instant(received, .received, date: date, arrival: nil) { return named }
        if let times = exchange.times { return times.received }
        if let date {
            let policy = CachePolicy(.shared)
            let age = policy.currentAge(
                of: StoredResponse(
                    request: exchange.request, response: exchange.response, requestTime: date, responseTime: date),
                at: date)
            return date.adding(seconds: Int64(age.ageValue))
        }
        if case .instant(let named) = at { return named }
        throw ToolError("the response has no date in Date: name its arrival with --received, or the clock with --at")
    }

    private func instant(
        _ argument: TimeArgument?, _ name: Option.Name, date: HTTPDate?, arrival: HTTPDate?
    ) throws(ToolError) -> HTTPDate? {
        switch argument {
        case nil: return nil
        case .instant(let instant): return instant
        case .timeOfDay(let seconds):
            guard let date else {
                throw ToolError("--\(name.rawValue): the response has no Date whose day HH:MM:SS could be on")
            }
            let civil = date.civil
            return HTTPDate(year: civil.year, month: civil.month, day: civil.day)?.adding(seconds: Int64(seconds))
        case .afterArrival(let seconds):
            return arrival?.adding(seconds: Int64(seconds))
        }
    }
}
