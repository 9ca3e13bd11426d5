import CachingClient

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

    private struct State {
        var items: [Item]
        /// An outcome has come that nobody has looked at.
        var isNew = false
    }

    private let monitor: Monitor<State>

    init(count: Int) { monitor = Monitor(State(items: Array(repeating: Item(), count: count))) }

    func report(_ index: Int, _ progress: DownloadProgress) { monitor.change { $0.items[index].progress = progress } }

    func report(_ index: Int, _ outcome: Outcome) {
        monitor.change { state in
            state.items[index].outcome = outcome
            state.isNew = true
        }
    }

    /// All items, after an outcome or a tenth of a second.
    func look() -> [Item] {
        _ = monitor.wait(milliseconds: 100) { $0.isNew ? true : nil }
        return monitor.change { state in
            state.isNew = false
            return state.items
        }
    }
}
