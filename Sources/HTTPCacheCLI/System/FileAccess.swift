#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why a system call on a file failed.
public struct FileError: Error, Sendable, Hashable {
    /// The path as it was given; empty for a standard stream.
    public let path: String
    /// `errno` as the system left it.
    public let code: Int32

    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// The reader of what is written here has gone away.
    public var isClosedPipe: Bool { code == EPIPE }

    /// The system's own words.
    public var reason: String { String(cString: strerror(code)) }
}

/// Reads and writes whole files with the system's calls.
enum FileAccess {
    /// At most `limit` bytes of a file; what is longer is cut off there.
    static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        return try read(descriptor, path: path, limit: limit)
    }

    /// At most `limit` bytes of what is open; interrupted calls are made again.
    static func read(_ descriptor: Int32, path: String, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, wanted) }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path: path, code: errno)
            }
            if count == 0 { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }

    /// What is there to read, at most `size` bytes; waits for the first byte. Empty at the end.
    static func readChunk(_ descriptor: Int32, path: String, size: Int = 64 << 10) throws(FileError) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: size)
        while true {
            let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return Array(chunk[..<count]) }
            if errno != EINTR { throw FileError(path: path, code: errno) }
        }
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path: path, code: errno)
            }
            start += count
        }
    }

    /// Writes a file whole or not at all: under another name beside it first, then in its place.
    ///
    /// What is no regular file, such as `/dev/stdout` or a pipe, is written to directly.
    static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try writeDirectly(path, bytes)
        }
        let draft = path + ".\(getpid()).part"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        do {
            try write(bytes, to: descriptor, path: path)
        } catch {
            close(descriptor)
            unlink(draft)
            throw error
        }
        guard close(descriptor) == 0, rename(draft, path) == 0 else {
            let code = errno
            unlink(draft)
            throw FileError(path: path, code: code)
        }
    }

    /// Removes a regular file, if it is there; what is none, such as `/dev/stdout`, stays.
    static func remove(_ path: String) throws(FileError) {
        guard isRegular(path) else { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw FileError(path: path, code: errno) }
    }

    /// Whether a regular file is there, and no link to one.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func writeDirectly(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        try write(bytes, to: descriptor, path: path)
    }

    private static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer, count)
        #elseif canImport(Musl)
            Musl.read(descriptor, buffer, count)
        #else
            Glibc.read(descriptor, buffer, count)
        #endif
    }

    private static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, buffer, count)
        #elseif canImport(Musl)
            Musl.write(descriptor, buffer, count)
        #else
            Glibc.write(descriptor, buffer, count)
        #endif
    }
}
