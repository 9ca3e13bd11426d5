import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A blocking socket that says exactly what a test tells it to.
final class RawSocket: @unchecked Sendable {
    // Unchecked: each test uses a socket from one thread at a time.
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
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

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer -> Int in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                #if canImport(Glibc)
                    return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                #else
                    return Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
                #endif
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// More bytes into the buffer; false at the end, on failure and after 20 seconds.
    private func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let received = recv(descriptor, &chunk, chunk.count, 0)
        guard received > 0 else { return false }
        buffer += chunk[..<received]
        return true
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

    func shutdownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes so that the peer sees a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
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
    /// The next message; nil when there is none. `method` is that of the request which a response answers; nil to read a
    /// request.
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

/// Something one thread leaves for another.
final class Box<Value: Sendable>: @unchecked Sendable {
    // Unchecked: under a lock.
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { lock.withLock { stored } }

    @discardableResult
    func update<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}
