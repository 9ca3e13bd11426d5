import DiskStore
import Dispatch

/// Two threads against one, doing the same number of calls each.
func measureThreads(_ directory: String) {
    let head = sampleHead()
    let body = [UInt8](repeating: 9, count: 1 << 10)
    guard let store = try? DiskStore(at: directory + "/threads", options: options()) else { return }
    let count = 2000
    let keys = (0..<(2 * count)).map { sampleKey(500_000 + $0) }
    for key in keys { try? store.put(head, body: body.span, for: key) }

    let put: @Sendable (Int) -> Void = { thread in
        for key in keys[(thread * count)..<((thread + 1) * count)] { try? store.put(head, body: body.span, for: key) }
    }
    let get: @Sendable (Int) -> Void = { thread in
        for _ in 0..<4 { for key in keys[(thread * count)..<((thread + 1) * count)] { _ = store.get(key) } }
    }
    for (name, goal, work) in [("putting", 1.4, put), ("getting", 1.3, get)] {
        let times = interleaved(15) { _ in
            work(0)
        } _: { _ in
            DispatchQueue.concurrentPerform(iterations: 2) { work($0) }
        }
        let gain = 2 * times.first / times.second
        report("two threads \(name), against one", fixed(gain), wanted: ">= " + fixed(goal), gain >= goal)
    }
    store.close()
    removeTree(directory + "/threads")
}
