import Foundation
import LoopbackSockets
import TestSupport

/// An origin server on a real socket: a script answers each request, and every request is written down.
final class Origin: @unchecked Sendable {
    // Unchecked: the log is under a lock, the rest constant.
    enum Answer: Sendable {
        case bytes([UInt8])
        /// These bytes, then the end of the connection.
        case last([UInt8])
        /// A reset.
        case reset
        /// Nothing, until the other side gives up.
        case silence
    }

    typealias Script = @Sendable (_ request: RawMessage, _ number: Int, _ socket: RawSocket) -> Answer

    let port: UInt16
    private let listener: LoopbackSocket
    private let log = Box<[RawMessage]>([])
    private let accepted = Box(0)

    var requests: [RawMessage] { log.value }
    var connections: Int { accepted.value }

    /// The script is called on a thread of each connection; with `heads` before the content of a request is read.
    init(heads: Bool = false, _ script: @escaping Script) {
        let (listener, port) = LoopbackSocket.listener()
        (self.listener, self.port) = (listener, port)
        let (log, accepted) = (log, accepted)
        Thread.detachNewThread {
            while let connection = listener.accept() {
                accepted.update { $0 += 1 }
                let socket = RawSocket(connection)
                Thread.detachNewThread { Self.serve(socket, heads, log, script) }
            }
        }
    }

    deinit { listener.shutdown() }

    private static func serve(_ socket: RawSocket, _ heads: Bool, _ log: Box<[RawMessage]>, _ script: Script) {
        // The answer to HEAD is a head alone.
        while let request = socket.readMessage(inAnswerTo: heads ? "HEAD" : nil) {
            let number = log.update { log in
                log.append(request)
                return log.count - 1
            }
            switch script(request, number, socket) {
            case .bytes(let bytes): socket.send(bytes)
            case .last(let bytes):
                socket.send(bytes)
                return
            case .reset:
                socket.reset()
                return
            case .silence:
                _ = socket.readAll()
                return
            }
        }
    }
}

extension Origin {
    /// Answers with these texts in order, LF written for CRLF; the last one again and again.
    convenience init(_ texts: String...) {
        self.init { _, number, _ in
            .bytes(Array(texts[min(number, texts.count - 1)].replacingOccurrences(of: "\n", with: "\r\n").utf8))
        }
    }
}
