import HTTPCacheSemantics

/// Reads a header or trailer section line by line, up to and with the empty line that ends it.
struct FieldReader: Sendable {
    private var lines = LineReader()
    private(set) var fields = FieldSection()
    private(set) var framing = FramingFields()
    /// Bytes of the section that whole lines have taken.
    private(set) var size = 0
    /// A line that the next one may continue: name, then value from `foldedNameEnd`. Only where folding is taken.
    private var folded: [UInt8] = []
    private var foldedNameEnd = 0

    private let isResponse: Bool
    private let maximumSize: Int
    private let maximumLines: Int
    private let sizeFault: WireError.Fault

    /// `isResponse` takes line folding, replaced by a space, and space before the colon (RFC 9112 §5.1 and §5.2); in
    /// requests both are faults.
    init(isResponse: Bool, maximumSize: Int, maximumLines: Int, sizeFault: WireError.Fault) {
        self.isResponse = isResponse
        self.maximumSize = max(0, maximumSize)
        self.maximumLines = max(0, maximumLines)
        self.sizeFault = sizeFault
    }

    /// True when the section has ended; a fault's offset counts from its first byte.
    mutating func read(_ input: Span<UInt8>, from position: inout Int) throws(WireFault) -> Bool {
        while true {
            let start = position
            let held = lines.held.count
            switch lines.next(in: input, from: &position, limit: maximumSize - size) {
            case .incomplete: return false
            case .tooLong: throw WireFault(sizeFault, at: maximumSize)
            case .inInput(let range):
                let isLast = try take(input.extracting(range))
                size += position - start
                if isLast { return true }
            case .inHeld:
                let line = lines.held
                lines.clear()
                let isLast = try take(line.span)
                size += held + position - start
                if isLast { return true }
            }
        }
    }

    /// True for the empty line.
    private mutating func take(_ line: Span<UInt8>) throws(WireFault) -> Bool {
        let end = line.count - (line.count > 0 && line[line.count - 1] == 0x0D ? 1 : 0)
        let line = line.extracting(0..<end)
        if line.isEmpty {
            commitFolded()
            return true
        }
        do {
            if line[0].isBlank {
                try fold(line)
            } else {
                commitFolded()
                try add(line)
            }
        } catch {
            throw WireFault(error.fault, at: size + error.offset)
        }
        return false
    }

    private mutating func add(_ line: Span<UInt8>) throws(WireFault) {
        let syntax = try FieldLineSyntax(line, allowsSpaceBeforeColon: isResponse)
        guard fields.count < maximumLines else { throw WireFault(.tooManyFieldLines) }
        let name = line.extracting(syntax.name)
        let value = line.extracting(syntax.value)
        if isResponse {
            folded.append(name)
            foldedNameEnd = folded.count
            folded.append(value)
        } else {
            commit(name: name, value: value)
        }
    }

    private mutating func fold(_ line: Span<UInt8>) throws(WireFault) {
        guard isResponse else { throw WireFault(size == 0 ? .blankAfterStartLine : .lineFolding) }
        guard !folded.isEmpty else { throw WireFault(.blankAfterStartLine) }
        let value = line.withoutBlanks(0..<line.count)
        try FieldLineSyntax.check(line.extracting(value), at: value.lowerBound)
        if folded.count > foldedNameEnd { folded.append(0x20) }
        folded.append(line.extracting(value))
    }

    private mutating func commitFolded() {
        guard !folded.isEmpty else { return }
        // Taken out and put back, so that the buffer is neither shared nor allocated again.
        var line: [UInt8] = []
        swap(&line, &folded)
        // A fold can leave a space at the end, which is no part of the value.
        let value = line.span.withoutBlanks(foldedNameEnd..<line.count)
        commit(name: line.span.extracting(0..<foldedNameEnd), value: line.span.extracting(value))
        line.removeAll(keepingCapacity: true)
        swap(&line, &folded)
    }

    private mutating func commit(name: Span<UInt8>, value: Span<UInt8>) {
        // Those of a response are kept: no room is kept with them.
        if fields.isEmpty, !isResponse { fields.reserveCapacity(lines: 8, bytes: 256) }
        fields.append(name: name, value: value)
        framing.add(name: name, value: value)
    }
}

extension [UInt8] {
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
