import Dispatch
import Locking

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// The files of a download manager.
///
///     DIR/Downloads.plist    the record
///     DIR/Downloads.lock     locked by the manager that has the directory open
///     DIR/<32 hex digits>[.extension]         a download
///     DIR/<32 hex digits>[.extension].part    what there is of one that is not whole
final class DownloadDirectory: Sendable {
    let path: String
    private let lock: Int32
    /// File calls block: they run here and not on the threads that tasks share.
    private let queue = DispatchQueue(label: "DownloadManager")
    private let isUnlocked = Locked(false)

    static let recordName = "Downloads.plist"
    static let partSuffix = ".part"

    init(path: String) throws(DownloadError) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.failure("mkdir") }
        lock = open(path + "/Downloads.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw Self.failure("open") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw .inUse }
    }

    /// Also where `init` throws with the lock open.
    deinit { if lock >= 0 { _ = close(lock) } }

    /// Lets another manager open the directory, once what is being done there is over; nothing more is done then.
    func unlock() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                isUnlocked.withLock { $0 = true }
                _ = flock(lock, LOCK_UN)
                continuation.resume()
            }
        }
    }

    private static func failure(_ operation: String) -> DownloadError { .io(errno: errno, operation: operation) }

    /// Runs file calls off the tasks' threads; throws `.closed` instead where the directory may be another's by now.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (DownloadDirectory) throws(DownloadError) -> Value
    ) async throws(DownloadError) -> Value {
        let result: Result<Value, DownloadError> = await withCheckedContinuation { continuation in
            queue.async { [self] in
                guard !isUnlocked.withLock({ $0 }) else { return continuation.resume(returning: .failure(.closed)) }
                do throws(DownloadError) {
                    continuation.resume(returning: .success(try body(self)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    // MARK: Names

    /// A name that no other download has, with the extension of the path where that is a plain one.
    static func newName(for path: String) -> String {
        var name = ""
        for number in [UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)] {
            let digits = String(number, radix: 16)
            name += String(repeating: "0", count: 16 - digits.count) + digits
        }
        let last = path.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return name }
        let suffix = last[last.index(after: dot)...].utf8
        guard (1...8).contains(suffix.count), suffix.allSatisfy(isPlain), !suffix.elementsEqual("part".utf8) else {
            return name
        }
        return name + "." + String(last[last.index(after: dot)...])
    }

    /// Whether a name is one that this manager could have given: what a record says is not trusted further than that.
    static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard bytes.count >= 32, bytes[..<32].allSatisfy({ isPlain($0) && ($0 <= 0x39 || (0x61...0x66).contains($0)) })
        else { return false }
        if bytes.count == 32 { return true }
        return bytes[32] == 0x2E && (34...41).contains(bytes.count) && bytes[33...].allSatisfy(isPlain)
            && !name.hasSuffix(partSuffix)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    // MARK: Files

    private func full(_ name: String) -> String { path + "/" + name }

    /// Bytes of a file; nil when it is not there.
    func size(of name: String) -> Int? {
        var status = stat()
        guard lstat(full(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    func remove(_ name: String) { _ = unlink(full(name)) }

    func rename(_ old: String, to new: String) throws(DownloadError) {
        #if canImport(Darwin)
            let result = Darwin.rename(full(old), full(new))
        #elseif canImport(Musl)
            let result = Musl.rename(full(old), full(new))
        #else
            let result = Glibc.rename(full(old), full(new))
        #endif
        guard result == 0 else { throw Self.failure("rename") }
    }

    /// The names of downloads and parts that are there.
    func names() -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            let base = name.hasSuffix(Self.partSuffix) ? String(name.dropLast(Self.partSuffix.count)) : name
            if Self.isName(base) { names.append(name) }
        }
        return names
    }

    func read(_ name: String) throws(DownloadError) -> [UInt8]? {
        // Not to wait for whoever might write into a pipe; reading one that nobody writes into finds its end.
        let file = open(full(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("open")
        }
        defer { _ = close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { readSome(file, $0) }
            if count < 0 { throw Self.failure("read") }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    private func readSome(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.read(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            Musl.read(file, buffer.baseAddress, buffer.count)
        #else
            Glibc.read(file, buffer.baseAddress, buffer.count)
        #endif
    }

    /// Writes a file as a whole: it has the old bytes or the new ones, also after a crash.
    func replace(_ name: String, by bytes: [UInt8]) throws(DownloadError) {
        let file = try DownloadFile(path: full(name + ".new"), keeping: 0)
        try file.write(bytes[...])
        try file.finish()
        try rename(name + ".new", to: name)
    }

    /// Opens a part to write on after its first `count` bytes; throws where it does not have so many.
    func openPart(_ name: String, keeping count: Int) throws(DownloadError) -> DownloadFile {
        try DownloadFile(path: full(name + Self.partSuffix), keeping: count)
    }
}

/// A file that is being written; calls are made one after the other.
final class DownloadFile: Sendable {
    private let descriptor: Int32
    private let position: Locked<Int>

    fileprivate init(path: String, keeping count: Int) throws(DownloadError) {
        descriptor = open(path, O_WRONLY | (count > 0 ? 0 : O_CREAT) | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .io(errno: errno, operation: "open") }
        position = Locked(count)
        var status = stat()
        // What is missing would be made up of zeros.
        guard fstat(descriptor, &status) == 0, status.st_size >= count else {
            throw .io(errno: ENOENT, operation: "fstat")
        }
        guard ftruncate(descriptor, off_t(count)) == 0 else { throw .io(errno: errno, operation: "ftruncate") }
    }

    deinit { _ = close(descriptor) }

    func write(_ bytes: ArraySlice<UInt8>) throws(DownloadError) {
        var rest = bytes
        while !rest.isEmpty {
            let start = position.withLock { $0 }
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(start)) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .io(errno: errno, operation: "pwrite")
            }
            position.withLock { $0 += count }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns when the bytes would outlast a loss of power.
    func finish() throws(DownloadError) {
        guard fsync(descriptor) == 0 else { throw .io(errno: errno, operation: "fsync") }
    }
}
