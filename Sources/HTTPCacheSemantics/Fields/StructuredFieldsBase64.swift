// RFC 4648 §4 as RFC 9651 §3.3.5 uses it; written here since the module imports nothing.

/// Undoes base64 one character at a time.
///
/// Padding may be missing, in part or whole, and pad bits may be set (RFC 9651 §4.2.7). Characters outside the
/// alphabet, padding before the end and more of it than the last quantum lacks are refused (RFC 4648 §3.3).
struct Base64Decoder {
    enum Step: Hashable {
        case taken
        case notInAlphabet
        case misplacedPadding
    }

    private var octets: [UInt8] = []
    private var bits: UInt32 = 0
    private var sextets = 0
    private var padding = 0

    mutating func take(_ character: UInt8) -> Step {
        if character == UInt8(ascii: "=") {
            guard sextets >= 2, sextets + padding < 4 else { return .misplacedPadding }
            padding += 1
            return .taken
        }
        guard let sextet = Self.sextet(character) else { return .notInAlphabet }
        guard padding == 0 else { return .misplacedPadding }
        bits = bits << 6 | UInt32(sextet)
        sextets += 1
        if sextets == 4 {
            octets.append(UInt8(truncatingIfNeeded: bits >> 16))
            octets.append(UInt8(truncatingIfNeeded: bits >> 8))
            octets.append(UInt8(truncatingIfNeeded: bits))
            sextets = 0
        }
        return .taken
    }

    /// The octets; nil when a lone character is left over, too few bits for an octet.
    consuming func finish() -> [UInt8]? {
        switch sextets {
        case 1:
            return nil
        case 2:
            octets.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            octets.append(UInt8(truncatingIfNeeded: bits >> 10))
            octets.append(UInt8(truncatingIfNeeded: bits >> 2))
        default:
            break
        }
        return octets
    }

    private static func sextet(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

enum Base64Encoder {
    /// Appends padded base64 with pad bits of zero (RFC 4648 §3.2, §3.5).
    static func encode(_ octets: [UInt8], into output: inout [UInt8]) {
        var index = 0
        while index < octets.count {
            let taken = min(3, octets.count - index)
            var bits: UInt32 = 0
            for step in 0..<3 {
                bits = bits << 8 | (step < taken ? UInt32(octets[index + step]) : 0)
            }
            for step in 0..<4 {
                let sextet = UInt8(truncatingIfNeeded: bits >> UInt32(18 - 6 * step)) & 0x3F
                output.append(step <= taken ? character(sextet) : UInt8(ascii: "="))
            }
            index += taken
        }
    }

    private static func character(_ sextet: UInt8) -> UInt8 {
        switch sextet {
        case 0..<26: UInt8(ascii: "A") + sextet
        case 26..<52: UInt8(ascii: "a") + (sextet - 26)
        case 52..<62: UInt8(ascii: "0") + (sextet - 52)
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
