#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
#if os(Linux) || os(Android)
    import CLinux
#endif

/// The system's calls that the loop needs, with interruptions hidden and errors as values.
package enum System {
    enum Outcome: Equatable {
        case done(Int)
        case wouldBlock
        case failed(Int32)
    }

    static let wouldBlockErrors: Set<Int32> = [EAGAIN, EWOULDBLOCK]

    /// 0 bytes mean that the peer has closed its side.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        outcome { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    /// `isLast` false tells the kernel that more follows at once.
    static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, isLast: Bool) -> Outcome {
        #if os(Linux) || os(Android)
            let more = isLast ? 0 : Int32(MSG_MORE)
            let flags = Int32(MSG_NOSIGNAL) | more
        #else
            let flags: Int32 = 0
        #endif
        return outcome { send(descriptor, buffer.baseAddress, buffer.count, flags) }
    }

    /// Whether a connection at rest is still open and silent: no byte has come and it was not closed.
    static func isSilent(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        return outcome { recv(descriptor, &byte, 1, flags) } == .wouldBlock
    }

    /// Whether the peer has all that was written; false where the system does not say.
    static func isAllAcknowledged(_ descriptor: Int32) -> Bool {
        var waiting: Int32 = 0
        #if os(Linux) || os(Android)
            return ioctl(descriptor, UInt(TIOCOUTQ), &waiting) == 0 && waiting == 0
        #else
            var length = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &waiting, &length) == 0 && waiting == 0
        #endif
    }

    static func accept(_ descriptor: Int32) -> Outcome {
        let result = outcome { accept(descriptor) }
        if case .done(let accepted) = result { prepare(Int32(accepted)) }
        return result
    }

    private static func accept(_ descriptor: Int32) -> Int {
        #if canImport(Glibc)
            Int(Glibc.accept(descriptor, nil, nil))
        #elseif canImport(Musl)
            Int(Musl.accept(descriptor, nil, nil))
        #else
            Int(Darwin.accept(descriptor, nil, nil))
        #endif
    }

    static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

    /// Closes the connection so that the peer sees a reset rather than an orderly end.
    static func reset(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        _ = close(descriptor)
    }

    static func shutdownWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// A stream socket that neither blocks nor outlives an exec.
    static func socket(family: Int32) -> Outcome {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = Int32(SOCK_STREAM)
        #endif
        let result = outcome { Int(openSocket(family, type)) }
        if case .done(let descriptor) = result { prepare(Int32(descriptor)) }
        return result
    }

    private static func openSocket(_ family: Int32, _ type: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.socket(family, type, 0)
        #elseif canImport(Musl)
            Musl.socket(family, type, 0)
        #else
            Darwin.socket(family, type, 0)
        #endif
    }

    static func setOption(_ descriptor: Int32, level: Int32, _ option: Int32) {
        var one: Int32 = 1
        setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        setOption(descriptor, level: Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
            setOption(descriptor, level: SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    /// The error that a connection attempt or transfer ended with; 0 for none.
    static func pendingError(_ descriptor: Int32) -> Int32 {
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 else { return errno }
        return error
    }

    /// Milliseconds on a clock that never goes back.
    static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Nanoseconds that the calling thread may run before others have their turn; 0 where that is not known.
    static var slice: UInt64 {
        #if os(Linux) || os(Android)
            linux_slice()
        #else
            0
        #endif
    }

    /// Asks for the shortest slice that there is, a tenth of a millisecond, for the calling thread: one that wants little
    /// at a time is run the sooner for it.
    static func askForShortSlice() {
        #if os(Linux) || os(Android)
            linux_set_slice(100_000)
        #endif
    }

    static func outcome(_ call: () -> Int) -> Outcome {
        while true {
            let result = call()
            if result >= 0 { return .done(result) }
            let error = errno
            if error == EINTR { continue }
            return wouldBlockErrors.contains(error) ? .wouldBlock : .failed(error)
        }
    }

}

/// A thread of the system's that runs one function.
enum SystemThread {
    /// Unchecked and safe: handed from the creating thread to the new one before it starts, and used there only.
    private final class Start: @unchecked Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// False, and nothing is run, when the system has no thread left to give.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let start = Unmanaged.passRetained(Start(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let error = pthread_create(
                &thread, nil,
                {
                    Unmanaged<Start>.fromOpaque($0).takeRetainedValue().body()
                    return nil
                }, start)
            if error == 0, let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let error = pthread_create(
                &thread, nil,
                {
                    if let start = $0 { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
                    return nil
                }, start)
            if error == 0 { pthread_detach(thread) }
        #endif
        if error != 0 { Unmanaged<Start>.fromOpaque(start).release() }
        return error == 0
    }

    /// A number that tells the running threads apart.
    static var currentNumber: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
