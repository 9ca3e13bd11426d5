import Foundation
import HTTPWire
import LoopbackSockets

/// A blocking socket that says exactly what a test tells it to.
final class RawPeer: Sendable {
    private let socket: LoopbackSocket

    init(_ socket: LoopbackSocket) { self.socket = socket }

    /// Connects to a port of 127.0.0.1.
    convenience init(port: UInt16) { self.init(LoopbackSocket(port: port)) }

    func send(_ text: String) { send(ParserTable.bytes(text).bytes) }

    /// False when the other side has gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }

    /// Some bytes; empty at the end or on failure.
    func receive(_ count: Int = 65536) -> [UInt8] { socket.receive(count) }

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
    func awaitInput() { socket.awaitInput() }

    func shutdownWriting() { socket.shutdownWriting() }

    /// Closes with a reset.
    func reset() { socket.reset() }
}

/// A server that plays a script on each connection: connection by connection, in the order in which they come.
final class ScriptedServer: @unchecked Sendable {
    // Unchecked: `accepted` is under a lock, the rest constant.
    let port: UInt16
    private let listener: LoopbackSocket
    private let lock = NSLock()
    private var accepted = 0

    /// The script gets each connection and its number, from 0; the connection is closed when it returns.
    init(_ script: @escaping @Sendable (RawPeer, Int) -> Void) {
        let (listener, port) = LoopbackSocket.listener()
        (self.listener, self.port) = (listener, port)
        Thread.detachNewThread { [weak self] in
            while let connection = listener.accept(), let number = self?.count() {
                let peer = RawPeer(connection)
                Thread.detachNewThread { script(peer, number) }
            }
        }
    }

    deinit { listener.shutdown() }

    private func count() -> Int {
        lock.withLock {
            accepted += 1
            return accepted - 1
        }
    }

    var connections: Int { lock.withLock { accepted } }

    var endpoint: Endpoint { Endpoint(host: "127.0.0.1", port: port) }
}
