import HTTPCacheSemantics
import HTTPDate

/// The laws of the whole decision, for any field lines: it does not trap; the verdict over plain lines and the one over heads
/// are the same; the deciding rule is among those that were weighed; a shared cache never stores what no-store or private
/// forbids it; evidence lies within its line.
///
/// The input is lines: of the stored request, of the response, of the new request, with an empty line between; the first
/// byte gives status and cache, the second the time that has passed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecision(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard bytes.count >= 2 else { return 0 }
    let statuses = [200, 200, 200, 206, 301, 302, 304, 404, 410, 416, 500, 599]
    let policy = CachePolicy(bytes[0] & 1 == 0 ? .shared : .private, options: bytes[0] & 2 == 0 ? .rfc9111 : .cdn)
    let arrival = HTTPDate(secondsSinceEpoch: 1_767_225_600)
    let now = arrival.adding(seconds: Int64(bytes[1]) * 7)
    var sections: [OneShotExchange.Lines] = [[]]
    for line in bytes.dropFirst(2).split(separator: 0x0A, omittingEmptySubsequences: false) {
        if line.isEmpty {
            if sections.count < 3 { sections.append([]) }
            continue
        }
        let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
        sections[sections.count - 1].append(
            (
                String(decoding: line[..<colon], as: UTF8.self),
                String(decoding: line[colon...].dropFirst(), as: UTF8.self)
            ))
    }
    while sections.count < 3 { sections.append([]) }
    check(
        OneShotExchange(
            status: statuses[Int(bytes[0] >> 2) % statuses.count], requestFields: sections[0],
            responseFields: sections[1], newRequestFields: sections[2], requestTime: arrival, responseTime: arrival),
        policy, at: now)
    return 0
}

private func check(_ exchange: OneShotExchange, _ policy: CachePolicy, at now: HTTPDate) {
    guard let target = try? TargetURI("https://a.example/r") else { return }
    let request = RequestHead(target: target, fields: FieldSection(exchange.requestFields))
    let response = ResponseHead(status: exchange.status, fields: FieldSection(exchange.responseFields))
    let new = RequestHead(target: target, fields: FieldSection(exchange.newRequestFields))
    let stored = StoredResponse(
        request: request, response: response, requestTime: exchange.requestTime, responseTime: exchange.responseTime)
    let lines = policy.decide(exchange, at: now)
    precondition(lines.storability == policy.storability(of: response, to: request), "storability differs")
    precondition(lines.lifetime == policy.freshnessLifetime(of: stored), "the lifetime differs")
    precondition(lines.age == policy.currentAge(of: stored, at: now), "the age differs")
    precondition(lines.reuse == policy.reuse(of: stored, for: new, at: now), "reuse differs")
    precondition(lines.reuse.rules.contains(lines.reuse.deciding), "the deciding rule was not weighed")
    for rule in [lines.storability.deciding, lines.lifetime.deciding, lines.reuse.deciding] {
        for place in policy.evidence(for: rule, response: response, storedRequest: request, request: new) {
            let fields =
                switch place.message {
                case .request: new.fields
                case .storedRequest: request.fields
                case .response: response.fields
                }
            precondition(place.range.upperBound <= fields[place.line].value.count, "evidence beyond its line")
        }
    }
}
