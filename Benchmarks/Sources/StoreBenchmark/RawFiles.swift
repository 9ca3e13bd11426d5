#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the file system itself takes: the same calls that a store must make, and nothing else.
final class RawFiles {
    let root: Int32
    private var buffer: [UInt8]

    /// Works in the shards of the store at `path`, so that both have the same directories to deal with.
    init(_ path: String) {
        root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for shard in 0..<256 { mkdirat(root, hex(UInt64(shard), 2), 0o700) }
        buffer = [UInt8](repeating: 0, count: 1 << 20)
    }

    deinit { close(root) }

    /// openat with O_EXCL, one writev, close, renameat in the same shard.
    func put(_ name: String, from temporary: String, _ head: [UInt8], _ body: [UInt8]) {
        let file = openat(root, temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        head.withUnsafeBytes { head in
            body.withUnsafeBytes { body in
                var parts = [
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count),
                ]
                if writev(file, &parts, 2) != head.count + body.count { fatalError("writev: \(errno)") }
            }
        }
        close(file)
        renameat(root, temporary, root, name)
    }

    /// openat, one read into a buffer that is there already, close.
    func get(_ name: String) -> Int {
        let file = openat(root, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        close(file)
        return count
    }

    func remove(_ name: String) { unlinkat(root, name, 0) }
}

func hex(_ value: UInt64, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Removes a directory and all below it.
func removeTree(_ path: String) {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name == "." || name == ".." { continue }
        let child = path + "/" + name
        if unlink(child) != 0 { removeTree(child) }
    }
    closedir(directory)
    rmdir(path)
}
