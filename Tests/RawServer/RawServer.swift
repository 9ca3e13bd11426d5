import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A server on a real socket that says exactly what it is told to, right or wrong, and closes.
package final class RawServer: @unchecked Sendable {
    // Unchecked: `state` is under a lock, the rest constant.
    /// What happens to the connection after a request has been read; `number` counts the server's requests from 0.
    package typealias Script = @Sendable (_ request: Request, _ number: Int) -> [Act]

    package struct Request: Sendable {
        package var head: String
        package var body: [UInt8]

        package var line: String { String(head.prefix { $0 != "\r\n" }) }

        /// The value of the first line of this name.
        package func field(_ name: String) -> String? {
            let prefix = name.lowercased() + ":"
            return head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(prefix) }
                .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
        }
    }

    package enum Act: Sendable {
        case send(String)
        case bytes([UInt8])
        /// So many bytes, 64 KB at a time.
        case fill(Int)
        /// A few bytes every millisecond, for as long as somebody takes them.
        case trickle
        /// Leaves the connection open and says nothing until the client or the server goes.
        case hang
        /// Reads another request on the same connection.
        case nextRequest
    }

    package enum Failure: Error { case noSocket }

    package let port: UInt16
    private let listener: Int32
    private let script: Script
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var requests: [Request] = []
        var connections: [Int32] = []
        var accepted = 0
        var ended = 0
        var sent = 0
    }

    package init(_ script: @escaping Script) throws {
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
        guard isOpen else { throw Failure.noSocket }
        port = UInt16(bigEndian: address.sin_port)
        // Threads of its own: blocking those of a queue would keep others from running.
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(self.listener, nil, nil)
                guard connection >= 0 else { return }
                lock.withLock { state.accepted += 1 }
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

    package var requests: [Request] { lock.withLock { state.requests } }
    package var connections: Int { lock.withLock { state.accepted } }
    /// Connections that have ended.
    package var ended: Int { lock.withLock { state.ended } }
    /// Bytes of `fill` that the system has taken.
    package var sent: Int { lock.withLock { state.sent } }

    package func url(_ path: String = "/a") -> String { "http://127.0.0.1:\(port)\(path)" }

    package func close() {
        let connections = lock.withLock { state.connections }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    private func serve(_ connection: Int32) {
        lock.withLock { state.connections.append(connection) }
        var goesOn = true
        while goesOn {
            goesOn = false
            guard let request = readRequest(connection) else { break }
            let number = lock.withLock {
                state.requests.append(request)
                return state.requests.count - 1
            }
            for act in script(request, number) {
                switch act {
                case .send(let text): _ = write(Array(text.utf8), to: connection)
                case .bytes(let bytes): _ = write(bytes, to: connection)
                case .fill(let count): fill(count, connection)
                case .trickle: while write([0x2A, 0x2A], to: connection) { usleep(1000) }
                case .hang: _ = readLines(connection)
                case .nextRequest: goesOn = true
                }
            }
        }
        lock.withLock {
            state.connections.removeAll { $0 == connection }
            state.ended += 1
        }
        closeDescriptor(connection)
    }

    private func fill(_ count: Int, _ connection: Int32) {
        let piece = [UInt8](repeating: 0x2A, count: 64 << 10)
        var rest = count
        while rest > 0 {
            guard write(Array(piece.prefix(rest)), to: connection) else { return }
            let sent = min(rest, piece.count)
            rest -= sent
            lock.withLock { state.sent += sent }
        }
    }

    private func readRequest(_ connection: Int32) -> Request? {
        guard let head = readLines(connection) else { return nil }
        var request = Request(head: head, body: [])
        if let length = request.field("Content-Length").flatMap({ Int($0) }) {
            request.body = readExactly(length, connection) ?? []
        } else if request.field("Transfer-Encoding") == "chunked" {
            while let size = readLine(connection).flatMap({ Int($0, radix: 16) }) {
                request.body += readExactly(size, connection) ?? []
                _ = readLine(connection)
                if size == 0 { break }
            }
        }
        return request
    }

    private func readLines(_ connection: Int32) -> String? {
        var head = ""
        while let line = readLine(connection) {
            if line.isEmpty { return head }
            head += line + "\r\n"
        }
        return nil
    }

    private func readLine(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            bytes.append(byte)
            if bytes.suffix(2) == [13, 10] { return String(decoding: bytes.dropLast(2), as: UTF8.self) }
        }
        return nil
    }

    private func readExactly(_ count: Int, _ connection: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < count {
            let received = recv(connection, &buffer, min(buffer.count, count - bytes.count), 0)
            guard received > 0 else { return nil }
            bytes += buffer.prefix(received)
        }
        return bytes
    }

    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Self.noSignal) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    private static var noSignal: Int32 {
        #if canImport(Darwin)
            0
        #else
            Int32(MSG_NOSIGNAL)
        #endif
    }
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
