import Synchronization

/// The body of a stored response: in memory when it is small, else in its file, which is kept open.
///
/// A body in a file is summed before the first of its bytes is given out, unless the options say otherwise; `.corrupt`
/// is thrown when the sum is wrong.
public struct StoredBody: Sendable {
    private enum Storage: Sendable {
        case memory(ArraySlice<UInt8>)
        case file(BodyFile)
    }

    private let storage: Storage

    init(bytes: ArraySlice<UInt8>) { storage = .memory(bytes) }

    init(file: BodyFile) { storage = .file(file) }

    /// Bytes.
    public var count: Int {
        switch storage {
        case .memory(let bytes): bytes.count
        case .file(let file): file.count
        }
    }

    /// The whole body in memory.
    public func bytes() throws(StoreError) -> ArraySlice<UInt8> {
        switch storage {
        case .memory(let bytes): return bytes
        case .file(let file): return try file.read(at: 0, upTo: file.count)[...]
        }
    }

    /// At most `count` bytes from `offset` on; none at or after the end, or for a negative number.
    public func read(at offset: Int, upTo count: Int) throws(StoreError) -> ArraySlice<UInt8> {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        let count = min(count, self.count - offset)
        switch storage {
        case .memory(let bytes): return bytes[(bytes.startIndex + offset)...].prefix(count)
        case .file(let file): return try file.read(at: offset, upTo: count)[...]
        }
    }

    /// Calls `body` with all bytes: mapped when the options say so for one of that size, else read.
    ///
    /// A mapped body must not be cut short by another program meanwhile: the system ends a process that reads past the
    /// end.
    public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) throws(StoreError) -> Result {
        if case .file(let file) = storage {
            let mapping = try file.mapped()
            if let mapping { return mapping.withSpan(of: file, body) }
        }
        let all = try bytes()
        return body(all.span)
    }

    /// As `bytes()`, off the calling task's thread.
    public func bytes() async throws(StoreError) -> ArraySlice<UInt8> {
        guard case .file(let file) = storage else { return try slice(at: 0, upTo: count) }
        return try await file.lanes.run(file.lane) { () throws(StoreError) in
            try file.read(at: 0, upTo: file.count)[...]
        }
    }

    /// As `read(at:upTo:)`, off the calling task's thread.
    public func read(at offset: Int, upTo count: Int) async throws(StoreError) -> ArraySlice<UInt8> {
        guard case .file(let file) = storage else { return try slice(at: offset, upTo: count) }
        return try await file.lanes.run(file.lane) { () throws(StoreError) in try slice(at: offset, upTo: count) }
    }

    private func slice(at offset: Int, upTo count: Int) throws(StoreError) -> ArraySlice<UInt8> {
        try read(at: offset, upTo: count)
    }

    /// Checks a body's sum, unless the options say that it is not to be; what is wrong, or nil.
    func failure() -> StoreError? {
        guard case .file(let file) = storage, !file.isTrustedMapped else { return nil }
        do throws(StoreError) {
            try file.check()
            return nil
        } catch {
            return error
        }
    }

    /// Has `report` called with the file's status when the body turns out to be damaged.
    func onDamage(_ report: @escaping @Sendable (FileSystem.Status?) -> Void) {
        if case .file(let file) = storage { file.onDamage(report) }
    }
}

/// The part of an open file that is a body.
final class BodyFile: Sendable {
    private enum Trust { case unknown, whole, damaged }

    private struct State {
        var trust: Trust
        var mapping: Mapping?
        var report: (@Sendable (FileSystem.Status?) -> Void)?
    }

    let count: Int
    let lanes: IOLanes
    private let file: OpenFile
    private let header: ArchiveFormat.Header
    private let mapsAbove: Int?
    private let verification: DiskStore.Options.BodyVerification
    private let state: Guarded<State>

    private static let chunk = 256 << 10

    init(
        _ file: OpenFile, _ header: ArchiveFormat.Header, _ verification: DiskStore.Options.BodyVerification,
        _ mapsAbove: Int?, _ lanes: IOLanes
    ) {
        self.file = file
        self.header = header
        self.lanes = lanes
        self.mapsAbove = mapsAbove
        self.verification = verification
        count = header.bodyLength
        state = Guarded(State(trust: verification == .never ? .whole : .unknown))
    }

    var lane: UInt8 { header.name.shard }

    /// Where the body begins in its file.
    var start: Int { header.headLength }

    func onDamage(_ report: @escaping @Sendable (FileSystem.Status?) -> Void) {
        state.withLock { $0.report = report }
    }

    func read(at offset: Int, upTo count: Int) throws(StoreError) -> [UInt8] {
        try check()
        do throws(SystemError) {
            let bytes = try file.fileSystem.readBytes(file.descriptor, at: start + offset, count: count)
            if bytes.count == count { return bytes }
        } catch {
            throw StoreError(error)
        }
        throw .corrupt(header.name)
    }

    /// nil when the options do not ask for mapping a body of this size.
    func mapped() throws(StoreError) -> Mapping? {
        guard let mapsAbove, count > mapsAbove else { return nil }
        if !isTrustedMapped { try check() }
        if let mapping = state.withLock({ $0.mapping }) { return mapping }
        do throws(SystemError) {
            let bytes = try file.fileSystem.map(file.descriptor, count: start + count)
            let mapping = Mapping(bytes, file.fileSystem)
            return state.withLock { state in
                // Another thread may have been quicker; its mapping is as good.
                if state.mapping == nil { state.mapping = mapping }
                return state.mapping
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Whether the options leave a body of this size unchecked because it is mapped.
    var isTrustedMapped: Bool {
        guard let mapsAbove, count > mapsAbove else { return false }
        return verification == .unlessMapped
    }

    func check() throws(StoreError) {
        do throws(SystemError) {
            if try isWhole() { return }
        } catch {
            throw StoreError(error)
        }
        // Once is enough, however often the body is asked for.
        let report = state.withLock { state in
            defer { state.report = nil }
            return state.report
        }
        report?(try? file.fileSystem.status(file.descriptor))
        throw .corrupt(header.name)
    }

    private func isWhole() throws(SystemError) -> Bool {
        let trust = state.withLock { $0.trust }
        guard trust == .unknown else { return trust == .whole }
        let isWhole = try sum() == header.bodySum
        state.withLock { $0.trust = isWhole ? .whole : .damaged }
        return isWhole
    }

    private func sum() throws(SystemError) -> UInt64 {
        var sum = XXH64()
        var offset = 0
        while offset < count {
            let part = min(Self.chunk, count - offset)
            let bytes = try file.fileSystem.readBytes(file.descriptor, at: start + offset, count: part)
            bytes.withUnsafeBytes { sum.update($0) }
            // A file that ends early gets a sum that cannot be the right one.
            if bytes.count < part { return ~header.bodySum }
            offset += part
        }
        return sum.value()
    }
}

/// A file in memory for as long as somebody uses it.
///
/// `@unchecked` because of the pointer: the bytes are mapped for reading only and unmapped when the last user is gone;
/// a test reads one from several threads.
final class Mapping: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let fileSystem: FileSystem

    init(_ bytes: UnsafeRawBufferPointer, _ fileSystem: FileSystem) {
        self.bytes = bytes
        self.fileSystem = fileSystem
    }

    deinit { fileSystem.unmap(bytes) }

    func withSpan<Result>(of file: BodyFile, _ body: (Span<UInt8>) -> Result) -> Result {
        let part = UnsafeRawBufferPointer(rebasing: bytes[file.start..<(file.start + file.count)])
        return part.withMemoryRebound(to: UInt8.self) { body($0.span) }
    }
}
