/// Field lines in order, duplicates kept, names and values as the bytes received.
///
/// They lie in one buffer in the form that the archive has on disk, so that storing them is one copy and reading them
/// none.
public struct ArchiveFields: Sendable, Hashable {
    /// A length of 4 bytes for the name, one for the value, then both; line after line.
    private(set) var encoded: ArraySlice<UInt8>

    /// No lines.
    public init() { encoded = [] }

    /// nil unless the bytes are whole lines.
    init?(encoded: ArraySlice<UInt8>) {
        self.encoded = encoded
        guard encoded.withUnsafeBytes({ Self.isWellFormed($0) }) else { return nil }
    }

    /// Makes room for `bytes` bytes of names and values in `lines` lines.
    public mutating func reserveCapacity(lines: Int, bytes: Int) {
        encoded.reserveCapacity(encoded.count + 8 * lines + bytes)
    }

    /// Adds a line at the end; any bytes are allowed. What is too long for the format is refused when it is stored.
    public mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        let lengths = (UInt32(clamping: name.count).littleEndian, UInt32(clamping: value.count).littleEndian)
        withUnsafeBytes(of: lengths) { encoded.append(contentsOf: $0) }
        encoded.append(contentsOf: name)
        encoded.append(contentsOf: value)
    }

    /// Adds a line at the end, as UTF-8; as for bytes.
    public mutating func append(name: String, value: String) {
        append(name: name.utf8, value: value.utf8)
    }

    static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes.count
        var offset = 0
        while rest > 0 {
            guard rest >= 8 else { return false }
            let name = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let value = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
            // Two numbers of 32 bits cannot overflow an Int of 64.
            let line = 8 + Int(name) + Int(value)
            guard line <= rest else { return false }
            offset += line
            rest -= line
        }
        return true
    }
}

extension ArchiveFields: Sequence {
    /// One field line, as it was received.
    public struct Line: Sendable, Hashable {
        /// The field's name, in the case that it came in; any bytes.
        public let name: ArraySlice<UInt8>
        /// The field's value, without the colon; any bytes.
        public let value: ArraySlice<UInt8>
    }

    public struct Iterator: IteratorProtocol {
        fileprivate var rest: ArraySlice<UInt8>

        public mutating func next() -> Line? {
            guard let name = takeLength(at: 0), let value = takeLength(at: 4), rest.count - 8 >= name + value else {
                return nil
            }
            let start = rest.startIndex + 8
            defer { rest = rest[(start + name + value)...] }
            return Line(name: rest[start..<(start + name)], value: rest[(start + name)..<(start + name + value)])
        }

        private func takeLength(at offset: Int) -> Int? {
            guard rest.count >= 8 else { return nil }
            return rest.withUnsafeBytes {
                Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
        }
    }

    public func makeIterator() -> Iterator { Iterator(rest: encoded) }
}

extension ArchiveFields: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral lines: (String, String)...) {
        self.init()
        for (name, value) in lines { append(name: name, value: value) }
    }
}
