import HTTPCacheSemantics
import HTTPWire

/// What the control channel does.
struct AdminActions: Sendable {
    let proxy: CachingProxy
    let store: AgingStore
    let storage: @Sendable () -> [(name: String, value: Int)]

    func answer(to request: WireRequestHead) async -> OwnAnswer {
        let authority: String
        switch request.form {
        case .absolute:
            guard let uri = try? request.targetURI() else { return OwnAnswer(400, "the target is no URI") }
            guard uri.scheme == "http" else { return OwnAnswer(421, "the control channel speaks plain http") }
            // In the place of Host (RFC 9112 §3.2.2).
            authority = uri.authority
        case .origin, .asterisk, .authority: authority = request.fields.combinedValue(of: "Host") ?? ""
        }
        guard isFromATool(request, authority) else {
            return OwnAnswer(403, "the control channel is not for pages of a browser")
        }
        let target = String(decoding: request.originForm, as: UTF8.self)
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = QueryText(target.count > 1 ? String(target[1]) : "")
        switch (request.method.name, target[0]) {
        case ("GET", "/health"), ("HEAD", "/health"): return OwnAnswer(200, "OK")
        case ("GET", "/statistics"), ("HEAD", "/statistics"): return statistics
        // A POST is meant where an advance is given: to answer as if it had been done would mislead.
        case ("GET", "/clock") where query["advance"] == nil, ("HEAD", "/clock") where query["advance"] == nil:
            return clockAnswer
        case ("POST", "/clock"): return advance(query)
        case ("POST", "/purge"): return await purge(query)
        case (_, "/health"), (_, "/statistics"): return Self.methodNotAllowed("GET, HEAD")
        case (_, "/clock"): return Self.methodNotAllowed("GET, HEAD, POST")
        case (_, "/purge"): return Self.methodNotAllowed("POST")
        default: return OwnAnswer(404, "known are /health, /statistics, /clock and /purge")
        }
    }

    /// RFC 9110 §15.5.6.
    private static func methodNotAllowed(_ allowed: String) -> OwnAnswer {
        let reason = "another method: GET for questions, POST for changes"
        let fields = FieldSection([("Allow", allowed), ("Content-Type", "text/plain; charset=utf-8")])
        return OwnAnswer(405, reason, fields: fields, content: Array("405 \(reason)\n".utf8))
    }

    private func isFromATool(_ request: WireRequestHead, _ authority: String) -> Bool {
        if request.fields.contains("Origin") { return false }
        var host = authority
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = String(host[..<colon]) }
        if host.hasPrefix("[") { host = String(host.dropFirst().dropLast()) }
        return host.isEmpty || host.lowercased() == "localhost" || SocketAddress(host, port: 0) != nil
    }

    // MARK: Answers

    private var statistics: OwnAnswer {
        let counted = proxy.statistics
        let numbers: [(name: String, value: Int)] = [
            ("requests", counted.requests), ("hits", counted.hits), ("stale", counted.stale),
            ("validated", counted.validated), ("misses", counted.misses), ("collapsed", counted.collapsed),
            ("own", counted.own), ("contentBytes", counted.contentBytes),
            ("connections", proxy.connectionCount), ("clockAdvance", Int(store.advanced)),
        ]
        return json([("schema", "\"httpcache.statistics/1\"")] + (numbers + storage()).map { ($0.name, "\($0.value)") })
    }

    private var clockAnswer: OwnAnswer { json([("advance", "\(store.advanced)")]) }

    private func advance(_ query: QueryText) -> OwnAnswer {
        guard let seconds = query["advance"].flatMap(Self.seconds) else {
            return OwnAnswer(400, "clock?advance=T, where T is such as 90s, 1h30m or 7d")
        }
        store.advance(by: seconds)
        return clockAnswer
    }

    private func purge(_ query: QueryText) async -> OwnAnswer {
        do {
            if query["all"] != nil {
                try await proxy.purgeAll()
                return OwnAnswer(200, "everything is removed")
            }
            guard let text = query["url"] else { return OwnAnswer(400, "purge?url=URL, or purge?all") }
            let targets = text.hasPrefix("/") ? proxy.targets(ofPath: text) : [try TargetURI(text)]
            for target in targets { try await proxy.purge(target) }
            return OwnAnswer(200, "removed: " + targets.map(\.description).joined(separator: " "))
        } catch let error as TargetURIError {
            return OwnAnswer(400, "this is no URL: \(error)")
        } catch {
            return OwnAnswer(500, "the store failed: \(error)")
        }
    }

    private func json(_ members: [(name: String, value: String)]) -> OwnAnswer {
        let text = "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}\n"
        return OwnAnswer(
            200, "", fields: FieldSection([("Content-Type", "application/json")]), content: Array(text.utf8))
    }

    /// `1*( digits ( "d" | "h" | "m" | "s" ) )`, or a bare number of seconds; at most twelve digits in a row.
    static func seconds(_ text: String) -> Int64? {
        var total: Int64 = 0
        var number: Int64?
        var digits = 0
        for byte in text.utf8 {
            if 0x30...0x39 ~= byte {
                digits += 1
                guard digits <= 12 else { return nil }
                number = (number ?? 0) * 10 + Int64(byte & 15)
                continue
            }
            let unit: Int64? =
                switch byte {
                case UInt8(ascii: "s"): 1
                case UInt8(ascii: "m"): 60
                case UInt8(ascii: "h"): 3_600
                case UInt8(ascii: "d"): 86_400
                default: nil
                }
            guard let unit, let count = number else { return nil }
            total += min(count, 1_000_000_000) * unit
            number = nil
            digits = 0
        }
        if let number { return text.utf8.count == digits ? number : nil }
        return text.isEmpty ? nil : min(total, 1_000_000_000_000)
    }
}

/// The parameters of a query: `name=value`, percent-encoded, joined by `&`.
struct QueryText: Sendable {
    private var values: [String: String] = [:]

    init(_ text: String) {
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count > 1 ? Self.decoded(pair[1]) : ""
            values[Self.decoded(pair[0])] = value
        }
    }

    /// The last value of that name.
    subscript(_ name: String) -> String? { values[name] }

    /// `%XX` decoded where it is that; all else stands for itself.
    private static func decoded(_ text: Substring.UTF8View) -> String {
        let bytes = Array(text)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte & 15
        case 0x41...0x46, 0x61...0x66: (byte & 15) + 9
        default: nil
        }
    }
}
