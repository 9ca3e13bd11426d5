import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

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
    private let descriptor: Int32
    private let log = Box<[RawMessage]>([])
    private let accepted = Box(0)

    var requests: [RawMessage] { log.value }
    var connections: Int { accepted.value }

    /// The script is called on a thread of each connection; with `heads` before the content of a request is read.
    init(heads: Bool = false, _ script: @escaping Script) {
        let descriptor = RawSocket.makeSocket()
        self.descriptor = descriptor
        var address = RawSocket.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, 128)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        let (log, accepted) = (log, accepted)
        Thread.detachNewThread {
            // Closed by the thread that uses it: the number may soon be that of another socket.
            defer { close(descriptor) }
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                accepted.update { $0 += 1 }
                let socket = RawSocket(descriptor: connection)
                Thread.detachNewThread { Self.serve(socket, heads, log, script) }
            }
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

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
