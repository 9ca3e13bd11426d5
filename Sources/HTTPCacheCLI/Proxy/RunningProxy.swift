import CachingClient
import DiskStore
import HTTPCacheProxy
import HTTPWire

/// A proxy that listens, with its store and its control channel.
struct RunningProxy: Sendable {
    let proxy: CachingProxy
    let admin: AdminServer?

    init(
        _ settings: ProxySettings, disk: DiskStore?, on group: EventLoopGroup, observer: TrafficQueue
    ) throws(ToolError) {
        let memory = MemoryStore(capacity: settings.memoryCapacity)
        let store = AgingStore(disk.map { TieredStore(memory, before: $0) } ?? memory)
        do {
            proxy = try CachingProxy(
                settings.configuration, store: store, on: group,
                observer: observer.wanted == .nothing ? nil : observer)
        } catch {
            throw Self.error(error, "--listen", settings.configuration.server.address)
        }
        guard let address = settings.adminAddress else {
            admin = nil
            return
        }
        do {
            admin = try AdminServer(for: proxy, aging: store, at: address, on: group) {
                var numbers = [(name: "memoryBytes", value: memory.usage), ("memoryKeys", memory.count)]
                if let statistics = disk?.statistics {
                    numbers += [
                        ("storedBytes", statistics.usage), ("storedEntries", statistics.entries),
                        ("evictions", statistics.evictions), ("damaged", statistics.damaged),
                    ]
                }
                return numbers
            }
        } catch {
            throw Self.error(error, "--admin", address)
        }
    }

    private static func error(
        _ error: LoopbackServer.StartError, _ option: String, _ address: SocketAddress
    ) -> ToolError {
        switch error {
        case .addressNotAllowed: ToolError("\(option): \(address) is not loopback")
        case .system(let code):
            ToolError("\(option): \(address): \(FileError(path: "", code: code).reason)")
        }
    }

    func drain(within limit: Duration) async {
        await proxy.drain(within: limit)
        admin?.close()
    }
}
