/// The bytes of an archive: one file holds one whole response.
///
/// ```
/// offset  bytes  (integers little-endian)
///      0      8  magic: 89 48 43 0D 0A 1A 0A 00      not text; a transfer that rewrites line ends breaks it
///      8      2  format version                      also the number in front of the file's name
///     10      2  flags, 0
///     12      4  length of the URL
///     16     16  MD5 of the URL                      also the digits of the file's name
///     32      8  variant                             also the last digits of the file's name; 0 for the plain entry
///     40      8  length of the body
///     48      4  length of the meta values
///     52      4  storage policy, opaque here
///     56      8  XXH64 of URL and meta values
///     64      8  XXH64 of the body
///     72      8  XXH64 of the 72 bytes before
///     80         URL, then meta values, then body, and nothing after it
///
/// a meta value:   tag 2 | length 4 | that many bytes
/// a field line:   length of the name 4 | length of the value 4 | name | value
/// ```
///
/// The tags are those of `MetaTag`; a reader skips one that it does not know. A file is whole when all three sums hold,
/// the lengths add up to its size, and digest and variant are those of its name.
public enum ArchiveFormat {
    /// The version that is written; files of another one are not read.
    public static let version: UInt16 = 2
    /// Bytes; a URL longer than this is refused.
    public static let maximumURLLength = 1 << 20
    /// Bytes of all meta values together.
    public static let maximumMetaLength = 1 << 24

    static let headerLength = 80
    static let magic: UInt64 = 0x000a_1a0a_0d43_4889

    struct Header: Sendable {
        var name: CacheKeyName
        var urlLength: Int
        var metaLength: Int
        var bodyLength: Int
        var storagePolicy: UInt32
        var headSum: UInt64
        var bodySum: UInt64

        var headLength: Int { headerLength + urlLength + metaLength }
        var fileLength: Int { headLength + bodyLength }
    }
}

/// What a meta value is. Numbers are never given a second meaning.
enum MetaTag: UInt16 {
    case status = 1
    case reason = 2
    case fields = 3
    case requestMethod = 4
    case requestFields = 5
    case requestTime = 6
    case responseTime = 7
    case userInfo = 8
    /// May stand any number of times; all others at most once.
    case cacheGroup = 9
    case partition = 10
    case completeness = 11
    /// The number of the variant under its key, where the name's is another, as with a partition or a QUERY.
    case variant = 12
    /// There and empty where the response counts as stale whatever it says (RFC 9111 §4.3.5).
    case outdated = 13
}

extension ArchiveFormat.Header {
    /// nil unless the bytes are the header of a file that is `fileLength` bytes long.
    init?(_ bytes: UnsafeRawBufferPointer, fileLength: Int, version: UInt16) {
        typealias Format = ArchiveFormat
        func number<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
            T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
        }
        guard bytes.count >= Format.headerLength, number(0, UInt64.self) == Format.magic,
            number(8, UInt16.self) == version, number(10, UInt16.self) == 0,
            XXH64.sum(UnsafeRawBufferPointer(rebasing: bytes[..<72])) == number(72, UInt64.self)
        else { return nil }
        urlLength = Int(number(12, UInt32.self))
        metaLength = Int(number(48, UInt32.self))
        guard let bodyLength = Int(exactly: number(40, UInt64.self)), urlLength <= Format.maximumURLLength,
            metaLength <= Format.maximumMetaLength,
            fileLength - Format.headerLength - urlLength - metaLength == bodyLength
        else { return nil }
        self.bodyLength = bodyLength
        // The digest is bytes, not a number: its first byte is the top one of `high`.
        name = CacheKeyName(
            high: number(16, UInt64.self).byteSwapped, low: number(24, UInt64.self).byteSwapped,
            variant: number(32, UInt64.self))
        storagePolicy = number(52, UInt32.self)
        headSum = number(56, UInt64.self)
        bodySum = number(64, UInt64.self)
    }

    /// Writes the header over the first bytes of `bytes`.
    func write(to bytes: inout [UInt8], version: UInt16) {
        bytes.withUnsafeMutableBytes { buffer in
            guard buffer.count >= ArchiveFormat.headerLength else { return }
            func put<T: FixedWidthInteger>(_ offset: Int, _ value: T) {
                buffer.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
            }
            put(0, ArchiveFormat.magic)
            put(8, version)
            put(10, UInt16(0))
            put(12, UInt32(urlLength))
            put(16, name.high.byteSwapped)
            put(24, name.low.byteSwapped)
            put(32, name.variant)
            put(40, UInt64(bodyLength))
            put(48, UInt32(metaLength))
            put(52, storagePolicy)
            put(56, headSum)
            put(64, bodySum)
            put(72, XXH64.sum(UnsafeRawBufferPointer(rebasing: buffer[..<72])))
        }
    }
}
