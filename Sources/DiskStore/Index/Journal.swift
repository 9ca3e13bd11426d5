/// What was stored, used and removed, in order: replayed, it gives the index back.
///
/// ```
/// header (32 bytes):  magic 8 | version 2 | clean 2 | entries 4 | records 8 | XXH64 of the 24 bytes before
/// record (48 bytes):  operation 4 | time 4 | MD5 16 | variant 8 | size 8 | XXH64 of the 40 bytes before
/// ```
///
/// Records have one size, so a bad one costs itself alone. `clean` is 1 only after an orderly close, and then `records`
/// says how many there are: a journal that is not clean, or has fewer or bad records, is replayed as far as it goes and
/// leads to a scan.
struct Journal: Sendable {
    enum Operation: UInt32, Sendable {
        case put = 1
        case remove = 2
        case touch = 3
    }

    static let headerLength = 32
    static let recordLength = 48
    static let magic: UInt64 = 0x000a_1a0a_0d4a_4889
    static let path = RelativePath("journal")
    static let temporaryPath = RelativePath("journal.tmp")

    /// Negative when there is none, because none could be opened.
    private(set) var file: Int32
    private(set) var records: Int
    /// False once a record could not be written: what is on disk no longer tells everything, and must not be called
    /// clean.
    private(set) var isComplete = true
    /// Records written since a compaction took its picture, for the new file; nil when none runs.
    private var sinceSnapshot: [UInt8]?

    init(file: Int32, records: Int) {
        self.file = file
        self.records = records
    }

    static var none: Journal {
        var journal = Journal(file: -1, records: 0)
        journal.isComplete = false
        return journal
    }

    mutating func markIncomplete() { isComplete = false }

    // MARK: Appending

    mutating func append(
        _ operation: Operation, _ name: CacheKeyName, size: Int, time: UInt32, _ fileSystem: FileSystem
    ) {
        var record = Record(operation, name, size: size, time: time)
        withUnsafeBytes(of: &record) { append($0, fileSystem) }
    }

    mutating func append(touches: [RecencyIndex.Entry], _ fileSystem: FileSystem) {
        guard !touches.isEmpty else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(touches.count * Self.recordLength)
        for entry in touches { Record(.touch, entry).append(to: &bytes) }
        bytes.withUnsafeBytes { append($0, fileSystem) }
    }

    /// Written at its own offset, so that a part of a record that an error left behind is written over by the next.
    private mutating func append(_ bytes: UnsafeRawBufferPointer, _ fileSystem: FileSystem) {
        sinceSnapshot?.append(contentsOf: bytes)
        guard file >= 0 else { return }
        do throws(SystemError) {
            try fileSystem.write(file, bytes, at: Self.headerLength + records * Self.recordLength)
            records += bytes.count / Self.recordLength
        } catch {
            isComplete = false
        }
    }

    func writeHeader(clean: Bool, entries: Int, version: UInt16, _ fileSystem: FileSystem) throws(SystemError) {
        let header = Self.header(clean: clean, entries: entries, records: records, version: version)
        try header.span.withUnsafeBytes { (bytes) throws(SystemError) in try fileSystem.write(file, bytes, at: 0) }
    }

    private static func header(clean: Bool, entries: Int, records: Int, version: UInt16) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: magic)
        bytes.append(number: version)
        bytes.append(number: UInt16(clean ? 1 : 0))
        bytes.append(number: UInt32(clamping: entries))
        bytes.append(number: UInt64(records))
        bytes.append(number: bytes.withUnsafeBytes { XXH64.sum($0) })
        return bytes
    }

    struct Header {
        let isClean: Bool
        let entries: Int
        let records: Int
    }

    /// nil when the bytes are no header of that version, or of any when nil is asked for.
    static func readHeader(_ bytes: [UInt8], version: UInt16?) -> Header? {
        bytes.withUnsafeBytes { bytes in
            func number<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
                T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
            }
            guard bytes.count == headerLength, number(0, UInt64.self) == magic,
                number(24, UInt64.self) == XXH64.sum(UnsafeRawBufferPointer(rebasing: bytes[..<24])),
                version == nil || number(8, UInt16.self) == version
            else { return nil }
            return Header(
                isClean: number(10, UInt16.self) == 1, entries: Int(number(12, UInt32.self)),
                records: Int(clamping: number(16, UInt64.self)))
        }
    }

    // MARK: Compacting

    /// Whether so many records are out of date, or one is missing, that writing all anew pays.
    func wantsCompaction(entries: Int) -> Bool { records > 2 * entries + 4096 || !isComplete }

    /// Records beyond two an entry that a store may leave behind: far more than gather between two compactions, and 50
    /// MB.
    static let maximumBacklog = 1 << 20

    /// Whether a store that never had more than `entries` at a time may have written so many records.
    static func isPlausible(records: Int, entries: Int) -> Bool { records <= 2 * entries + maximumBacklog }

    /// The whole new file for the index as it is now; what is appended until `finish` is kept for it too.
    mutating func beginCompaction(_ index: RecencyIndex, version: UInt16) -> [UInt8] {
        var bytes = Self.header(clean: false, entries: 0, records: 0, version: version)
        bytes.reserveCapacity(Self.headerLength + index.count * Self.recordLength)
        index.walk { Record(.put, $0).append(to: &bytes) }
        sinceSnapshot = []
        return bytes
    }

    mutating func abandonCompaction() { sinceSnapshot = nil }

    /// Puts the new file in the old one's place, or closes it when that fails: then the old one stays in use.
    mutating func finishCompaction(
        _ newFile: Int32, length: Int, root: Int32, _ fileSystem: FileSystem
    ) throws(SystemError) {
        guard let rest = sinceSnapshot else {
            // This is another journal than the one whose picture was taken: its directory was deleted meanwhile.
            fileSystem.closeQuietly(newFile)
            throw .absent
        }
        sinceSnapshot = nil
        do throws(SystemError) {
            try rest.span.withUnsafeBytes { (bytes) throws(SystemError) in
                try fileSystem.write(newFile, bytes, at: length)
            }
            try fileSystem.rename(root, Self.temporaryPath, to: Self.path)
        } catch {
            fileSystem.closeQuietly(newFile)
            throw error
        }
        isComplete = false
        if file >= 0 {
            try fileSystem.replace(file, by: newFile)
        } else {
            file = newFile
        }
        records = (length + rest.count - Self.headerLength) / Self.recordLength
        isComplete = true
    }
}

extension Journal {
    /// A record as it lies in the file.
    struct Record {
        private let operation: UInt32
        private let time: UInt32
        private let high: UInt64
        private let low: UInt64
        private let variant: UInt64
        private let size: UInt64
        private var sum: UInt64 = 0

        init(_ operation: Operation, _ name: CacheKeyName, size: Int, time: UInt32) {
            self.operation = operation.rawValue.littleEndian
            self.time = time.littleEndian
            high = name.high.bigEndian
            low = name.low.bigEndian
            variant = name.variant.littleEndian
            self.size = UInt64(size).littleEndian
            sum = withUnsafeBytes(of: self) { XXH64.sum(UnsafeRawBufferPointer(rebasing: $0[..<40])) }.littleEndian
        }

        init(_ operation: Operation, _ entry: RecencyIndex.Entry) {
            self.init(operation, entry.name, size: entry.size, time: entry.lastAccess)
        }

        func append(to bytes: inout [UInt8]) {
            withUnsafeBytes(of: self) { bytes.append(contentsOf: $0) }
        }

        /// The name in a record that nobody has checked.
        static func name(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> CacheKeyName {
            let record = bytes.loadUnaligned(fromByteOffset: offset, as: Record.self)
            return CacheKeyName(
                high: UInt64(bigEndian: record.high), low: UInt64(bigEndian: record.low),
                variant: UInt64(littleEndian: record.variant))
        }

        /// Carries a record out on `index`; false when its sum is wrong or it says something that no store writes.
        static func replay(_ bytes: UnsafeRawBufferPointer, on index: inout RecencyIndex) -> Bool {
            let record = bytes.loadUnaligned(as: Record.self)
            let sum = XXH64.sum(UnsafeRawBufferPointer(rebasing: bytes[..<40]))
            guard UInt64(littleEndian: record.sum) == sum,
                let operation = Operation(rawValue: UInt32(littleEndian: record.operation)),
                let size = Int(exactly: UInt64(littleEndian: record.size)), size < 1 << 48
            else { return false }
            let name = CacheKeyName(
                high: UInt64(bigEndian: record.high), low: UInt64(bigEndian: record.low),
                variant: UInt64(littleEndian: record.variant))
            let time = UInt32(littleEndian: record.time)
            switch operation {
            case .put: index.insert(name, size: size, time: time)
            case .remove: index.remove(name)
            case .touch: if let slot = index.find(name) { index.replayTouch(slot, time: time) }
            }
            return true
        }
    }
}
