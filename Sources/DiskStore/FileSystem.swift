#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A call of the system that failed, and why.
struct SystemError: Error, Sendable, Hashable {
    let code: Int32
    let call: FileSystem.Call
}

/// The calls of the system that the store needs, each relative to an open directory and none following a link at its
/// end.
///
/// Interrupted calls are repeated. A test sets `fault` to make any of them fail; in use it is nil and costs a
/// comparison.
struct FileSystem: Sendable {
    enum Call: String, Sendable, CaseIterable {
        case open, create, read, write, close, stat, rename, unlink, makeDirectory, list, sync, lock, map
    }

    /// Returns the error number that a call shall fail with, or nil to let it through.
    var fault: (@Sendable (Call) -> Int32?)?

    struct Status: Sendable {
        let device: UInt64
        let inode: UInt64
        let links: UInt64
        let size: Int
        let isRegular: Bool
        let isDirectory: Bool
        /// Nanoseconds since 1970, for ordering only.
        let modified: Int64
    }

    // MARK: Opening

    /// Opens the store's directory itself; the one place where links are followed, since the user chose the path.
    func openDirectory(_ path: String) throws(SystemError) -> Int32 {
        try descriptor(.open) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    /// Opens a file for reading; `O_NONBLOCK` because opening a pipe must not wait for somebody to write into it.
    func openToRead(_ root: Int32, _ path: RelativePath) throws(SystemError) -> Int32 {
        try path.withCString { (path) throws(SystemError) in
            try descriptor(.open) { openat(root, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        }
    }

    func openToReadAndWrite(_ root: Int32, _ path: RelativePath) throws(SystemError) -> Int32 {
        try path.withCString { (path) throws(SystemError) in
            try descriptor(.create) {
                openat(root, path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
            }
        }
    }

    /// Creates a file that must not exist yet.
    func create(_ root: Int32, _ path: RelativePath) throws(SystemError) -> Int32 {
        try path.withCString { (path) throws(SystemError) in
            try descriptor(.create) { openat(root, path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
        }
    }

    /// Gives the number `old` to what `new` stands for, and closes `new`; users of the number never see it unused.
    func replace(_ old: Int32, by new: Int32) throws(SystemError) {
        defer { closeQuietly(new) }
        _ = try descriptor(.open) { dup2(new, old) }
        _ = fcntl(old, F_SETFD, FD_CLOEXEC)
    }

    func closeFile(_ file: Int32) throws(SystemError) {
        let result = close(file)
        let code = errno
        try check(.close)
        // After EINTR the descriptor is gone on Linux; closing it again might close another thread's file.
        if result != 0, code != EINTR { throw SystemError(code: code, call: .close) }
    }

    func closeQuietly(_ file: Int32) {
        _ = close(file)
    }

    // MARK: Bytes

    /// Reads until `buffer` is full or the file ends; returns how many bytes came.
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try result(.read) { pread(file, rest.baseAddress, rest.count, off_t(offset + done)) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// One read at the file's start: shorter than the buffer when the file is. Anything odd is left to a slower way.
    func readOnce(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try result(.read) { pread(file, buffer.baseAddress, buffer.count, 0) }
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            done += try result(.write) { pwrite(file, rest.baseAddress, rest.count, off_t(offset + done)) }
        }
    }

    /// Writes `first` and then `second` to the start of a new file, in one call unless the system takes less.
    func write(_ file: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) throws(SystemError) {
        var parts = (
            iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
        )
        let done = try withUnsafeBytes(of: &parts) { (buffer) throws(SystemError) in
            try result(.write) { writev(file, buffer.baseAddress?.assumingMemoryBound(to: iovec.self), 2) }
        }
        guard done < first.count + second.count else { return }
        let early = min(done, first.count)
        try write(file, UnsafeRawBufferPointer(rebasing: first[early...]), at: early)
        let late = done - early
        try write(file, UnsafeRawBufferPointer(rebasing: second[late...]), at: first.count + late)
    }

    func truncate(_ file: Int32) throws(SystemError) {
        _ = try result(.write) { Int(ftruncate(file, 0)) }
    }

    /// Maps `count` bytes from the start of a file, for reading.
    func map(_ file: Int32, count: Int) throws(SystemError) -> UnsafeRawBufferPointer {
        try check(.map)
        guard count > 0, let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), base != MAP_FAILED else {
            throw SystemError(code: count > 0 ? errno : EINVAL, call: .map)
        }
        return UnsafeRawBufferPointer(start: base, count: count)
    }

    func unmap(_ bytes: UnsafeRawBufferPointer) {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    // MARK: Names

    func status(_ file: Int32) throws(SystemError) -> Status {
        var buffer = stat()
        _ = try result(.stat) { Int(fstat(file, &buffer)) }
        return Status(buffer)
    }

    func status(_ root: Int32, _ path: RelativePath) throws(SystemError) -> Status {
        try path.withCString { (path) throws(SystemError) in try status(root, path) }
    }

    func status(_ root: Int32, _ path: UnsafePointer<CChar>) throws(SystemError) -> Status {
        var buffer = stat()
        _ = try result(.stat) { Int(fstatat(root, path, &buffer, AT_SYMLINK_NOFOLLOW)) }
        return Status(buffer)
    }

    /// Whether a link stands at `path`, whatever it points to.
    func isLink(_ path: String) -> Bool {
        var buffer = stat()
        return lstat(path, &buffer) == 0 && buffer.st_mode & S_IFMT == S_IFLNK
    }

    func rename(_ root: Int32, _ from: RelativePath, to: RelativePath) throws(SystemError) {
        try from.withCString { (from) throws(SystemError) in
            try to.withCString { (to) throws(SystemError) in
                _ = try result(.rename) { Int(renameat(root, from, root, to)) }
            }
        }
    }

    func unlink(_ root: Int32, _ path: RelativePath) throws(SystemError) {
        try path.withCString { (path) throws(SystemError) in
            _ = try result(.unlink) { Int(unlinkat(root, path, 0)) }
        }
    }

    func makeDirectory(_ root: Int32, _ path: RelativePath) throws(SystemError) {
        try path.withCString { (path) throws(SystemError) in
            _ = try result(.makeDirectory) { Int(mkdirat(root, path, 0o700)) }
        }
    }

    func makeDirectory(_ path: String) throws(SystemError) {
        _ = try result(.makeDirectory) { Int(mkdir(path, 0o700)) }
    }

    /// Calls `body` with each name but `.` and `..`, and with the open directory it stands in.
    func list(
        _ root: Int32, _ path: RelativePath, _ body: (Int32, UnsafePointer<CChar>) throws(SystemError) -> Void
    ) throws(SystemError) {
        let file = try path.withCString { (path) throws(SystemError) in
            try descriptor(.list) { openat(root, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        }
        guard let directory = fdopendir(file) else {
            let code = errno
            closeQuietly(file)
            throw SystemError(code: code, call: .list)
        }
        defer { closedir(directory) }
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw SystemError(code: errno, call: .list) }
                return
            }
            // The name begins inside the record that readdir gave, and ends with a zero there.
            let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
            let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
            try body(file, name)
        }
    }

    // MARK: Order and ownership

    func sync(_ file: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // A barrier keeps the order of writes, which is what a crash must not undo; a full flush costs far more.
            _ = try result(.sync) { Int(fcntl(file, F_BARRIERFSYNC)) }
        #else
            _ = try result(.sync) { Int(fsync(file)) }
        #endif
    }

    /// Writes out everything the file system that holds `file` has not written yet.
    func syncAll(_ file: Int32) throws(SystemError) {
        #if canImport(Darwin)
            try sync(file)
        #else
            guard let syncfs = Self.syncfs else {
                try check(.sync)
                syncEverything()
                return
            }
            _ = try result(.sync) { Int(syncfs(file)) }
        #endif
    }

    /// False when another open file description holds the lock.
    func lock(_ file: Int32) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try result(.lock) { Int(flock(file, LOCK_EX | LOCK_NB)) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    static var process: Int32 { getpid() }

    // MARK: -

    #if !canImport(Darwin)
        // Glibc's module does not declare syncfs, so it is looked up; where there is none, all file systems are synced.
        private static let syncfs: (@convention(c) @Sendable (Int32) -> Int32)? = dlsym(nil, "syncfs").map {
            unsafeBitCast($0, to: (@convention(c) @Sendable (Int32) -> Int32).self)
        }
    #endif

    @inline(__always)
    private func check(_ call: Call) throws(SystemError) {
        if let fault, let code = fault(call) { throw SystemError(code: code, call: call) }
    }

    @inline(__always)
    private func descriptor(_ call: Call, _ body: () -> Int32) throws(SystemError) -> Int32 {
        Int32(truncatingIfNeeded: try result(call) { Int(body()) })
    }

    @inline(__always)
    private func result(_ call: Call, _ body: () -> Int) throws(SystemError) -> Int {
        try check(call)
        while true {
            let value = body()
            if value >= 0 { return value }
            let code = errno
            if code != EINTR { throw SystemError(code: code, call: call) }
        }
    }
}

#if !canImport(Darwin)
    /// `sync` by another name, since `FileSystem` has a method called so.
    private func syncEverything() { sync() }
#endif

extension FileSystem.Status {
    fileprivate init(_ buffer: stat) {
        device = UInt64(truncatingIfNeeded: buffer.st_dev)
        inode = UInt64(truncatingIfNeeded: buffer.st_ino)
        links = UInt64(truncatingIfNeeded: buffer.st_nlink)
        size = Int(buffer.st_size)
        isRegular = buffer.st_mode & S_IFMT == S_IFREG
        isDirectory = buffer.st_mode & S_IFMT == S_IFDIR
        #if canImport(Darwin)
            let time = buffer.st_mtimespec
        #else
            let time = buffer.st_mtim
        #endif
        modified = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}

extension StoreError {
    init(_ error: SystemError) {
        switch error.code {
        case ENOSPC, EDQUOT: self = .outOfSpace
        case EACCES, EPERM, EROFS: self = .permissionDenied
        case EFBIG: self = .tooLarge
        case EWOULDBLOCK where error == .busy: self = .inUse
        case EBADF where error == .closed: self = .closed
        default: self = .io(errno: error.code, operation: error.call.rawValue)
        }
    }
}

extension SystemError {
    /// There is no file of that name, or no directory to hold it.
    var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
    var isWrongKind: Bool { code == ELOOP || code == EISDIR || code == ENOTDIR || code == ENXIO || code == ENOTEMPTY }
    var exists: Bool { code == EEXIST }
    var isRefusal: Bool { code == EACCES || code == EPERM || code == EROFS }
}
