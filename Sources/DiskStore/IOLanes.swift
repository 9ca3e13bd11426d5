import Dispatch

/// A few threads for blocking calls, so that tasks never block the cooperative pool; what concerns one key runs in
/// order.
struct IOLanes: Sendable {
    private let queues: [DispatchQueue]

    init(count: Int) {
        queues = (0..<max(1, count)).map { DispatchQueue(label: "DiskStore.\($0)") }
    }

    func run<Value: Sendable>(_ lane: UInt8, _ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queues[Int(lane) % queues.count].async { continuation.resume(returning: work()) }
        }
    }

    func run<Value: Sendable, Failure: Error>(
        _ lane: UInt8, _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await run(lane) { () -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try work())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
