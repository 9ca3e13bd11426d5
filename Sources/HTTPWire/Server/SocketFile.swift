import Locking

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of a socket that listens at a path: made by `bind`, and removed once by whoever made it.
final class SocketFile: Sendable {
    private struct Identity: Equatable {
        let device: dev_t
        let node: ino_t
    }

    private let path: String
    /// Nil when it has been removed.
    private let identity: Locked<Identity?>

    /// Right after `bind`.
    init(_ path: String) {
        self.path = path
        identity = Locked(Self.socket(at: path))
    }

    /// A server that listens at the same path by now has a file of its own there, which stays. To be called before the
    /// socket is closed, since its number may be given to another file then.
    func remove() {
        let mine = identity.withLock { identity in
            defer { identity = nil }
            return identity
        }
        if let mine, Self.socket(at: path) == mine { _ = unlink(path) }
    }

    /// A socket's file stays when its process is killed; it is in the way then. What is no socket is nobody's to
    /// remove.
    static func removeDead(_ path: String, _ address: SocketAddress) {
        guard socket(at: path) != nil, case .done(let number) = System.socket(family: address.family) else { return }
        defer { System.closeDescriptor(Int32(number)) }
        let outcome = System.outcome {
            address.withSystemAddress { Int(startConnecting(Int32(number), $0, $1)) }
        }
        if outcome == .failed(ECONNREFUSED) { _ = unlink(path) }
    }

    private static func socket(at path: String) -> Identity? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        return Identity(device: status.st_dev, node: status.st_ino)
    }
}
