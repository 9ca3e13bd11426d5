#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IP address and a port, or the path of a Unix socket.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes; none for a Unix socket.
    let bytes: [UInt8]
    /// 0 for a Unix socket.
    public let port: UInt16
    /// Of a Unix socket; nil for others.
    public let unixPath: String?

    init(bytes: [UInt8], port: UInt16) {
        self.bytes = bytes
        self.port = port
        unixPath = nil
    }

    /// The path of a Unix socket: 1 to 103 bytes, none of them 0, which is what every system takes; nil for others.
    public init?(unixPath path: String) {
        guard 1...103 ~= path.utf8.count, !path.utf8.contains(0) else { return nil }
        bytes = []
        port = 0
        unixPath = path
    }

    /// An address in numbers, such as `127.0.0.1` or `::1`; nil for anything else, names included.
    public init?(_ text: String, port: UInt16) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: withUnsafeBytes(of: four) { Array($0) }, port: port)
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(bytes: withUnsafeBytes(of: six) { Array($0) }, port: port)
        } else {
            return nil
        }
    }

    /// 127.0.0.1 with this port; 0 lets the system choose one where a server listens.
    public static func loopback(port: UInt16) -> SocketAddress { SocketAddress(bytes: [127, 0, 0, 1], port: port) }

    /// 127.0.0.0/8, ::1, or a Unix socket: nothing that another machine can reach.
    public var isLoopback: Bool {
        if unixPath != nil { return true }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// `127.0.0.1:80`, `[::1]:80` or `unix:PATH`.
    public var description: String {
        if let unixPath { return "unix:" + unixPath }
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") + ":\(port)" }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes { inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(text.count)) }
        return "[" + String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) + "]:\(port)"
    }

    var family: Int32 { unixPath != nil ? AF_UNIX : bytes.count == 4 ? AF_INET : AF_INET6 }

    /// Calls with the address in the system's form.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if let unixPath {
            var address = sockaddr_un()
            #if canImport(Darwin)
                address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
            #endif
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: unixPath.utf8) }
            return Self.reinterpret(&address, body)
        }
        if bytes.count == 4 {
            var address = sockaddr_in()
            #if canImport(Darwin)
                address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
            #endif
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
            return Self.reinterpret(&address, body)
        }
        var address = sockaddr_in6()
        #if canImport(Darwin)
            address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
        #endif
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
        return Self.reinterpret(&address, body)
    }

    private static func reinterpret<Address, Result>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    /// The address in the system's form, of either family; nil for others.
    init?(_ system: UnsafePointer<sockaddr>) {
        switch Int32(system.pointee.sa_family) {
        case AF_INET:
            let address = UnsafeRawPointer(system).loadUnaligned(as: sockaddr_in.self)
            self.init(
                bytes: withUnsafeBytes(of: address.sin_addr) { Array($0) }, port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = UnsafeRawPointer(system).loadUnaligned(as: sockaddr_in6.self)
            self.init(
                bytes: withUnsafeBytes(of: address.sin6_addr) { Array($0) }, port: UInt16(bigEndian: address.sin6_port))
        default: return nil
        }
    }

    /// Where a listening socket listens.
    init?(ofSocket descriptor: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { system -> SocketAddress? in
                guard getsockname(descriptor, system, &length) == 0 else { return nil }
                return SocketAddress(system)
            }
        }
        guard let address else { return nil }
        self = address
    }
}

/// Asks the system for the addresses of a name; may take long, so never on a loop's thread.
enum NameResolution {
    static func addresses(of host: String, port: UInt16) -> [SocketAddress] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = Int32(SOCK_STREAM)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let info = next?.pointee {
            if let system = info.ai_addr, let address = SocketAddress(system) {
                addresses.append(SocketAddress(bytes: address.bytes, port: port))
            }
            next = info.ai_next
        }
        return addresses
    }
}
