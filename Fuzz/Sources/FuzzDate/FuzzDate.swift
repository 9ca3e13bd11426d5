@_spi(Machine) import HTTPDate

/// The laws of the date parser, for any bytes: it does not trap; all entry points agree; what it accepts, written, is
/// read as the same instant.
///
/// The first eight bytes of the input are the seconds of `now`, the rest is the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDate(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: count)
    let seconds = input.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Not all of 64 bits: most of them would be at the ends of the range.
    let now = HTTPDate(secondsSinceEpoch: Int64(bitPattern: seconds) >> 26)
    let text = UnsafeBufferPointer(rebasing: input.dropFirst(8)).span
    for strictness in [HTTPDate.Strictness.lenient, .strict] {
        check(text, now, strictness)
    }
    return 0
}

private func check(_ text: Span<UInt8>, _ now: HTTPDate, _ strictness: HTTPDate.Strictness) {
    let parsed = HTTPDate.parseIfValid(text, relativeTo: now, strictness: strictness)
    let byMachine = HTTPDate.parseByMachine(text, relativeTo: now, strictness: strictness)
    precondition(parsed == byMachine, "the canonical path and the machine disagree")
    precondition(HTTPDate.isValid(text, relativeTo: now, strictness: strictness) == (parsed != nil))
    do throws(HTTPDate.ParseError) {
        let explained = try HTTPDate.parse(text, relativeTo: now, strictness: strictness)
        precondition(explained == parsed, "the entry points disagree")
        precondition(HTTPDate.range.contains(explained.date))
        for form in HTTPDate.Form.allCases {
            let written = Array(explained.date.formatted(form).utf8)
            let again = HTTPDate.parseIfValid(written.span, relativeTo: explained.date, strictness: .strict)
            precondition(again?.date == explained.date && again?.form == form, "what is written is read otherwise")
        }
    } catch {
        precondition(parsed == nil, "the entry points disagree")
        precondition(0...text.count ~= error.offset, "the offset is outside of the text")
        let bytes = text.withUnsafeBufferPointer { Array($0) }
        precondition(error.report(for: bytes).utf8.count < 600, "the report grows with the text")
    }
}
