import HTTPDate

@testable import HTTPCacheSemantics

/// The laws of the whole decision, for any field lines: it does not trap; the oracle of Tests/OracleTests, which is
/// written from the RFCs alone, says the same of storing, freshness, reuse and of the answer that follows; the verdict
/// over plain lines and the one over heads are the same; evidence lies within its line.
///
/// The first three bytes of the input choose cache, profile, status codes and times; the rest is lines: of the stored
/// request, of the response, of the next request and of the answer to it, with an empty line between.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecision(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let made = Oracle.Case(UnsafeBufferPointer(start: data, count: count)) else { return 0 }
    if let found = Agreement().disagreement(on: made) {
        fatalError("module and oracle disagree\n\(Agreement().shrunk(found))")
    }
    checkHeads(made)
    return 0
}

private let statuses = [200, 200, 200, 206, 301, 302, 304, 404, 410, 416, 500, 503, 99, 599, 100, 204]
private let methods = ["GET", "GET", "GET", "HEAD", "POST", "QUERY", "PUT", "get"]

extension Oracle.Case {
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 3 else { return nil }
        let (first, second, third) = (bytes[0], bytes[1], bytes[2])
        var sections: [[Oracle.Field]] = [[]]
        for line in bytes.dropFirst(3).split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.isEmpty {
                if sections.count < 4 { sections.append([]) }
            } else if let field = Oracle.Field(line: Array(line)) {
                sections[sections.count - 1].append(field)
            }
        }
        while sections.count < 4 { sections.append([]) }
        self.init()
        cache = first & 1 == 0 ? .shared : .private
        options = [.rfc9111, .cdn, .browser, .rfc9111][Int(first >> 1 & 3)]
        request.method = methods[Int(first >> 3 & 7)]
        request.fields = sections[0]
        response.status = statuses[Int(second & 15)]
        response.fields = sections[1]
        response.complete = first & 0x40 == 0
        responseTime = Oracle.defaultTime
        requestTime = Oracle.defaultTime - Int64(first >> 7)
        let numbers = sections.joined().flatMap { $0.numbers }
        func number(_ index: UInt8) -> Int64 { index < numbers.count ? numbers[Int(index)] : 0 }
        // Near where one number of the fields is used up by another: there the decisions change.
        let age = number(third >> 2 & 7) - number(third >> 5) + Int64(third & 3) - 1
        var later = Oracle.Later(at: Oracle.defaultTime + max(0, age), request: Oracle.Request())
        later.request.method = first & 0x20 == 0 ? "GET" : methods[Int(third & 7)]
        later.request.fields = sections[2]
        var answer = Oracle.Response()
        answer.status = statuses[Int(second >> 4)]
        answer.fields = sections[3]
        later.answer = second >> 4 == 15 ? .error("timeout") : .response(answer)
        then = [later]
    }
}

extension Oracle.Field {
    /// The numbers in the value that can be seconds, in order.
    fileprivate var numbers: [Int64] {
        value.split { !("0"..."9").contains($0) }.compactMap { $0.utf8.count < 8 ? Int64($0) : nil }
    }

    /// A field line as a recipient takes one: the name a token, the value without control characters but for tabs (RFC
    /// 9110 §5.1, §5.5). All else is the message parser's to refuse.
    init?(line: [UInt8]) {
        guard let colon = line.firstIndex(of: 0x3A), Oracle.isToken(Array(line[..<colon])) else { return nil }
        let value = line[(colon + 1)...].map { $0 == 0x7F || ($0 < 0x20 && $0 != 0x09) ? 0x20 : $0 }
        self.init(Oracle.text(line[..<colon]), Oracle.text(Oracle.trimmed(value)))
        // Of a Location that is no URI the RFCs say nothing.
        let isLocation = Oracle.sameName(name, "Location") || Oracle.sameName(name, "Content-Location")
        if isLocation, !Oracle.isURIText(self.value) { return nil }
    }
}

/// One road for plain lines, one for heads: both say the same.
private func checkHeads(_ made: Oracle.Case) {
    guard let request = RequestHead(made.request), let new = RequestHead(made.then[0].request) else { return }
    let policy = CachePolicy(made.cache == .shared ? .shared : .private, options: CacheOptions(made.options))
    let arrival = HTTPDate(secondsSinceEpoch: made.responseTime ?? 0)
    let now = HTTPDate(secondsSinceEpoch: made.then[0].at)
    let response = ResponseHead(made.response)
    let stored = StoredResponse(request: request, response: response, requestTime: arrival, responseTime: arrival)
    let assessed = policy.assess(stored, for: new, at: now)
    if let exchange = OneShotExchange(made) { hold(policy.decide(exchange, at: now) == assessed, "lines differ") }
    hold(assessed.storability == policy.storability(of: response, to: request), "storability differs")
    hold(assessed.lifetime == policy.freshnessLifetime(of: stored), "the lifetime differs")
    hold(assessed.age == policy.currentAge(of: stored, at: now), "the age differs")
    hold(assessed.reuse == policy.reuse(of: stored, for: new, at: now), "reuse of one differs")
    hold(assessed.reuse.deciding == policy.reuse(of: [stored], for: new, at: now).deciding, "reuse of many differs")
    hold(assessed.reuse.rules.contains(assessed.reuse.deciding), "the deciding rule was not weighed")
    for rule in assessed.storability.rules.union(assessed.lifetime.rules).union(assessed.reuse.rules).members {
        for place in policy.evidence(for: rule, response: response, storedRequest: request, request: new) {
            let fields =
                switch place.message {
                case .request: new.fields
                case .storedRequest: request.fields
                case .response: response.fields
                }
            hold(place.range.upperBound <= fields[place.line].value.count, "evidence beyond its line")
        }
    }
}

extension OneShotExchange {
    /// nil where a value is not ASCII: as a string it would be of other bytes; and for a POST, whose Content-Location
    /// is held against the target, which plain lines have not.
    fileprivate init?(_ made: Oracle.Case) {
        func lines(_ fields: [Oracle.Field]) -> Lines { fields.map { (name: $0.name, value: $0.value) } }
        let all = made.request.fields + made.response.fields + made.then[0].request.fields
        guard made.request.method != "POST", all.allSatisfy({ $0.value.utf8.allSatisfy { $0 < 0x80 } }) else {
            return nil
        }
        let arrival = HTTPDate(secondsSinceEpoch: made.responseTime ?? 0)
        self.init(
            status: made.response.status, requestFields: lines(made.request.fields),
            responseFields: lines(made.response.fields), newRequestFields: lines(made.then[0].request.fields),
            requestTime: arrival, responseTime: arrival)
        method = Method(made.request.method)
        newMethod = Method(made.then[0].request.method)
    }
}

/// Unlike `precondition`, a release build says which law was broken.
private func hold(_ condition: Bool, _ law: String) {
    if !condition { fatalError(law) }
}
