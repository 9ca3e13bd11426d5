public import HTTPDate

/// One request's way through a cache, as a value: events go in, actions come out, and nothing else happens.
///
/// The driver does what an action says and reports what came of it:
///
///     begin() → .lookUp(key) → found(_:at:) → .serve | .send → received(_:content:at:) or originFailed(at:)
///
/// RFC 9111 §4 orders the steps; each action carries the verdict that led to it.
public struct CacheExchange: Sendable {
    /// What the driver is to do next.
    public enum Action: Sendable, Hashable {
        /// Fetch what is stored under this key and report it with ``found(_:at:)``.
        case lookUp(CacheKey)
        /// Send this request to the origin.
        case send(RequestHead)
        /// Answer from the store; nothing else is to be done.
        case serve(Reply)
        /// Answer from the store, then send this request in the background.
        case serveAndSend(Reply, RequestHead)
        /// Answer with a 504 of the cache's own.
        case gatewayTimeout
    }

    /// What decides.
    public let policy: CachePolicy
    /// The request that is to be answered, as the client sent it.
    public let request: RequestHead
    /// Separates caches that share a store; see ``CacheKey/partition``.
    public let partition: String
    /// What is stored under the request's key, as it was reported.
    public internal(set) var stored: [StoredResponse] = []
    /// What was decided about the request; nil before it was.
    public private(set) var decision: Verdict<ReuseDecision>?
    /// The request that went to the origin last.
    public private(set) var sent: RequestHead?

    /// The stored responses that the request sent last asks about; nil where it carries no conditions of the cache's.
    public var nominated: Candidates? { candidates }

    /// The stored part of which the request sent last asks for the rest; nil where it asks for all that the client
    /// wants.
    public internal(set) var completing: Int?
    /// How many bytes of it were there before the rest began to arrive; nil before that.
    var completedFrom: Int?

    var candidates: Candidates?
    var sentAt = HTTPDate(secondsSinceEpoch: 0)
    /// The cache's own request that goes out while the client has its answer already; nil where there is none.
    var background: RequestHead?

    /// The request that the origin's answer is about.
    var asked: RequestHead { background ?? request }
    /// When the answer that was given to `received` last had arrived.
    var answeredAt: HTTPDate?

    /// The stored response that was decided about where a background request carries no condition.
    var candidatesInUse: Candidates? {
        guard candidates == nil, case .reuseWhileRevalidating(let index) = decision?.decision else { return candidates }
        return Candidates(selected: index)
    }

    /// Makes the exchange of one request; nothing is decided before ``begin(at:)``.
    ///
    /// `partition` separates caches that share a store and is empty for none; see ``CacheKey/partition``.
    public init(policy: CachePolicy, request: RequestHead, partition: String = "") {
        self.policy = policy
        self.request = request
        self.partition = partition
    }

    /// The first action: a look-up, unless the method is never answered from a cache.
    public mutating func begin(at now: HTTPDate) -> Action {
        guard request.summary.method == .other || request.summary.method == .post else {
            return .lookUp(CacheKey(for: request, partition: partition))
        }
        return found([], at: now).decision
    }

    /// Decides with what is stored under the request's key.
    public mutating func found(_ stored: [StoredResponse], at now: HTTPDate) -> Verdict<Action> {
        self.stored = stored
        let verdict = policy.reuse(of: stored, for: request, at: now)
        decision = verdict
        return Verdict(action(for: verdict, at: now), because: verdict.deciding, weighing: verdict.rules)
    }

    /// Notes that the request went to the origin as it is, at this instant, without a look at what is stored.
    public mutating func forward(at now: HTTPDate) {
        _ = send(request, at: now)
    }

    private mutating func action(for verdict: Verdict<ReuseDecision>, at now: HTTPDate) -> Action {
        switch verdict.decision {
        case .reuse(let index, _):
            return .serve(served(index, because: verdict.deciding, at: now).decision)
        case .reuseWhileRevalidating(let index):
            let plain = policy.validationRequest(for: request, validating: stored[index])
            background = plain
            candidates = stored[index].summary.hasValidator ? Candidates(selected: index) : nil
            let conditional = candidates.map { policy.conditionalRequest(for: plain, validating: $0, in: stored) }
            return .serveAndSend(
                served(index, because: verdict.deciding, at: now).decision, send(conditional ?? plain, at: now))
        case .validate(let candidates):
            self.candidates = candidates
            return .send(
                send(policy.conditionalRequest(for: request, validating: candidates, in: stored), at: now))
        case .forward(.partial):
            completing = policy.completable(among: stored, for: request, at: now)
            return .send(
                send(completing.map { policy.completingRequest(for: request, from: stored[$0]) } ?? request, at: now))
        case .forward:
            return .send(send(request, at: now))
        case .gatewayTimeout:
            return .gatewayTimeout
        }
    }

    /// Keeps the request as the one under way and `now` as its request time (RFC 9111 §4.2.3), and gives it back for
    /// the action that has the driver send it.
    ///
    /// Every action that sends has come through here; whatever was under way before is forgotten.
    mutating func send(_ request: RequestHead, at now: HTTPDate) -> RequestHead {
        sent = request
        sentAt = now
        return request
    }

    /// The stored response at `index` in the form that the request asks for, with its age; because of the form's rule.
    func served(_ index: Int, because rule: Rule, at now: HTTPDate) -> Verdict<Reply> {
        let stored = stored[index]
        let form = policy.servedForm(of: stored, for: request, because: rule, at: now)
        let age = policy.currentAge(of: stored, at: now).seconds
        return Verdict(
            policy.reply(from: stored, at: index, to: request, as: form.decision, age: age), because: form.deciding)
    }

    /// What the client gets for a decision to reuse, with the rule behind its form; nil for other decisions.
    public func servedVerdict(at now: HTTPDate) -> Verdict<Reply>? {
        switch decision?.decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index):
            served(index, because: decision?.deciding ?? .reuseFresh, at: now)
        default: nil
        }
    }
}

extension CachePolicy {
    /// The request of a cache that validates on its own account: the method that the stored response is an answer to,
    /// without the client's conditions and range (§4.3.1). A no-store of the client's goes along (§5.2.1.5).
    func validationRequest(for request: RequestHead, validating stored: StoredResponse) -> RequestHead {
        var fields = request.fields.filtered { !Self.clientsOwn.contains($0) }
        if options.requestDirectives, request.summary.directives.flags.contains(.noStore) {
            fields.append(name: "Cache-Control", value: "no-store")
        }
        let method = stored.request.method
        return RequestHead(
            method: method == .post ? .get : method, target: request.target, fields: fields, content: request.content)
    }

    private static let clientsOwn: Set<String> = [
        "if-none-match", "if-modified-since", "if-range", "range", "cache-control", "pragma",
    ]
}
