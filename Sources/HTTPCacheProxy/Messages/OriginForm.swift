import HTTPCacheSemantics
import HTTPWire

extension WireRequestHead {
    /// The target without scheme and authority, byte for byte; an empty path is `/`, or `*` for OPTIONS
    /// (RFC 9112 §3.2.1, §3.2.4).
    var originForm: [UInt8] {
        guard form == .absolute, let colon = target.firstIndex(of: 0x3A) else { return target }
        let rest = target[colon...].dropFirst(3).drop { $0 != 0x2F && $0 != 0x3F }
        if rest.isEmpty { return method.name == "OPTIONS" ? [0x2A] : [0x2F] }
        return (rest.first == 0x3F ? [0x2F] : []) + rest
    }
}
