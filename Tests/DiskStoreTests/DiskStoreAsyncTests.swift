import Dispatch
import Synchronization
import XCTest

@testable import DiskStore

final class DiskStoreAsyncTests: StoreTestCase {
    func testTheSameForTasks() async throws {
        let store = try open()
        try await store.put(sampleHead(), body: pattern(10), for: key(1))
        let found = await store.get(key(1))
        XCTAssertEqual(found?.head, sampleHead())
        let writer = try await store.writer(sampleHead(), for: key(2))
        try await writer.append(pattern(2 << 20))
        try await writer.commit()
        let head = await store.head(key(2))
        let body = try XCTUnwrap(head).body
        let whole = try await body.bytes()
        XCTAssertEqual(Array(whole), pattern(2 << 20))
        let part = try await body.read(at: 5, upTo: 10)
        XCTAssertEqual(Array(part), Array(pattern(2 << 20)[5..<15]))
        let updated = try await store.update(sampleHead(203), for: key(1))
        XCTAssertTrue(updated)
        let variants = await store.variants(of: key(1).url)
        XCTAssertEqual(variants, [key(1)])
        let removed = try await store.remove(key(1))
        XCTAssertTrue(removed)
        let gone = await store.get(key(1))
        XCTAssertNil(gone)
        do {
            try await store.put(
                ArchiveHead(status: 200, requestTime: 0, responseTime: 0), body: [UInt8](repeating: 0, count: 1 << 30),
                for: key(1))
            XCTFail("larger than the capacity")
        } catch {
            XCTAssertEqual(error, .tooLarge)
        }
    }

    /// Files that do not answer hold up many more tasks than the pool has threads; another task must still run.
    func testTheCooperativePoolStaysFree() async throws {
        final class State: Sendable {
            let isBlocking = Guarded(false)
            let timeouts = Guarded(0)
            let release = DispatchSemaphore(value: 0)
        }
        let state = State()
        let fileSystem = FileSystem { call in
            guard call == .open, state.isBlocking.withLock({ $0 }) else { return nil }
            if state.release.wait(timeout: .now() + 20) == .timedOut { state.timeouts.withLock { $0 += 1 } }
            return nil
        }
        var options = DiskStore.Options()
        options.maintenanceInterval = 0
        let store = try DiskStore(at: path, options: options, fileSystem, version: ArchiveFormat.version)
        for number in 0..<64 { try await store.put(sampleHead(), body: pattern(10), for: key(number)) }
        state.isBlocking.withLock { $0 = true }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let entry = await store.get(key(number))
                    XCTAssertNotNil(entry)
                }
            }
            group.addTask { for _ in 0..<64 { state.release.signal() } }
        }
        XCTAssertEqual(state.timeouts.withLock { $0 }, 0)
    }
}
