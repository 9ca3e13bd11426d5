import Foundation
import LoopbackSockets

/// A blocking socket that says exactly what a test tells it to.
final class RawSocket: @unchecked Sendable {
    // Unchecked: each test uses a socket from one thread at a time.
    private let socket: LoopbackSocket
    private var buffer: [UInt8] = []

    init(_ socket: LoopbackSocket) { self.socket = socket }

    /// Connects to a port of 127.0.0.1.
    convenience init(port: UInt16) { self.init(LoopbackSocket(port: port)) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) { socket.send(bytes) }

    /// More bytes into the buffer; false at the end, on failure and after 20 seconds.
    private func fill() -> Bool {
        let received = socket.receive()
        buffer += received
        return !received.isEmpty
    }

    /// Everything up to and with `end`; nil when the connection ends before.
    func read(until end: String) -> [UInt8]? {
        let end = Array(end.utf8)
        var from = 0
        while true {
            var index = from
            while index + end.count <= buffer.count {
                if buffer[index..<index + end.count].elementsEqual(end) {
                    defer { buffer.removeFirst(index + end.count) }
                    return Array(buffer[..<(index + end.count)])
                }
                index += 1
            }
            from = max(0, buffer.count - end.count)
            guard fill() else { return nil }
        }
    }

    /// So many bytes; fewer when the connection ends before.
    func read(_ count: Int) -> [UInt8] {
        while buffer.count < count, fill() {}
        let taken = Array(buffer.prefix(count))
        buffer.removeFirst(taken.count)
        return taken
    }

    /// Everything until the peer closes.
    func readAll() -> [UInt8] {
        while fill() {}
        defer { buffer = [] }
        return buffer
    }

    func shutdownWriting() { socket.shutdownWriting() }

    /// Closes so that the peer sees a reset.
    func reset() { socket.reset() }
}

/// A message as it was read: start line, field lines in order, content without its coding.
struct RawMessage: Sendable {
    var startLine = ""
    var lines: [(name: String, value: [UInt8])] = []
    var content: [UInt8] = []
    var trailers: [(name: String, value: [UInt8])] = []
    /// Whether all of the content came.
    var isWhole = true

    var text: String { String(decoding: content, as: UTF8.self) }
    var status: Int { startLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
    var method: String { String(startLine.prefix { $0 != " " }) }
    var target: String { String(startLine.split(separator: " ").dropFirst().first ?? "") }

    func values(_ name: String) -> [String] {
        lines.filter { $0.name.lowercased() == name.lowercased() }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    subscript(_ name: String) -> String? {
        let values = values(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension RawSocket {
    /// The next message; nil when there is none. `method` is that of the request which a response answers; nil to read
    /// a request.
    func readMessage(inAnswerTo method: String? = nil) -> RawMessage? {
        guard let head = read(until: "\r\n\r\n") else { return nil }
        var message = RawMessage()
        (message.startLine, message.lines) = Self.lines(of: head)
        let status = message.status
        let isBodiless = method == "HEAD" || status == 204 || status == 304 || (100..<200).contains(status)
        if method != nil, isBodiless { return message }
        if message["Transfer-Encoding"]?.lowercased() == "chunked" {
            readChunks(into: &message)
        } else if let length = message["Content-Length"].flatMap({ Int($0) }) {
            message.content = read(length)
            message.isWhole = message.content.count == length
        } else if method != nil {
            message.content = readAll()
        }
        return message
    }

    private func readChunks(into message: inout RawMessage) {
        while true {
            guard let line = read(until: "\r\n"),
                let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16)
            else {
                message.isWhole = false
                return
            }
            if size == 0 { break }
            let chunk = read(size + 2)
            message.content += chunk.dropLast(2)
            if chunk.count < size + 2 {
                message.isWhole = false
                return
            }
        }
        while let line = read(until: "\r\n"), line.count > 2 { message.trailers.append(Self.field(line.dropLast(2))) }
    }

    private static func lines(of head: [UInt8]) -> (String, [(name: String, value: [UInt8])]) {
        let lines = head.split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
        let start = String(decoding: lines.first ?? [], as: UTF8.self)
        return (start, lines.dropFirst().map { field($0) })
    }

    private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: [UInt8]) {
        let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
        let value = line[colon...].dropFirst().drop { $0 == 0x20 }
        return (String(decoding: line[..<colon], as: UTF8.self), Array(value))
    }
}
