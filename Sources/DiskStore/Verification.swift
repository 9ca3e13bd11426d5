import Synchronization

/// Looking a whole store over, entry by entry; nothing is changed by it.
extension DiskStore {
    /// One entry, as a listing shows it.
    public struct Listed: Sendable, Hashable {
        /// What its file is called.
        public let name: CacheKeyName
        /// Bytes of its file.
        public let size: Int
        /// Seconds since 1970; in a store that only reads, when the entry was stored.
        public let lastAccess: UInt32
    }

    /// What is wrong with a store.
    public struct Report: Sendable, Hashable {
        /// One thing that is wrong, with the name of the file below the store.
        public enum Finding: Sendable, Hashable {
            /// A file that is not what its name says, or whose sums are wrong.
            case damaged(String)
            /// A file, or a directory of files, that could not be read.
            case unreadable(String)
            /// A name that no store gives.
            case foreign(String)
            /// A file that was set aside before.
            case setAside(String)
            /// On disk, but not in the books.
            case unlisted(String)
            /// In the books, but not on disk.
            case missing(String)
            /// In the books with a size that the file does not have.
            case wrongSize(String)
        }

        /// Entries whose files were looked at, damaged ones too.
        public internal(set) var entries = 0
        /// Bytes of all entries' files on disk.
        public internal(set) var bytes = 0
        /// In order of shards.
        public internal(set) var findings: [Finding] = []

        /// Whether nothing was found.
        public var isSound: Bool { findings.isEmpty }
    }

    /// The entries, the least recently used first; in order of name in a store that only reads, or while a scan runs.
    ///
    /// What cannot be read is left out, and counted in ``Statistics/readFailures``.
    public func list() -> [Listed] {
        let known = books.withLock { books -> [Listed]? in
            guard books.isWhole else { return nil }
            var listed: [Listed] = []
            listed.reserveCapacity(books.index.count)
            books.index.walk { listed.append(Listed(name: $0.name, size: $0.size, lastAccess: $0.lastAccess)) }
            return listed
        }
        if let known { return known }
        var listed: [Listed] = []
        for shard in UInt8.min...UInt8.max {
            let found = (files(in: shard) ?? []).compactMap { file in
                file.name.map { Listed(name: $0, size: file.size, lastAccess: file.modified) }
            }
            listed += found.sorted {
                ($0.name.high, $0.name.low, $0.name.variant) < ($1.name.high, $1.name.low, $1.name.variant)
            }
        }
        return listed
    }

    /// Reads every file and checks every sum, and compares the books with what is there, if this store keeps any.
    ///
    /// What other threads store or remove meanwhile may be reported as unlisted or missing.
    public func verify() -> Report {
        var report = Report()
        var books = books.withLock { books -> [CacheKeyName: Int]? in
            guard books.isWhole else { return nil }
            var sizes: [CacheKeyName: Int] = [:]
            books.index.walk { sizes[$0.name] = $0.size }
            return sizes
        }
        for shard in UInt8.min...UInt8.max {
            guard let files = files(in: shard) else {
                report.findings.append(.unreadable(String(decoding: RelativePath(shard: shard).bytes, as: UTF8.self)))
                continue
            }
            for file in files {
                guard let name = file.name else {
                    report.findings.append(.foreign(file.text))
                    continue
                }
                report.entries += 1
                report.bytes += file.size
                if let finding = verify(name, file.text) { report.findings.append(finding) }
                guard books != nil else { continue }
                switch books?.removeValue(forKey: name) {
                case nil: report.findings.append(.unlisted(file.text))
                case let size? where size != file.size: report.findings.append(.wrongSize(file.text))
                default: break
                }
            }
        }
        let missing = (books ?? [:]).keys.map { Report.Finding.missing($0.text(version: version)) }
        report.findings += missing
        report.findings += directory.damagedFiles().map { .setAside(String(decoding: $0.name, as: UTF8.self)) }
        return report
    }

    /// Reads the file of that name and checks its sums: what is wrong with it; nil when it is whole, or is not there.
    public func verify(_ name: CacheKeyName) -> Report.Finding? { verify(name, name.text(version: version)) }

    private func verify(_ name: CacheKeyName, _ text: String) -> Report.Finding? {
        let strict = ArchiveReader(
            directory: directory, version: version, verification: .always, mapsBodiesAbove: nil, lanes: lanes)
        switch strict.read(name, url: nil, expecting: nil, wholeUpTo: ArchiveReader.headRead) {
        case .whole(let entry):
            let digested = CacheKeyName(url: entry.url.span, variant: name.variant)
            if digested != name { return .damaged(text) }
            switch entry.body.failure() {
            case nil: return nil
            case .corrupt?: return .damaged(text)
            default: return .unreadable(text)
            }
        case .absent: return nil
        case .otherURL, .damaged: return .damaged(text)
        case .failed: return .unreadable(text)
        }
    }

    private struct File {
        let text: String
        /// nil for a name that is no entry's of this version, in this shard.
        let name: CacheKeyName?
        let size: Int
        let modified: UInt32
    }

    /// nil where the shard is there and cannot be read, which counts as a failure to read.
    private func files(in shard: UInt8) -> [File]? {
        do throws(SystemError) {
            return try listedFiles(in: shard)
        } catch {
            if error.isAbsence { return [] }
            count { $0.readFailures += 1 }
            return nil
        }
    }

    private func listedFiles(in shard: UInt8) throws(SystemError) -> [File] {
        var files: [File] = []
        try fileSystem.list(directory.root, RelativePath(shard: shard)) { (parent, name) throws(SystemError) in
            let bytes = nameBytes(name)
            var entry: CacheKeyName?
            switch EntryName(bytes) {
            case .temporary?: return
            case .entry(let name, version)? where name.shard == shard: entry = name
            default: break
            }
            guard let status = try? fileSystem.status(parent, name) else { return }
            let seconds = UInt32(clamping: status.modified / 1_000_000_000)
            files.append(
                File(text: String(decoding: bytes, as: UTF8.self), name: entry, size: status.size, modified: seconds))
        }
        return files
    }
}
