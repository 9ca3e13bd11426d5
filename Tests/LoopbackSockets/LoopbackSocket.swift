import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A blocking socket of 127.0.0.1, closed when nobody holds it any more.
package final class LoopbackSocket: Sendable {
    private let descriptor: Int32

    /// `timeout` is how many seconds reading waits; nil waits for ever.
    private init(_ descriptor: Int32, timeout: Int?) {
        self.descriptor = descriptor
        if let timeout {
            var limit = timeval(tv_sec: timeout, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Connects to a port; what is read comes within 20 seconds.
    package convenience init(port: UInt16) {
        let descriptor = streamSocket()
        var address = loopback(port)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        self.init(descriptor, timeout: 20)
    }

    deinit { closeDescriptor(descriptor) }

    // MARK: Listening

    /// Listens on a free port; `accept` hands out what connects.
    package static func listener() -> (LoopbackSocket, port: UInt16) {
        let descriptor = streamSocket()
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, 128)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return (LoopbackSocket(descriptor, timeout: nil), UInt16(bigEndian: address.sin_port))
    }

    /// The next connection; nil when the listener is shut down.
    package func accept(timeout: Int? = 20) -> LoopbackSocket? {
        let connection = nextConnection(descriptor)
        return connection < 0 ? nil : LoopbackSocket(connection, timeout: timeout)
    }

    // MARK: Bytes

    /// False when the other side has gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { transmit(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Some bytes; empty at the end, on failure and when nothing comes in time.
    package func receive(_ count: Int = 65536) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &buffer, count, 0)
        return received > 0 ? Array(buffer[..<received]) : []
    }

    /// Waits until there is something to read, and leaves it.
    package func awaitInput() {
        var byte: UInt8 = 0
        _ = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    }

    // MARK: Ending

    package func shutdownWriting() { endUse(descriptor, Int32(SHUT_WR)) }

    /// Wakes whoever reads or accepts.
    package func shutdown() { endUse(descriptor, Int32(SHUT_RDWR)) }

    /// Ends so that the other side sees a reset.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown()
    }
}

private func streamSocket() -> Int32 {
    #if canImport(Glibc)
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
        socket(AF_INET, SOCK_STREAM, 0)
    #endif
}

private func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

// The system's calls, whose names the methods have too.

private func transmit(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
        send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}

private func nextConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

private func endUse(_ descriptor: Int32, _ how: Int32) { _ = shutdown(descriptor, how) }

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
