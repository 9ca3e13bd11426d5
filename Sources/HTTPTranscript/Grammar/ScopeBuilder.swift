import HTTPDate

/// Gathers a case or an `on` block, and keeps its clock.
struct ScopeBuilder {
    enum Kind {
        case `case`(Located<String>)
        case on(OnLineReader.Line)
    }

    enum Scope {
        case `case`(Case)
        case on(OnBlock)
    }

    let file: SourceFile
    let kind: Kind
    /// Where its first line begins.
    let start: Int
    private var settings = Settings()
    private var steps: [Step] = []
    private var clock: Instant?
    private var hasRequest = false
    /// Whether the last request was a HEAD, whose answer has no content.
    private var isHead = false

    init(file: SourceFile, kind: Kind, start: Int) {
        self.file = file
        self.kind = kind
        self.start = start
    }

    private var isOn: Bool {
        if case .on = kind { true } else { false }
    }

    mutating func readSetting(_ name: SourceRange, _ value: SourceRange) throws(Fault) {
        try SettingsReader(file: file, scope: isOn ? .on : .case).read(name: name, value: value, into: &settings)
        guard steps.isEmpty else {
            let scope = isOn ? "the `on` block" : "the case"
            throw Fault(
                "a setting holds for all of \(scope), so \(file.quoted(name)) comes before its other lines",
                at: name.start)
        }
    }

    // MARK: Steps

    /// Where the clock begins: the case's, the file's, the default; for an `on` block the epoch stands for the arrival.
    private func origin(_ defaults: Settings) -> Instant {
        if isOn { return Instant(microsecondsSinceEpoch: 0) }
        return Instant((settings.clock ?? defaults.clock)?.value ?? Settings.defaultClock)
    }

    private mutating func append(_ action: Step.Action, _ range: SourceRange, _ defaults: Settings) {
        steps.append(Step(action: action, clock: clock ?? origin(defaults), range: range))
    }

    mutating func readClock(_ line: SourceLine, defaults: Settings) throws(Fault) {
        let range = file.trimmedAtEnd(line.range)
        guard range.count == 1 || file.bytes[line.start + 1] == Byte.space else {
            throw Fault("expected a space after `@`", at: line.start + 1)
        }
        let text = file.trimmed(SourceRange(range.start + 1, range.end))
        guard !text.isEmpty else { throw Fault("expected a time after `@`", at: range.end) }
        let spec = try timeSpec(text)
        let start = origin(defaults)
        let instant =
            switch spec {
            case .afterClock(let span), .afterArrival(let span): start.adding(span)
            case .date(let date): Instant(date)
            }
        guard instant.isWritable else { throw Fault("the clock runs beyond the year 9999", at: text.start) }
        guard instant >= clock ?? start else { throw Fault("the clock runs backwards", at: text.start) }
        clock = instant
        append(.clock(spec), range, defaults)
    }

    private func timeSpec(_ text: SourceRange) throws(Fault) -> TimeSpec {
        let first = file.bytes[text.start]
        if first == UInt8(ascii: "+") {
            guard isOn else {
                throw Fault("`@ +T` belongs in an `on` block; here T counts from `clock`", at: text.start)
            }
            return .afterArrival(try TimeText.read(SourceRange(text.start + 1, text.end), in: file))
        }
        if isOn { throw Fault("expected `+T`, a time after arrival, in an `on` block", at: text.start) }
        if Byte.isDigit(first) { return .afterClock(try TimeText.read(text, in: file)) }
        return .date(try SettingsReader.date(text, in: file))
    }

    mutating func readExpectation(_ line: SourceLine, defaults: Settings) throws(Fault) {
        let expectation = try ExpectationReader(file: file, place: isOn ? .on : .case).read(line.range)
        guard isOn || hasRequest else {
            throw Fault("an expectation before the first request of the case", at: line.start)
        }
        switch expectation.subject {
        case .sends(let field), .serves(let field): try field.value.checkDates(at: clock ?? origin(defaults))
        case .servesBody(let body, _): try body.checkDates(at: clock ?? origin(defaults))
        default: break
        }
        append(.expectation(expectation), expectation.range, defaults)
    }

    /// Whether a message may begin here.
    func checkMessage(isRequest: Bool, at offset: Int) throws(Fault) {
        guard !isOn else { throw Fault("an `on` block has no messages of its own", at: offset) }
        guard isRequest || hasRequest else { throw Fault("an answer before the first request of the case", at: offset) }
    }

    mutating func add(_ message: RawMessage, defaults: Settings) throws(Fault) {
        let now = clock ?? origin(defaults)
        for field in message.fields { try field.value.checkDates(at: now) }
        try message.content.checkDates(at: now)
        if case .request(let method, _, _) = message.startLine {
            hasRequest = true
            isHead = file.matches(method, "HEAD")
        }
        try ContentCheck(file: file, isAnswerToHead: isHead).check(message, at: now)
        append(message.isRequest ? .request(message) : .answer(.response(message)), message.range, defaults)
    }

    mutating func add(_ failure: RawAnswer, range: SourceRange, defaults: Settings) throws(Fault) {
        try checkMessage(isRequest: false, at: range.start)
        append(.answer(failure), range, defaults)
    }

    // MARK: The end

    func finish(defaults: Settings) throws(Fault) -> Scope {
        switch kind {
        case .case(let id):
            guard !steps.isEmpty else { throw Fault("the case \(file.quoted(id.range)) has no lines", at: start) }
            return .case(Case(id: id, ownSettings: settings, defaults: defaults, steps: steps))
        case .on(let line):
            let hasExpectation = steps.contains { if case .expectation = $0.action { true } else { false } }
            guard hasExpectation else { throw Fault("the `on` block has no expectation", at: start) }
            return .on(
                OnBlock(
                    id: line.id, method: line.method, origin: line.origin, pathGlob: line.pathGlob,
                    status: line.status, ownSettings: settings, defaults: defaults, steps: steps))
        }
    }
}
