import HTTPCacheSemantics

/// `field-name ":" OWS field-value OWS` (RFC 9112 §5), read strictly.
struct FieldLineSyntax {
    let name: Range<Int>
    let value: Range<Int>

    /// Reads a line without its line end.
    ///
    /// White space before the colon is a fault, unless `allowsSpaceBeforeColon`: it is then left out, as RFC 9112 §5.1
    /// asks of those who read responses.
    init(_ line: Span<UInt8>, allowsSpaceBeforeColon: Bool) throws(WireFault) {
        var index = 0
        while index < line.count, line[index].isTokenByte { index += 1 }
        let nameEnd = index
        while index < line.count, line[index].isBlank { index += 1 }
        guard index < line.count, line[index] == 0x3A else {
            let isControl = index < line.count && !line[index].isValueByte
            throw WireFault(isControl ? Self.fault(of: line[index]) : .malformedFieldLine, at: index)
        }
        guard nameEnd > 0 else { throw WireFault(.emptyFieldName, at: 0) }
        guard nameEnd == index || allowsSpaceBeforeColon else { throw WireFault(.spaceBeforeColon, at: nameEnd) }
        name = 0..<nameEnd
        value = line.withoutBlanks(index + 1..<line.count)
        try Self.check(line.extracting(value), at: value.lowerBound)
    }

    /// A token (RFC 9110 §5.1).
    static func check(name: Span<UInt8>) throws(WireFault) {
        guard !name.isEmpty else { throw WireFault(.emptyFieldName) }
        if let wrong = name.firstIndex(in: 0..<name.count, failing: \.isTokenByte) {
            throw WireFault(.malformedFieldLine, at: wrong)
        }
    }

    /// Tab, space, visible ASCII and the bytes above it (RFC 9110 §5.5).
    static func check(_ value: Span<UInt8>, at offset: Int) throws(WireFault) {
        if let wrong = value.firstIndex(in: 0..<value.count, failing: \.isValueByte) {
            throw WireFault(fault(of: value[wrong]), at: offset + wrong)
        }
    }

    private static func fault(of byte: UInt8) -> WireError.Fault {
        byte == 0x0D ? .bareCarriageReturn : .controlByte
    }
}
