import Foundation

@testable import CachingURLSession

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A server on a real socket that says exactly what it is told to, right or wrong, and closes.
final class RawServer: Sendable {
    /// What happens to the connection after a request has been read; `number` counts the server's requests from 0.
    typealias Script = @Sendable (_ request: Request, _ number: Int) -> [Act]

    struct Request: Sendable {
        var head: String
        var body: [UInt8]

        var line: String { String(head.prefix { $0 != "\r\n" }) }

        /// The value of the first line of this name.
        func field(_ name: String) -> String? {
            let prefix = name.lowercased() + ":"
            return head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(prefix) }
                .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
        }
    }

    enum Act: Sendable {
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

    enum Failure: Error { case noSocket }

    let port: UInt16
    private let listener: Int32
    private let script: Script
    private let state = Locked(State())

    private struct State {
        var requests: [Request] = []
        var connections: [Int32] = []
        var accepted = 0
        var ended = 0
        var sent = 0
    }

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
        guard isOpen else { throw Failure.noSocket }
        port = UInt16(bigEndian: address.sin_port)
        // Threads of its own: blocking those of a queue would keep others from running.
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(self.listener, nil, nil)
                guard connection >= 0 else { return }
                state.withLock { $0.accepted += 1 }
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

    var requests: [Request] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.accepted } }
    /// Connections that have ended.
    var ended: Int { state.withLock { $0.ended } }
    /// Bytes of `fill` that the system has taken.
    var sent: Int { state.withLock { $0.sent } }

    func url(_ path: String = "/a") -> String { "http://127.0.0.1:\(port)\(path)" }

    func close() {
        let connections = state.withLock { $0.connections }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    private func serve(_ connection: Int32) {
        state.withLock { $0.connections.append(connection) }
        var goesOn = true
        while goesOn {
            goesOn = false
            guard let request = readRequest(connection) else { break }
            let number = state.withLock { state in
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
        state.withLock { state in
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
            state.withLock { $0.sent += sent }
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

/// Lets other tasks run until something holds; false when it never does.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<4000 {
        if await condition() { return true }
        try? await Task.sleep(nanoseconds: 2_000_000)
    }
    return false
}

final class Counter: Sendable {
    private let value = Locked(0)

    @discardableResult
    func add(_ amount: Int) -> Int {
        value.withLock { value in
            value += amount
            return value
        }
    }

    var count: Int { value.withLock { $0 } }
}
