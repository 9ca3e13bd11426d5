import Foundation

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
        /// Does this on the connection's thread, which may wait.
        case call(@Sendable () -> Void)
        /// Reads another request on the same connection.
        case nextRequest
    }

    package let port: UInt16
    private let listener: LoopbackSocket
    private let script: Script
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var requests: [Request] = []
        var connections: [LoopbackSocket] = []
        var accepted = 0
        var ended = 0
        var sent = 0
    }

    package enum Failure: Error { case noSocket }

    package init(_ script: @escaping Script) throws {
        self.script = script
        (listener, port) = LoopbackSocket.listener()
        guard port > 0 else { throw Failure.noSocket }
        // Threads of its own: blocking those of a queue would keep others from running.
        Thread.detachNewThread { [self] in
            while let connection = listener.accept(timeout: nil) {
                lock.withLock { state.accepted += 1 }
                Thread.detachNewThread { [self] in serve(connection) }
            }
        }
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
        listener.shutdown()
        for connection in connections { connection.shutdown() }
    }

    private func serve(_ connection: LoopbackSocket) {
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
                case .send(let text): connection.send(Array(text.utf8))
                case .bytes(let bytes): connection.send(bytes)
                case .fill(let count): fill(count, connection)
                case .trickle: while connection.send([0x2A, 0x2A]) { usleep(1000) }
                case .hang: _ = readLines(connection)
                case .call(let body): body()
                case .nextRequest: goesOn = true
                }
            }
        }
        lock.withLock {
            state.connections.removeAll { $0 === connection }
            state.ended += 1
        }
    }

    private func fill(_ count: Int, _ connection: LoopbackSocket) {
        let piece = [UInt8](repeating: 0x2A, count: 64 << 10)
        var rest = count
        while rest > 0 {
            guard connection.send(Array(piece.prefix(rest))) else { return }
            let sent = min(rest, piece.count)
            rest -= sent
            lock.withLock { state.sent += sent }
        }
    }

    private func readRequest(_ connection: LoopbackSocket) -> Request? {
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

    private func readLines(_ connection: LoopbackSocket) -> String? {
        var head = ""
        while let line = readLine(connection) {
            if line.isEmpty { return head }
            head += line + "\r\n"
        }
        return nil
    }

    private func readLine(_ connection: LoopbackSocket) -> String? {
        var bytes: [UInt8] = []
        while let byte = connection.receive(1).first {
            bytes.append(byte)
            if bytes.suffix(2) == [13, 10] { return String(decoding: bytes.dropLast(2), as: UTF8.self) }
        }
        return nil
    }

    private func readExactly(_ count: Int, _ connection: LoopbackSocket) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let received = connection.receive(min(64 << 10, count - bytes.count))
            guard !received.isEmpty else { return nil }
            bytes += received
        }
        return bytes
    }
}
