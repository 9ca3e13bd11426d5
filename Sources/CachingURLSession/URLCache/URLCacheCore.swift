import CachingClient
import DiskStore
import Foundation
import HTTPCacheSemantics
import HTTPDate
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a ``DiskURLCache`` and the store that it gives to clients have in common: memory before disk.
final class URLCacheCore: Sendable {
    private struct Disk: Sendable {
        var store: DiskStore?
        var capacity: Int
        var failure: StoreError?
    }

    let clock: WallClock
    private let path: String
    private let memory: Locked<ResponseMemory>
    private let disk: Locked<Disk>
    /// What clients have in memory of this cache, to be forgotten when its own methods change something. Weak, since it
    /// keeps this core, and the disk with it, for as long as clients have it.
    private struct Clients { weak var store: TieredStore? }
    private let clients = Locked(Clients())

    init(memoryCapacity: Int, diskCapacity: Int, path: String, clock: WallClock) {
        self.clock = clock
        self.path = path
        memory = Locked(ResponseMemory(capacity: max(0, memoryCapacity)))
        disk = Locked(Self.open(path, max(0, diskCapacity)))
    }

    private static func open(_ path: String, _ capacity: Int) -> Disk {
        guard capacity > 0 else { return Disk(store: nil, capacity: capacity) }
        do throws(StoreError) {
            return Disk(store: try DiskStore(at: path, options: .init(capacity: capacity)), capacity: capacity)
        } catch {
            return Disk(store: nil, capacity: capacity, failure: error)
        }
    }

    var store: DiskStore? { disk.withLock { $0.store } }
    var failure: StoreError? { disk.withLock { $0.failure } }

    var memoryCapacity: Int {
        get { memory.withLock { $0.capacity } }
        set { memory.withLock { $0.capacity = max(0, newValue) } }
    }

    /// Another capacity opens the store anew.
    var diskCapacity: Int {
        get { disk.withLock { $0.capacity } }
        set {
            disk.withLock { disk in
                guard disk.capacity != max(0, newValue) else { return }
                disk.store?.close()
                disk.store = nil
                disk = Self.open(path, max(0, newValue))
                try? disk.store?.prune(to: disk.capacity)
            }
            forgetWhatClientsHave()
        }
    }

    var memoryUsage: Int { memory.withLock { $0.usage } }

    // MARK: Memory

    func inMemory(_ url: String) -> [ResponseMemory.Entry] { memory.withLock { $0.use(url) } }

    func hasInMemory(_ url: String) -> Bool { memory.withLock { $0.contains(url) } }

    func remember(_ entry: ResponseMemory.Entry, for url: String) { memory.withLock { $0.put(entry, for: url) } }

    /// A number that is another when something was stored or removed.
    var changes: Int { memory.withLock { $0.changes } }

    /// As ``remember(_:for:)``, unless something has changed since.
    func fill(_ entry: ResponseMemory.Entry, for url: String, ifStill changes: Int) {
        memory.withLock { $0.fill(entry, for: url, ifStill: changes) }
    }

    func forget(_ url: String) { memory.withLock { $0.remove(url) } }

    func forgetAll() {
        memory.withLock { $0.removeAll() }
        forgetWhatClientsHave()
    }

    func forgetAll(where condition: (ResponseMemory.Entry) -> Bool) {
        memory.withLock { $0.removeAll(where: condition) }
        forgetWhatClientsHave()
    }

    // MARK: Clients

    /// The store for clients, made when it is asked for and nobody has it.
    func clientStore() -> any ResponseStore {
        guard store != nil else { return MemoryStore(capacity: memoryCapacity) }
        return clients.withLock { clients in
            if let store = clients.store { return store }
            let made = TieredStore(MemoryStore(capacity: memoryCapacity), before: SharedDiskStore(self))
            clients.store = made
            return made
        }
    }

    func forgetWhatClientsHave() { clients.withLock { $0.store }?.removeAllInMemory() }
}
