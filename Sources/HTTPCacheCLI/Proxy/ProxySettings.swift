import DiskStore
import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPWire

/// What the command line says of a proxy.
struct ProxySettings: Sendable {
    var configuration: ProxyConfiguration
    /// As it was given, without the scheme.
    let upstreamText: String
    let storePath: String?
    let memoryCapacity: Int
    let diskCapacity: Int
    let adminAddress: SocketAddress?
    let drainLimit: Duration
    /// Nil for the default.
    let threads: Int?

    var policy: CachePolicy { configuration.policy }

    init(_ arguments: Arguments) throws(ToolError) {
        let (endpoint, text) = try Self.upstream(arguments[.upstream] ?? "")
        upstreamText = text
        configuration = ProxyConfiguration(upstream: endpoint)
        configuration.policy = try Self.policy(arguments)
        configuration.rewritesHost = arguments.has(.rewriteHost)
        configuration.server.address = try Self.address(arguments[.listen] ?? "127.0.0.1:8080", "--listen")
        configuration.server.allowsAnyAddress = arguments.has(.listenAny)
        if !arguments.has(.listenAny), !configuration.server.address.isLoopback {
            throw ToolError("--listen: \(configuration.server.address) is not loopback; --listen-any allows that")
        }
        configuration.server.limits.content = try Self.size(arguments, .maxContent) ?? 1 << 30
        if let seconds = try Self.number(arguments, .timeout, "of seconds") {
            configuration.transport.responseTimeout = .seconds(seconds)
            configuration.transport.connectTimeout = .seconds(min(seconds, 10))
        }
        drainLimit = .seconds(try Self.number(arguments, .drain, "of seconds") ?? 10)
        threads = try Self.number(arguments, .threads, "of threads").map { min(max(1, $0), 1_024) }
        storePath = arguments[.store]
        memoryCapacity = try Self.size(arguments, .memory) ?? 256 << 20
        diskCapacity = try Self.size(arguments, .capacity) ?? 1 << 30
        adminAddress = try Self.adminAddress(arguments)
    }

    private static func adminAddress(_ arguments: Arguments) throws(ToolError) -> SocketAddress? {
        guard let text = arguments[.admin] else { return nil }
        let address = try address(text, "--admin")
        guard address.isLoopback else { throw ToolError("--admin: \(address) is not loopback") }
        return address
    }

    /// Opens the store of `--store`; nil where there is none.
    func openDisk() throws(ToolError) -> DiskStore? {
        guard let storePath else { return nil }
        do {
            return try DiskStore(at: storePath, options: DiskStore.Options(capacity: diskCapacity))
        } catch {
            throw ToolError("--store: \(ShownBytes.text(storePath)): \(error)")
        }
    }

    /// The profile rfc9111 is the proxy's own default; another one stands as it is.
    private static func policy(_ arguments: Arguments) throws(ToolError) -> CachePolicy {
        var options = try PolicyArguments.options(arguments)
        if arguments[.profile] == nil || arguments[.profile] == "rfc9111" {
            var defaults = ProxyConfiguration.defaultPolicy.options
            defaults.heuristicPercent = options.heuristicPercent
            for text in arguments.all(.option) { try PolicyArguments.set(text, in: &defaults) }
            options = defaults
        }
        return CachePolicy(arguments[.cache].flatMap(CachePolicy.CacheKind.init) ?? .shared, options: options)
    }

    private static func upstream(_ text: String) throws(ToolError) -> (Endpoint, String) {
        let isBare = !text.contains("://")
        guard let uri = try? TargetURI(isBare ? "http://\(text)" : text) else {
            throw ToolError("--upstream: \(ShownBytes.quoted(text)) is no URL")
        }
        guard uri.scheme == "http" else {
            throw ToolError("--upstream: only http is spoken, not \(ShownBytes.text(uri.scheme))")
        }
        guard uri.path == "/", uri.query == nil, let endpoint = Endpoint(uri) else {
            throw ToolError("--upstream: \(ShownBytes.quoted(text)) is more than http://HOST:PORT")
        }
        return (endpoint, uri.authority)
    }

    /// `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or `unix:PATH` where that is allowed.
    private static func address(_ text: String, _ option: String) throws(ToolError) -> SocketAddress {
        if option == "--admin", text.hasPrefix("unix:") {
            guard let address = SocketAddress(unixPath: String(text.dropFirst(5))) else {
                throw ToolError("--admin: \(ShownBytes.quoted(text)) is too long for a Unix socket, or empty")
            }
            return address
        }
        let end = text.lastIndex(of: ":") ?? text.startIndex
        var host = String(text[..<end])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host == "localhost" { host = "127.0.0.1" }
        let digits = text[end...].dropFirst()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(digits),
            let address = SocketAddress(host, port: port)
        else {
            let other = option == "--admin" ? ", or unix:PATH" : ""
            throw ToolError("\(option): \(ShownBytes.quoted(text)) is not ADDRESS:PORT, such as 127.0.0.1:8080\(other)")
        }
        return address
    }

    private static func size(_ arguments: Arguments, _ name: Option.Name) throws(ToolError) -> Int? {
        guard let text = arguments[name] else { return nil }
        guard let size = ByteSize.parse(text) else {
            throw ToolError("--\(name.rawValue): \(ShownBytes.quoted(text)) is no size, such as 64MiB")
        }
        return size
    }

    private static func number(
        _ arguments: Arguments, _ name: Option.Name, _ what: String
    ) throws(ToolError) -> Int? {
        guard let text = arguments[name] else { return nil }
        guard 1...6 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text) else {
            throw ToolError("--\(name.rawValue): \(ShownBytes.quoted(text)) is no number \(what)")
        }
        return number
    }
}
