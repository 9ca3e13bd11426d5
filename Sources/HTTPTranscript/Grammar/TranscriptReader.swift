/// Start here: the first byte of a line says what the line is.
///
/// A message is one run of lines with its mark: a start line, field lines, an end line, content. Comments and curl's
/// remarks may stand within it; a blank line or any other line ends it, and is an error before the end line. After a
/// 1xx head, which has no content, the next `<` line begins a new one.
struct TranscriptReader {
    private let file: SourceFile
    private var cursor: LineCursor
    private var defaults = Settings()
    private var cases: [Case] = []
    private var onBlocks: [OnBlock] = []
    private var placeOfID: [String: Int] = [:]
    private var scope: ScopeBuilder?
    private var message: MessageReader?

    init(file: SourceFile) {
        self.file = file
        cursor = LineCursor(file: file, at: InputKind.lengthOfByteOrderMark(in: file))
    }

    mutating func read() throws(Fault) -> Transcript {
        while let line = try cursor.next() { try read(line) }
        try endMessage(at: file.bytes.count)
        try endScope()
        guard !cases.isEmpty || !onBlocks.isEmpty else {
            throw Fault("the file has neither a case nor an `on` block", at: file.bytes.count)
        }
        try Dependencies(cases: cases).check()
        return Transcript(file: file, defaults: defaults, cases: cases, onBlocks: onBlocks)
    }

    private mutating func read(_ line: SourceLine) throws(Fault) {
        guard !file.trimmed(line.range).isEmpty else { return try endMessage(at: line.start) }
        let mark = file.bytes[line.start]
        switch mark {
        case UInt8(ascii: "#"): try checkUTF8(line.range)
        case UInt8(ascii: "*"), Byte.openBrace, Byte.closeBrace: break
        case UInt8(ascii: ">"), UInt8(ascii: "<"): try readMessageLine(line, isRequest: mark == UInt8(ascii: ">"))
        case UInt8(ascii: "@"):
            try endMessage(at: line.start)
            try readClock(line)
        case UInt8(ascii: "="):
            try endMessage(at: line.start)
            try readExpectation(line)
        case _ where Byte.isLowerCase(mark):
            try endMessage(at: line.start)
            try readWord(line)
        default:
            throw Fault(
                "a line begins with a setting, case, on, @, >, <, =, #, or one of curl's marks *, {, }", at: line.start)
        }
    }

    private func checkUTF8(_ range: SourceRange) throws(Fault) {
        if let offset = file.firstInvalidUTF8(in: range) { throw Fault("not UTF-8", at: offset) }
    }

    // MARK: Settings, case, on

    private mutating func readWord(_ line: SourceLine) throws(Fault) {
        let range = file.trimmedAtEnd(line.range)
        let nameEnd = file.bytes(in: range).firstIndex(where: Byte.isBlank) ?? range.end
        guard nameEnd == range.end || file.bytes[nameEnd] == Byte.space else {
            throw Fault("expected a space after \(file.quoted(SourceRange(range.start, nameEnd)))", at: nameEnd)
        }
        let name = SourceRange(range.start, nameEnd)
        let value = file.trimmed(SourceRange(nameEnd, range.end))
        if file.matches(name, "case") {
            try beginCase(value, name)
        } else if file.matches(name, "on") {
            try beginOn(value, name)
        } else {
            try readSetting(name, value)
        }
    }

    private mutating func beginCase(_ value: SourceRange, _ name: SourceRange) throws(Fault) {
        try endScope()
        guard !value.isEmpty else { throw Fault("expected an id after `case`", at: name.end) }
        if let offset = file.bytes(in: value).firstIndex(where: { Byte.isControl($0) || Byte.isBlank($0) }) {
            throw Fault("a case id has no spaces or control bytes", at: offset)
        }
        let id = Located(value: try file.text(value), range: value)
        try claim(id)
        scope = ScopeBuilder(file: file, kind: .case(id), start: name.start)
    }

    private mutating func beginOn(_ value: SourceRange, _ name: SourceRange) throws(Fault) {
        try endScope()
        guard !value.isEmpty else { throw Fault("expected a method or `*` after `on`", at: name.end) }
        let line = try OnLineReader(file: file).read(value)
        try claim(line.id)
        scope = ScopeBuilder(file: file, kind: .on(line), start: name.start)
    }

    private mutating func claim(_ id: Located<String>) throws(Fault) {
        if let place = placeOfID[id.value] {
            let line = file.position(of: place).line
            throw Fault("the id \(file.quoted(id.range)) stands in line \(line) already", at: id.range.start)
        }
        placeOfID[id.value] = id.range.start
    }

    private mutating func readSetting(_ name: SourceRange, _ value: SourceRange) throws(Fault) {
        if scope != nil {
            try scope?.readSetting(name, value)
        } else {
            try SettingsReader(file: file, scope: .file).read(name: name, value: value, into: &defaults)
        }
    }

    private mutating func endScope() throws(Fault) {
        guard let ended = scope else { return }
        scope = nil
        switch try ended.finish(defaults: defaults) {
        case .case(let value): cases.append(value)
        case .on(let value): onBlocks.append(value)
        }
    }

    // MARK: Steps

    private func requireScope(at offset: Int) throws(Fault) {
        guard scope == nil else { return }
        throw Fault("expected a setting, `case` or `on` before the lines of a case", at: offset)
    }

    private mutating func readClock(_ line: SourceLine) throws(Fault) {
        try requireScope(at: line.start)
        try scope?.readClock(line, defaults: defaults)
    }

    private mutating func readExpectation(_ line: SourceLine) throws(Fault) {
        try requireScope(at: line.start)
        try scope?.readExpectation(line, defaults: defaults)
    }

    private mutating func endMessage(at offset: Int) throws(Fault) {
        guard let ended = message else { return }
        message = nil
        try scope?.add(try ended.finish(at: offset), defaults: defaults)
    }

    private mutating func readMessageLine(_ line: SourceLine, isRequest: Bool) throws(Fault) {
        try requireScope(at: line.start)
        let text = try MessageLine(line, in: file)
        if let open = message, open.isRequest != isRequest || (open.isHeadEnded && open.isInterim) {
            try endMessage(at: line.start)
        }
        if message != nil {
            try continueMessage(text)
        } else if let answer = try text.failure(isRequest: isRequest) {
            try scope?.add(answer, range: file.trimmedAtEnd(line.range), defaults: defaults)
        } else {
            try scope?.checkMessage(isRequest: isRequest, at: line.start)
            message = try text.startLine(isRequest: isRequest)
        }
    }

    private mutating func continueMessage(_ text: MessageLine) throws(Fault) {
        guard message?.isHeadEnded == true else {
            if text.isEndLine {
                message?.endHead(at: text.line.end)
            } else {
                try message?.addField(text.text, text.syntax)
            }
            return
        }
        let template = try TemplateReader.read(text.text, in: file, text.syntax)
        let lineEnd = SourceRange(text.line.end, text.line.next)
        message?.addContent(template, lineEnd: text.isEscaped ? nil : lineEnd)
    }
}
