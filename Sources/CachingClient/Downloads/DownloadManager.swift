public import HTTPCacheSemantics
import HTTPDate
import Locking

/// Downloads that are kept for as long as their callers say, whatever the origin says of their freshness.
///
/// A URL that is there and has not expired is answered from disk, without the network; one that has expired is fetched
/// again. A URL is fetched once however many ask for it. The record of all downloads is a readable property list in the
/// same directory and outlives the process; paths in it are relative, so that the directory may be moved. What a
/// redirection leads to is recorded under the URL that was asked for.
public final class DownloadManager: Sendable {
    /// How a manager behaves.
    public struct Options: Sendable {
        /// How many downloads run at once; the others wait their turn, in order.
        public var maximumConcurrent = 4
        /// How many redirections in a row are followed.
        public var maximumRedirections = 10
        /// What becomes of a download that was cut off.
        public var incomplete = Incomplete.remove

        /// Every choice at the value that stands beside it.
        public init() {}
    }

    /// What becomes of downloads that were cut off.
    public enum Incomplete: Sendable, Hashable {
        /// It is removed: at once, or after a crash when the manager is next opened.
        case remove
        /// It is kept and completed by a range request, where the origin gave it a strong entity tag (RFC 9110 §14.2).
        case resume
    }

    struct State: Sendable {
        var record: DownloadRecord
        var running: [String: DownloadTransfer] = [:]
        var active = 0
        var queue: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
        var lastNumber = 0
        var isClosed = false
    }

    /// The path that was given, as it was given; one manager at a time has it open.
    public let directory: String
    /// How this manager behaves, fixed when it was opened.
    public let options: Options
    let transport: any Transport
    let clock: WallClock
    let files: DownloadDirectory
    let state: Locked<State>

    /// Opens the directory, makes it where there is none, and removes what is not whole and not to be resumed.
    ///
    /// Blocks while it reads the record. Throws ``DownloadError/inUse`` when another manager has it open.
    public init(
        directory: String, transport: any Transport, options: Options = Options(), clock: WallClock = .system
    ) throws(DownloadError) {
        self.directory = directory
        self.options = options
        self.transport = transport
        self.clock = clock
        files = try DownloadDirectory(path: directory)
        var record = DownloadRecord(propertyList: try files.read(DownloadDirectory.recordName) ?? [])
        let (known, isChanged) = Self.tidy(&record, files, options)
        for name in files.names() where !known.contains(name) { files.remove(name) }
        state = Locked(State(record: record))
        if isChanged { try write(record) }
    }

    /// Forgets what is not there or not whole; returns the names of the files that are to stay.
    private static func tidy(
        _ record: inout DownloadRecord, _ files: DownloadDirectory, _ options: Options
    ) -> (known: Set<String>, isChanged: Bool) {
        var known: Set<String> = []
        let before = record.entries
        for (url, entry) in before {
            let part = entry.name + DownloadDirectory.partSuffix
            if isWhole(entry, files) {
                known.insert(entry.name)
            } else if entry.end == nil, options.incomplete == .resume, entry.validator != nil,
                files.size(of: part) ?? 0 > 0
            {
                known.insert(part)
            } else {
                record.entries[url] = nil
            }
        }
        return (known, record.entries != before)
    }

    private static func isWhole(_ entry: DownloadRecord.Entry, _ files: DownloadDirectory) -> Bool {
        guard entry.end != nil, let size = files.size(of: entry.name) else { return false }
        return size == entry.total
    }

    /// Whether the URL is there and has not expired; asks the file system.
    public func isCached(_ url: TargetURI) -> Bool { cached(url) != nil }

    /// The download of a URL, if it is there and has not expired; asks the file system, since others may have removed it.
    public func cached(_ url: TargetURI) -> CachedDownload? {
        guard let entry = state.withLock({ $0.record.entries[url.description] }), let found = download(url, entry),
            !found.isExpired(at: clock.now), Self.isWhole(entry, files)
        else { return nil }
        return found
    }

    /// All downloads that were there when the manager last touched them, expired ones included, in order of URL.
    public var downloads: [CachedDownload] {
        let entries = state.withLock { $0.record.entries }
        return entries.sorted { $0.key < $1.key }.compactMap { url, entry in
            (try? TargetURI(url)).flatMap { download($0, entry) }
        }
    }

    func download(_ url: TargetURI, _ entry: DownloadRecord.Entry) -> CachedDownload? {
        guard let end = entry.end, let expiry = entry.expiry else { return nil }
        return CachedDownload(
            url: url, startDate: entry.start, endDate: end, expiresInSeconds: entry.lifetime, expiryDate: expiry,
            localName: entry.name, path: directory + "/" + entry.name)
    }

    /// Gets a URL from disk or the origin; it expires so many seconds after it has come. Negative ones count as 0.
    ///
    /// Where it is there or under way already, lifetime and fields are those that were asked for first.
    public func download(_ url: TargetURI, expiresIn seconds: Int, fields: FieldSection = FieldSection()) -> Download {
        if let cached = cached(url) { return Download(url, .success(cached)) }
        let transfer = DownloadTransfer()
        let (download, isNew, cancelled) = state.withLock { state -> (Download, Bool, DownloadTransfer?) in
            let running = state.running[url.description]
            if let running, let joined = Download(url, running) { return (joined, false, running) }
            guard !state.isClosed, let new = Download(url, transfer) else {
                return (Download(url, .failure(.closed)), false, nil)
            }
            state.running[url.description] = transfer
            return (new, true, running)
        }
        if isNew {
            let request = RequestHead(target: url, fields: fields)
            let course = DownloadCourse(self, request, lifetime: max(0, seconds), transfer)
            transfer.start { [self] in
                // One that was cancelled has to put its files away first, though this one may be cancelled as well.
                await cancelled?.end()
                let result = await inTurn { await course.run() }
                state.withLock { state in
                    if state.running[url.description] === transfer { state.running[url.description] = nil }
                }
                return result
            }
        }
        return download
    }

    /// Cancels what is under way, waits until it has put its files away, and lets another manager open the directory.
    ///
    /// Happens by itself when the last reference to the manager and its downloads has gone.
    public func close() async {
        let running = state.withLock { state in
            state.isClosed = true
            return Array(state.running.values)
        }
        for transfer in running { transfer.cancel() }
        for transfer in running { await transfer.end() }
        await files.unlock()
    }

    /// Removes a download, whether it has expired or not; one that is under way stays.
    public func remove(_ url: TargetURI) async throws(DownloadError) { try await forget([url.description]) }

    /// Removes all downloads that have expired.
    public func removeExpired() async throws(DownloadError) {
        let now = clock.now
        try await forget(
            state.withLock { state in
                state.record.entries.filter { $0.value.expiry.map { now >= $0 } ?? false }.map(\.key)
            })
    }

    private func forget(_ urls: [String]) async throws(DownloadError) {
        if state.withLock({ $0.isClosed }) { throw .closed }
        let names = state.withLock { state in
            urls.filter { state.running[$0] == nil }.compactMap { state.record.entries.removeValue(forKey: $0)?.name }
        }
        guard !names.isEmpty else { return }
        try await writeRecord()
        _ = try await files.run { (files) throws(DownloadError) in
            for name in names {
                files.remove(name)
                files.remove(name + DownloadDirectory.partSuffix)
            }
        }
    }

    // MARK: The record

    func change(_ url: String, _ entry: DownloadRecord.Entry?) async throws(DownloadError) {
        state.withLock { $0.record.entries[url] = entry }
        try await writeRecord()
    }

    /// Writes what the record is when its turn comes, so that a later one is never overwritten by an earlier.
    private func writeRecord() async throws(DownloadError) {
        try await files.run { [self] (_) throws(DownloadError) in try write(state.withLock { $0.record }) }
    }

    private func write(_ record: DownloadRecord) throws(DownloadError) {
        let bytes: [UInt8]
        do {
            bytes = try record.propertyList()
        } catch {
            throw .record(error)
        }
        try files.replace(DownloadDirectory.recordName, by: bytes)
    }

    // MARK: Turns

    private func inTurn(
        _ work: @Sendable () async -> Result<CachedDownload, DownloadError>
    ) async -> Result<CachedDownload, DownloadError> {
        guard await takeTurn() else { return .failure(.cancelled) }
        defer { giveTurn() }
        return await work()
    }

    private func takeTurn() async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.active < max(1, options.maximumConcurrent) {
                        state.active += 1
                        return true
                    }
                    state.queue.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let turn = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let index = state.queue.firstIndex(where: { $0.number == number }) else { return nil }
                return state.queue.remove(at: index).turn
            }
            turn?.resume(returning: false)
        }
    }

    private func giveTurn() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.queue.isEmpty else {
                state.active -= 1
                return nil
            }
            return state.queue.removeFirst().turn
        }
        next?.resume(returning: true)
    }
}
