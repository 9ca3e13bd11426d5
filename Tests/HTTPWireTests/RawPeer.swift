import Foundation
import HTTPWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A blocking socket that says exactly what a test tells it to.
final class RawPeer: @unchecked Sendable {
    // Unchecked: each test uses a peer from one thread at a time.
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Connects to a port of 127.0.0.1.
    convenience init(port: UInt16) {
        let descriptor = Self.makeSocket()
        var address = Self.loopback(port)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        self.init(descriptor: descriptor)
    }

    deinit { close(descriptor) }

    static func makeSocket() -> Int32 {
        #if canImport(Glibc)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    func send(_ text: String) { send(ParserTable.bytes(text).bytes) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                #if canImport(Glibc)
                    Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                #else
                    Darwin.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, 0)
                #endif
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Some bytes; empty at the end or on failure.
    func receive(_ count: Int = 65536) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &buffer, count, 0)
        return received > 0 ? Array(buffer[..<received]) : []
    }

    /// Everything up to and with `end`, or up to the close of the connection.
    @discardableResult
    func receive(until end: String) -> String {
        let end = ParserTable.bytes(end).bytes
        var bytes: [UInt8] = []
        while bytes.count < end.count || !bytes.suffix(end.count).elementsEqual(end) {
            let more = receive(1)
            if more.isEmpty { break }
            bytes += more
        }
        return ParserTable.show(bytes)
    }

    /// Everything until the peer closes.
    func receiveAll() -> String {
        var bytes: [UInt8] = []
        while true {
            let more = receive()
            if more.isEmpty { return ParserTable.show(bytes) }
            bytes += more
        }
    }

    /// Waits until there is something to read, and leaves it.
    func awaitInput() {
        var byte: UInt8 = 0
        _ = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    }

    func shutdownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}

/// A server that plays a script on each connection: connection by connection, in the order in which they come.
final class ScriptedServer: @unchecked Sendable {
    // Unchecked: `accepted` is under a lock, the rest constant.
    let port: UInt16
    private let descriptor: Int32
    private let lock = NSLock()
    private var accepted = 0

    /// The script gets each connection and its number, from 0; the connection is closed when it returns.
    init(_ script: @escaping @Sendable (RawPeer, Int) -> Void) {
        let descriptor = RawPeer.makeSocket()
        self.descriptor = descriptor
        var address = RawPeer.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, 64)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            // Closed by the thread that uses it: the number may soon be that of another socket.
            defer { close(descriptor) }
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                guard let number = self?.count() else {
                    close(connection)
                    return
                }
                let peer = RawPeer(descriptor: connection)
                Thread.detachNewThread { script(peer, number) }
            }
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func count() -> Int {
        lock.withLock {
            accepted += 1
            return accepted - 1
        }
    }

    var connections: Int { lock.withLock { accepted } }

    var endpoint: Endpoint { Endpoint(host: "127.0.0.1", port: port) }
}

/// Something one thread leaves for another.
final class Box<Value: Sendable>: @unchecked Sendable {
    // Unchecked: under a lock.
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { lock.withLock { stored } }

    func update(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}
