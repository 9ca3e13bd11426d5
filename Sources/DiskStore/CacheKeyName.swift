/// The file name of a stored response: format version, MD5 of the URL's bytes, and the variant.
///
/// `2_` and 32 lower-case hexadecimal digits name the plain entry of a URL; any other variant of it adds `_` and 16
/// digits. Raising the version makes every older file unreachable.
public struct CacheKeyName: Sendable, Hashable {
    let high: UInt64
    let low: UInt64
    /// 0 for the plain entry; otherwise a number that the caller derives from whatever tells the variants of a URL
    /// apart.
    public let variant: UInt64

    init(high: UInt64, low: UInt64, variant: UInt64) {
        self.high = high
        self.low = low
        self.variant = variant
    }

    /// Names the entry of a URL that is normalised already and has no fragment; the bytes are digested as they are.
    public init(url: Span<UInt8>, variant: UInt64 = 0) {
        let digest = MD5(of: url)
        self.init(high: digest.high, low: digest.low, variant: variant)
    }

    /// Reads back what `text` gives for the current format version; nil for any other text.
    public init?(_ text: String) {
        var text = text
        let parsed = text.withUTF8 { EntryName(Array($0)) }
        guard case .entry(let name, version: ArchiveFormat.version)? = parsed else { return nil }
        self = name
    }

    /// Version, digest and variant as the file's path below the store has them; ``init(_:)`` reads it back.
    public var text: String { text(version: ArchiveFormat.version) }

    func text(version: UInt16) -> String {
        var digits: [UInt8] = []
        append(to: &digits, version: version)
        return String(decoding: digits, as: UTF8.self)
    }

    /// The first byte of the digest: the directory that holds the file.
    var shard: UInt8 { UInt8(truncatingIfNeeded: high >> 56) }

    func append(to digits: inout [UInt8], version: UInt16) {
        var path = RelativePath()
        path.append(self, version: version)
        digits.append(contentsOf: path.bytes)
    }
}

/// What one stored response is found by: the bytes of its URL, and which variant of it is meant.
///
/// The digest is computed once, here.
public struct StoreKey: Sendable, Hashable {
    /// The normalised URL without fragment, as UTF-8; any bytes are allowed, at most `ArchiveFormat.maximumURLLength`
    /// of them.
    public let url: [UInt8]
    /// What the file is called.
    public let name: CacheKeyName

    /// Which of the responses of the URL; 0 where there is one only.
    public var variant: UInt64 { name.variant }

    /// Makes the key of a URL that is normalised already and has no fragment; the bytes are digested as they are.
    public init(url: [UInt8], variant: UInt64 = 0) {
        self.url = url
        self.name = CacheKeyName(url: url.span, variant: variant)
    }

    init(url: [UInt8], name: CacheKeyName) {
        self.url = url
        self.name = name
    }

    /// Makes the key of a URL that is normalised already and has no fragment; its UTF-8 is digested as it is.
    public init(url: String, variant: UInt64 = 0) {
        self.init(url: Array(url.utf8), variant: variant)
    }
}

/// What a name found in a shard says about the file.
enum EntryName {
    case entry(CacheKeyName, version: UInt16)
    case temporary

    /// nil for a name that no version of this store gives.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: RelativePath.temporaryPrefix) {
            self = .temporary
            return
        }
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "_")), mark > 0, mark <= 5, bytes[0] != UInt8(ascii: "0")
        else {
            return nil
        }
        var version = 0
        for byte in bytes[..<mark] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            version = version * 10 + Int(byte - UInt8(ascii: "0"))
        }
        let digits = bytes[(mark + 1)...]
        guard let version = UInt16(exactly: version), digits.count == 32 || digits.count == 49,
            let high = hexadecimal(digits.prefix(16)), let low = hexadecimal(digits.dropFirst(16).prefix(16))
        else { return nil }
        var variant: UInt64 = 0
        if digits.count == 49 {
            guard digits[digits.startIndex + 32] == UInt8(ascii: "_"), let number = hexadecimal(digits.suffix(16)),
                number != 0
            else { return nil }
            variant = number
        }
        self = .entry(CacheKeyName(high: high, low: low, variant: variant), version: version)
    }
}

/// Exactly the lower-case digits that the store writes, so that a name has one spelling.
private func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
        default: return nil
        }
    }
    return value
}
