@_spi(Machine) import HTTPDate

/// One thing that is counted; its raw value is its row in `thresholds/date.tsv`.
enum DateCase: String, CaseIterable {
    case imfSpan = "imf-fixdate, span"
    case imfBuffer = "imf-fixdate, buffer"
    case imfMachine = "imf-fixdate, machine alone"
    case rfc850
    case asctime
    case mix = "mix 90/5/5"
    case rejected = "rejected"
    case rejectedWithReason = "rejected, with the reason"
    case rejectedLate = "rejected at byte 27, reason"
    case stringIn = "string in"
    case formatBuffer = "format, buffer"
    case formatString = "format, string"

    /// How many dates one pass has.
    func rows(_ corpus: DateCorpus) -> Int {
        self == .rejected || self == .rejectedWithReason ? corpus.rejected.count : DateCorpus.count
    }

    /// One pass; returns a sum of what was read, so that nothing is done in vain.
    @inline(never)
    func run(_ corpus: DateCorpus, _ now: HTTPDate) -> Int {
        switch self {
        case .imfSpan: parse(corpus.fixdates, now)
        case .imfBuffer: parseBuffers(corpus.fixdates, now)
        case .imfMachine: parseByMachine(corpus.fixdates, now)
        case .rfc850: parse(corpus.rfc850, now)
        case .asctime: parse(corpus.asctime, now)
        case .mix: parse(corpus.mix, now)
        case .rejected: parseBuffers(corpus.rejected, now)
        case .rejectedWithReason: parse(corpus.rejected, now)
        case .rejectedLate: parse(corpus.rejectedLate, now)
        case .stringIn: parseStrings(corpus.strings, now)
        case .formatBuffer: formatBuffers(corpus.instants)
        case .formatString: formatStrings(corpus.instants)
        }
    }
}

@inline(never)
private func parse(_ rows: Rows, _ now: HTTPDate) -> Int {
    rows.sum { span in
        do throws(HTTPDate.ParseError) {
            return try HTTPDate.parse(span, relativeTo: now).date.secondsSinceEpoch
        } catch {
            return Int64(error.offset)
        }
    }
}

@inline(never)
private func parseBuffers(_ rows: Rows, _ now: HTTPDate) -> Int {
    rows.sum { span in
        span.withUnsafeBufferPointer { buffer in
            HTTPDate.parseIfValid(buffer.span, relativeTo: now)?.date.secondsSinceEpoch ?? 0
        }
    }
}

@inline(never)
private func parseByMachine(_ rows: Rows, _ now: HTTPDate) -> Int {
    rows.sum { HTTPDate.parseByMachine($0, relativeTo: now)?.date.secondsSinceEpoch ?? 0 }
}

@inline(never)
private func parseStrings(_ strings: [String], _ now: HTTPDate) -> Int {
    var sum: Int64 = 0
    for string in strings {
        sum &+= (try? HTTPDate.parse(string, relativeTo: now))?.date.secondsSinceEpoch ?? 0
    }
    return Int(sum)
}

@inline(never)
private func formatBuffers(_ instants: [HTTPDate]) -> Int {
    withUnsafeTemporaryAllocation(byteCount: HTTPDate.imfFixdateLength, alignment: 1) { buffer in
        var sum = 0
        for instant in instants where instant.write(into: buffer) { sum &+= Int(buffer[6]) }
        return sum
    }
}

@inline(never)
private func formatStrings(_ instants: [HTTPDate]) -> Int {
    var sum = 0
    for instant in instants { sum &+= instant.formatted().utf8.count }
    return sum
}
