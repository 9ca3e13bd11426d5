import CachingClient
import Dispatch
import Synchronization

/// What becomes of several downloads: written by their tasks, read by the thread that shows it.
final class FetchBoard: Sendable {
    enum Outcome: Sendable {
        case cached(CachedDownload)
        case fetched(CachedDownload)
        case failed(DownloadError)
    }

    struct Item: Sendable {
        var progress: DownloadProgress?
        var outcome: Outcome?
    }

    private let items: Mutex<[Item]>
    private let changed = DispatchSemaphore(value: 0)

    init(count: Int) { items = Mutex(Array(repeating: Item(), count: count)) }

    func report(_ index: Int, _ progress: DownloadProgress) { items.withLock { $0[index].progress = progress } }

    func report(_ index: Int, _ outcome: Outcome) {
        items.withLock { $0[index].outcome = outcome }
        changed.signal()
    }

    /// All items, after an outcome or a tenth of a second.
    func look() -> [Item] {
        _ = changed.wait(timeout: .now() + .milliseconds(100))
        return items.withLock { $0 }
    }
}
