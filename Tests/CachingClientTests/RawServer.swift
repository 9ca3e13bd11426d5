import Foundation

@testable import CachingClient

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A server on a real socket that says exactly what it is told to, right or wrong, and closes.
final class RawServer: Sendable {
    /// What happens to the connection with this number after a request head has been read.
    typealias Script = @Sendable (_ request: String, _ number: Int) -> [Act]

    enum Act: Sendable {
        case send(String)
        /// Leaves the connection open and says nothing until the server goes.
        case hang
        /// Reads another request on the same connection.
        case nextRequest
    }

    let port: UInt16
    private let listener: Int32
    private let script: Script
    private let state = Locked((requests: [String](), connections: [Int32](), isClosed: false))

    init(_ script: @escaping Script) throws {
        self.script = script
        listener = socket(AF_INET, Self.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isOpen else { throw OriginError.refused }
        port = UInt16(bigEndian: address.sin_port)
        // Threads of its own: blocking those of a queue would keep others from running.
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(self.listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { [self] in serve(connection) }
            }
        }
    }

    private static var stream: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }

    /// The heads of all requests so far.
    var requests: [String] { state.withLock { $0.requests } }

    func url(_ path: String = "/a") -> String { "http://127.0.0.1:\(port)\(path)" }

    func close() {
        let connections = state.withLock { state in
            state.isClosed = true
            return state.connections
        }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    private func serve(_ connection: Int32) {
        state.withLock { $0.connections.append(connection) }
        var goesOn = true
        while goesOn {
            goesOn = false
            guard let request = readHead(connection) else { break }
            let number = state.withLock { state in
                state.requests.append(request)
                return state.requests.count - 1
            }
            for act in script(request, number) {
                switch act {
                case .send(let text): write(Array(text.utf8), to: connection)
                case .hang: _ = readHead(connection)
                case .nextRequest: goesOn = true
                }
            }
        }
        state.withLock { $0.connections.removeAll { $0 == connection } }
        #if canImport(Darwin)
            _ = Darwin.close(connection)
        #elseif canImport(Musl)
            _ = Musl.close(connection)
        #else
            _ = Glibc.close(connection)
        #endif
    }

    private func readHead(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            bytes.append(byte)
            if bytes.suffix(4) == [13, 10, 13, 10] { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    private func write(_ bytes: [UInt8], to connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }
}
