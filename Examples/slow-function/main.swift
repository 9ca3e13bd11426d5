import CachingClient
import HTTPCacheSemantics
import HTTPDate
import Synchronization

/// How many primes there are below a number, counted the slow way.
@Sendable func primes(below limit: Int) -> Int {
    (2..<max(2, limit)).count { number in !(2..<number).prefix { $0 * $0 <= number }.contains { number % $0 == 0 } }
}

/// Answers `slow://function/NUMBER` by calling a function. A result is fresh for ten seconds, and for a minute more it
/// is good enough while a new one is made.
final class FunctionTransport: Transport {
    let function: @Sendable (Int) -> Int
    let calls = Atomic(0)

    init(_ function: @escaping @Sendable (Int) -> Int) { self.function = function }

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        guard let argument = Int(request.head.target.path.dropFirst()) else {
            return IncomingResponse(head: ResponseHead(status: 404))
        }
        calls.add(1, ordering: .relaxed)
        let result = Array("\(function(argument))".utf8)
        let fields = FieldSection([
            ("Cache-Control", "max-age=10, stale-while-revalidate=60"), ("Content-Length", "\(result.count)"),
        ])
        return IncomingResponse(head: ResponseHead(status: 200, fields: fields), content: Content(result))
    }
}

// A clock that goes when it is told to, so that this program need not wait.
let seconds = Atomic<Int64>(0)
let clock = WallClock { HTTPDate(secondsSinceEpoch: seconds.load(ordering: .relaxed)) }
let transport = FunctionTransport(primes)
let client = CachingClient(transport: transport, store: MemoryStore(capacity: 1 << 20), clock: clock)

/// The function, as its callers see it.
@Sendable func cachedPrimes(below limit: Int) async throws -> (Int, Answer.Source) {
    let answer = try await client.send(RequestHead(target: try TargetURI("slow://function/\(limit)")))
    let text = String(decoding: try await answer.content.collect(upTo: 20), as: UTF8.self)
    return (Int(text) ?? -1, answer.source)
}

let results = try await withThrowingTaskGroup(of: Int.self) { group in
    for _ in 0..<100 { group.addTask { try await cachedPrimes(below: 20_000).0 } }
    var all: Set<Int> = []
    for try await one in group { all.insert(one) }
    return all
}
print("100 callers at once: \(results) from \(transport.calls.load(ordering: .relaxed)) call")

var (count, source) = try await cachedPrimes(below: 20_000)
print("again: \(count) from the \(source)")

seconds.add(30, ordering: .relaxed)
(count, source) = try await cachedPrimes(below: 20_000)
await client.finishBackgroundWork()
print("30 seconds later: \(count) from the \(source), and a second call beside it")

(count, source) = try await cachedPrimes(below: 20_000)
print("and then: \(count) from the \(source), \(transport.calls.load(ordering: .relaxed)) calls in all")
