/// A path below the store's directory, built in place: every hot path makes one or two, and a `String` would cost an
/// allocation each.
struct RelativePath: Sendable {
    static let temporaryPrefix: [UInt8] = Array(".t".utf8)
    private static let capacity = 288

    private var storage = InlineArray<288, UInt8>(repeating: 0)
    private var count = 0

    init() {}

    /// A name in the store's own directory; at most 100 bytes are kept, more than any name of the store has.
    init(_ name: StaticString) {
        for index in 0..<min(name.utf8CodeUnitCount, 100) { push(name.utf8Start[index]) }
    }

    /// `ab/2_ab…`: the file of an entry.
    init(entry name: CacheKeyName, version: UInt16) {
        appendShard(name.shard)
        push(UInt8(ascii: "/"))
        append(name, version: version)
    }

    /// `ab/.t<pid>-<random>-<sequence>`: a file that is being written, beside the place where it will be.
    init(temporaryIn shard: UInt8, process: Int32, random: UInt64, sequence: UInt64) {
        appendShard(shard)
        push(UInt8(ascii: "/"))
        for byte in Self.temporaryPrefix { push(byte) }
        appendDecimal(UInt64(UInt32(bitPattern: process)))
        push(UInt8(ascii: "-"))
        appendHexadecimal(random)
        push(UInt8(ascii: "-"))
        appendDecimal(sequence)
    }

    init(shard: UInt8) { appendShard(shard) }

    /// A name as found in a listing, below `directory`; nil when it would not fit.
    init?(_ directory: RelativePath, _ name: [UInt8]) {
        self = directory
        guard count + name.count + 2 <= Self.capacity, !name.contains(0) else { return nil }
        push(UInt8(ascii: "/"))
        for byte in name { push(byte) }
    }

    var bytes: [UInt8] { (0..<count).map { storage[$0] } }

    mutating func append(_ name: CacheKeyName, version: UInt16) {
        appendDecimal(UInt64(version))
        push(UInt8(ascii: "_"))
        appendHexadecimal(name.high)
        appendHexadecimal(name.low)
        guard name.variant != 0 else { return }
        push(UInt8(ascii: "_"))
        appendHexadecimal(name.variant)
    }

    /// Calls `body` with the path as a C string.
    func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.span.withUnsafeBytes { (buffer) throws(Failure) -> Result in
            // The storage is never empty, and the byte after the last one pushed is zero.
            try body(buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
        }
    }

    private mutating func push(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }

    private mutating func appendShard(_ shard: UInt8) {
        push(Self.digit(UInt64(shard) >> 4))
        push(Self.digit(UInt64(shard) & 15))
    }

    private mutating func appendHexadecimal(_ value: UInt64) {
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 4
            push(Self.digit(value >> shift & 15))
        }
    }

    private mutating func appendDecimal(_ value: UInt64) {
        if value >= 10 { appendDecimal(value / 10) }
        push(UInt8(ascii: "0") + UInt8(value % 10))
    }

    private static func digit(_ value: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 10 ? value + 48 : value + 87)
    }
}
