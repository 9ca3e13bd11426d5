/// `HTTP-version SP status-code SP [ reason-phrase ]` (RFC 9112 §4). The space before an absent reason phrase may be
/// missing, as many servers leave it out.
struct StatusLine {
    let version: HTTPVersion
    let status: Int
    let reason: Range<Int>

    /// Reads a line without its LF; one CR at its end is taken off.
    init(_ line: Span<UInt8>) throws(WireFault) {
        let end = line.count - (line.count > 0 && line[line.count - 1] == 0x0D ? 1 : 0)
        if let wrong = line.firstIndex(in: 0..<end, failing: \.isValueByte) {
            throw WireFault(line[wrong] == 0x0D ? .bareCarriageReturn : .malformedStatusLine, at: wrong)
        }
        guard end >= 8 else { throw WireFault(.malformedStatusLine, at: end) }
        switch HTTPVersion.read(line.extracting(0..<8)) {
        case .malformed: throw WireFault(.malformedVersion, at: 0)
        case .unsupported: throw WireFault(.unsupportedVersion, at: 0)
        case .version(let value): version = value
        }
        guard end >= 12, line[8] == 0x20 else { throw WireFault(.malformedStatusLine, at: 8) }
        guard line.firstIndex(in: 9..<12, failing: \.isDecimalDigit) == nil, line[9] != 0x30 else {
            throw WireFault(.malformedStatusLine, at: 9)
        }
        status = Int(line[9] & 15) * 100 + Int(line[10] & 15) * 10 + Int(line[11] & 15)
        guard end > 12 else {
            reason = 12..<12
            return
        }
        guard line[12] == 0x20 else { throw WireFault(.malformedStatusLine, at: 12) }
        reason = 13..<end
    }
}
