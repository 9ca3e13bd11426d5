/// The version of a message: one digit, a point, one digit (RFC 9112 §2.3).
///
/// Only major version 1 is spoken here. A minor version above 1 is read as 1.1.
public struct HTTPVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The digit before the point: always 1.
    public let major: UInt8
    /// The digit after the point, 0 to 9, as it was received.
    public let minor: UInt8

    private init(_ major: UInt8, _ minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0: no chunked coding, no 100-continue, and connections that end unless `keep-alive` is said.
    public static let http10 = HTTPVersion(1, 0)
    /// HTTP/1.1, the version of what is sent unless another is asked for.
    public static let http11 = HTTPVersion(1, 1)

    public var description: String { "HTTP/\(major).\(minor)" }

    public static func < (a: HTTPVersion, b: HTTPVersion) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

    enum Reading: Equatable {
        case version(HTTPVersion)
        /// Well formed, but of another major version.
        case unsupported
        case malformed
    }

    static func read(_ bytes: Span<UInt8>) -> Reading {
        guard bytes.count == 8, bytes[0] == 0x48, bytes[1] == 0x54, bytes[2] == 0x54, bytes[3] == 0x50,
            bytes[4] == 0x2F, bytes[5].isDecimalDigit, bytes[6] == 0x2E, bytes[7].isDecimalDigit
        else { return .malformed }
        guard bytes[5] == 0x31 else { return .unsupported }
        return .version(HTTPVersion(1, bytes[7] & 15))
    }

    func append(to bytes: inout [UInt8]) {
        Serializer.append("HTTP/1.", to: &bytes)
        bytes.append(0x30 | minor)
    }
}
