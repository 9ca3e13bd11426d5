import HTTPCacheSemantics

/// `method SP request-target SP HTTP-version` (RFC 9112 §3), read strictly.
struct RequestLine {
    let method: Range<Int>
    let target: Range<Int>
    let form: RequestTargetForm
    let version: HTTPVersion

    /// Reads a line without its LF; one CR at its end is taken off.
    init(_ line: Span<UInt8>, limits: WireLimits) throws(WireFault) {
        let end = line.count - (line.count > 0 && line[line.count - 1] == 0x0D ? 1 : 0)
        if let wrong = line.firstIndex(in: 0..<end, failing: { $0 >= 0x20 && $0 != 0x7F }) {
            throw WireFault(line[wrong] == 0x0D ? .bareCarriageReturn : .malformedRequestLine, at: wrong)
        }
        let (method, target) = try Self.parts(of: line.extracting(0..<end), limits: limits)
        guard let target else { throw WireFault(.malformedRequestLine, at: end) }
        let version = target.upperBound + 1..<end
        switch HTTPVersion.read(line.extracting(version)) {
        case .malformed: throw WireFault(.malformedVersion, at: version.lowerBound)
        case .unsupported: throw WireFault(.unsupportedVersion, at: version.lowerBound)
        case .version(let value): self.version = value
        }
        self.method = method
        self.target = target
        let name = line.extracting(method)
        guard let form = RequestTargetForm(line.extracting(target), method: name) else {
            throw WireFault(.malformedTarget, at: target.lowerBound)
        }
        if form == .authority { throw WireFault(.connectNotSupported, at: 0) }
        self.form = form
    }

    /// The fault of a line that is longer than every part may be, from its first bytes.
    static func faultOfTooLong(_ prefix: Span<UInt8>, limits: WireLimits) -> WireFault {
        do {
            _ = try parts(of: prefix, limits: limits)
            return WireFault(.malformedRequestLine, at: prefix.count - 1)
        } catch {
            return error
        }
    }

    private static func parts(
        of line: Span<UInt8>, limits: WireLimits
    ) throws(WireFault) -> (method: Range<Int>, target: Range<Int>?) {
        let methodEnd = line.firstIndex(of: 0x20, in: 0..<line.count) ?? line.count
        if let wrong = line.firstIndex(in: 0..<min(methodEnd, max(0, limits.method) + 1), failing: \.isTokenByte) {
            throw WireFault(.malformedRequestLine, at: wrong)
        }
        guard methodEnd <= limits.method else { throw WireFault(.methodTooLong, at: max(0, limits.method)) }
        guard methodEnd > 0, methodEnd < line.count else { throw WireFault(.malformedRequestLine, at: methodEnd) }
        let start = methodEnd + 1
        let end = line.firstIndex(of: 0x20, in: start..<line.count) ?? line.count
        guard end - start <= limits.target else { throw WireFault(.targetTooLong, at: start + max(0, limits.target)) }
        return (0..<methodEnd, end == line.count ? nil : start..<end)
    }
}

/// The forms of a request target that are served here (RFC 9112 §3.2); the authority form belongs to CONNECT, which is
/// not.
public enum RequestTargetForm: Sendable, Hashable {
    /// A path that begins with `/`, and a query (§3.2.1).
    case origin
    /// A scheme, `://`, an authority without user information, and the rest (§3.2.2).
    case absolute
    /// `*`, for OPTIONS alone (§3.2.4).
    case asterisk
    /// Host and port, for CONNECT alone (§3.2.3).
    case authority

    /// The form of these bytes, or nil when they are none that the method allows.
    init?(_ target: Span<UInt8>, method: Span<UInt8>) {
        guard !target.isEmpty, target.firstIndex(in: 0..<target.count, failing: \.isTargetByte) == nil
        else { return nil }
        if method.equals("CONNECT") {
            guard let colon = target.firstIndex(of: 0x3A, in: 0..<target.count), colon > 0,
                target[target.count - 1] != 0x3A, HostSyntax.accepts(target)
            else { return nil }
            self = .authority
        } else if target[0] == 0x2F {
            self = .origin
        } else if target.count == 1, target[0] == 0x2A {
            guard method.equals("OPTIONS") else { return nil }
            self = .asterisk
        } else {
            guard Self.isAbsolute(target) else { return nil }
            self = .absolute
        }
    }

    /// A scheme, `://`, and an authority that is not empty and has no user information.
    private static func isAbsolute(_ target: Span<UInt8>) -> Bool {
        guard target[0].inLowerCase &- 0x61 < 26, let colon = target.firstIndex(of: 0x3A, in: 0..<target.count),
            colon + 3 < target.count, target[colon + 1] == 0x2F, target[colon + 2] == 0x2F
        else { return false }
        let isSchemeByte: (UInt8) -> Bool = {
            $0.inLowerCase &- 0x61 < 26 || $0.isDecimalDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
        guard target.firstIndex(in: 0..<colon, failing: isSchemeByte) == nil else { return false }
        let start = colon + 3
        let end = target.firstIndex(in: start..<target.count, failing: { $0 != 0x2F && $0 != 0x3F }) ?? target.count
        return end > start && HostSyntax.accepts(target.extracting(start..<end)) && target[start] != 0x3A
    }
}
