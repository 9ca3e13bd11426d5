import HTTPCacheSemantics
import Locking

/// The requests that are on their way to the origin, so that others for the same key can wait for their answers
/// (RFC 9111 §4).
///
/// Where Vary is known, by what is stored or by an answer that did not suit, only requests of one variant wait for each
/// other.
final class RequestCollapsing: Sendable {
    enum Place {
        /// Ask the origin; others may wait for what becomes of it.
        case lead(Flight)
        case follow(Flight)
        /// A flight has ended since the store was asked: it may have what is wanted.
        case lookAgain
    }

    private struct State {
        var flights: [Flight.Route: Flight] = [:]
        /// Those that nobody joins.
        var alone: [ObjectIdentifier: Flight] = [:]
        /// How many flights have ended, by their keys' places: where all were counted together, a busy client whose
        /// store is slow would look again and again.
        private(set) var ended = [Int](repeating: 0, count: 256)

        /// Nobody joins it from now on.
        mutating func remove(_ flight: Flight) {
            guard flights[flight.route] === flight else { return }
            flights[flight.route] = nil
            ended[RequestCollapsing.place(of: flight.route.key)] += 1
        }

        /// The same for one whose answer is invalid. It stays known until it has ended: who invalidates it once more waits
        /// for its commit as well.
        mutating func seclude(_ flight: Flight) {
            guard flights[flight.route] === flight else { return }
            remove(flight)
            alone[ObjectIdentifier(flight)] = flight
        }
    }

    private let state = Locked(State())

    /// A number that is another when a flight for the key has ended meanwhile.
    func count(of key: ResponseKey) -> Int { state.withLock { $0.ended[Self.place(of: key)] } }

    fileprivate static func place(of key: ResponseKey) -> Int { key.hashValue & 255 }

    func join(_ route: Flight.Route, since count: Int, _ collapsing: Collapsing) -> Place {
        state.withLock { state in
            let flight = Flight(route)
            if collapsing != .alone {
                if let other = state.flights[route] { return .follow(other) }
                if state.ended[Self.place(of: route.key)] != count { return .lookAgain }
            }
            if collapsing == .mayLead {
                state.flights[route] = flight
            } else {
                state.alone[ObjectIdentifier(flight)] = flight
            }
            return .lead(flight)
        }
    }

    /// A flight for one who does not wait; nil when somebody is on the way.
    func leadUnlessUnderWay(_ route: Flight.Route) -> Flight? {
        state.withLock { state in
            guard state.flights[route] == nil else { return nil }
            let flight = Flight(route)
            state.flights[route] = flight
            return flight
        }
    }

    /// Nobody joins the flight from now on.
    func end(_ flight: Flight) {
        state.withLock { state in
            state.alone[ObjectIdentifier(flight)] = nil
            state.remove(flight)
        }
        flight.end()
    }

    /// What was stored for a resource is no longer valid, and what is arriving for it no more; but for the answer that
    /// says so, which may be the resource's new state (RFC 9110 §9.3.3).
    ///
    /// When this returns, what was about to be stored is, and nothing more will be.
    func invalidate(resource: [UInt8], sparing own: Flight? = nil) async {
        await invalidate { $0.route.key.resource == resource && $0 !== own }
    }

    /// The same for what belongs to one of the groups of an origin (RFC 9875 §3). Whether it does, an answer says when
    /// it comes: nobody joins those that have said so.
    func invalidate(groups: Set<String>, of origin: String, sparing own: Flight) async {
        let flights = state.withLock { Array($0.flights.values) + $0.alone.values }
        var doomed: [Arrival] = []
        for flight in flights where flight !== own {
            guard let arrival = flight.invalidate(groups, of: origin) else { continue }
            state.withLock { $0.seclude(flight) }
            doomed.append(arrival)
        }
        for arrival in doomed { await arrival.body.finishCommit() }
    }

    /// Nothing that is arriving is stored.
    func invalidateAll() async { await invalidate { _ in true } }

    private func invalidate(_ isDoomed: (Flight) -> Bool) async {
        let flights = state.withLock { state in
            for flight in state.flights.values.filter(isDoomed) { state.seclude(flight) }
            return state.alone.values.filter(isDoomed)
        }
        let doomed = flights.compactMap { $0.invalidate() }
        for arrival in doomed { await arrival.body.finishCommit() }
    }
}

/// One request on its way to the origin, and those who wait for what becomes of it.
final class Flight: Sendable {
    /// What requests have in common that may wait for each other.
    struct Route: Hashable, Sendable {
        let key: ResponseKey
        /// Of the answer that is expected; 0 where it has no Vary, or that is not known.
        let variant: VariantID
    }

    enum Outcome: Sendable {
        /// This response is arriving and is being stored.
        case arriving(Arrival)
        /// The store has what there is to have.
        case settled
        /// The answer is for the one alone who asked.
        case notShared
        /// The one who asked was cancelled: another is to ask.
        case abandoned
        /// The origin gave no answer: another may try.
        case failed(any Error)
    }

    private struct State {
        var outcome: Outcome?
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var last = 0
        var isInvalidated = false
        /// By origin.
        var invalidatedGroups: [String: Set<String>] = [:]

        func invalidates(_ response: StoredResponse) -> Bool {
            if isInvalidated { return true }
            guard let groups = invalidatedGroups[response.request.target.origin] else { return false }
            return !groups.isDisjoint(with: response.groups)
        }
    }

    let route: Route
    private let state = Locked(State())

    init(_ route: Route) { self.route = route }

    /// What became of it. Whoever gets an arrival has been promised that it can be read and must release it.
    func outcome() async throws(ClientError) -> Outcome {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Outcome? = state.withLock { state in
                    if let outcome = state.outcome { return Self.promised(outcome, to: 1) }
                    if Task.isCancelled { return .abandoned }
                    state.waiters[number] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: .abandoned)
        }
        if Task.isCancelled {
            if case .arriving(let arrival) = outcome { arrival.body.release() }
            throw .cancelled
        }
        return outcome
    }

    /// Says what became of it; only the first word counts.
    func settle(_ outcome: Outcome) {
        let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard state.outcome == nil else { return [] }
            var said = outcome
            // Nobody is given what was invalidated on its way.
            if case .arriving(let arrival) = outcome, state.invalidates(arrival.response) { said = .notShared }
            state.outcome = said
            defer { state.waiters = [:] }
            _ = Self.promised(said, to: state.waiters.count)
            return Array(state.waiters.values)
        }
        guard !waiters.isEmpty, let outcome = state.withLock({ $0.outcome }) else { return }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    /// What arrived is with the store now. The body and its flight would keep each other for ever.
    fileprivate func end() {
        state.withLock { state in
            if case .arriving = state.outcome { state.outcome = .settled }
        }
    }

    private static func promised(_ outcome: Outcome, to count: Int) -> Outcome {
        if case .arriving(let arrival) = outcome { arrival.body.reserve(count) }
        return outcome
    }

    /// Returns what is arriving already.
    fileprivate func invalidate() -> Arrival? {
        let outcome = state.withLock { state in
            state.isInvalidated = true
            return state.outcome
        }
        guard case .arriving(let arrival) = outcome else { return nil }
        arrival.body.forbidStoring()
        return arrival
    }

    /// Returns what is arriving already, if it is known to belong to one of the groups.
    fileprivate func invalidate(_ groups: Set<String>, of origin: String) -> Arrival? {
        let doomed = state.withLock { state -> Arrival? in
            state.invalidatedGroups[origin, default: []].formUnion(groups)
            guard case .arriving(let arrival) = state.outcome, state.invalidates(arrival.response) else { return nil }
            return arrival
        }
        doomed?.body.forbidStoring()
        return doomed
    }

    /// What is arriving, without a promise.
    var arrival: Arrival? {
        guard case .arriving(let arrival) = state.withLock({ $0.outcome }) else { return nil }
        return arrival
    }

    /// Whether an invalidation since the request was made speaks of its answer.
    func invalidates(_ response: StoredResponse) -> Bool { state.withLock { $0.invalidates(response) } }
}

/// A response that is arriving, with what it will be stored as.
struct Arrival: Sendable {
    let response: StoredResponse
    let variant: VariantID
    let body: ArrivingBody
}
