/// A fixture file: its cases and `on` blocks, with the place of everything.
public struct Transcript: Sendable {
    /// The file that every range counts in.
    public let file: SourceFile
    /// The settings before the first case or `on` block.
    public let defaults: Settings
    /// In the order of the file; together with ``onBlocks`` at least one.
    public let cases: [Case]
    /// In the order of the file.
    public let onBlocks: [OnBlock]
}

extension Transcript {
    /// Reads a fixture file.
    ///
    /// A capture, whose first line is no setting, case or `on`, is refused: see ``Capture``. Throws at the first thing
    /// that the grammar does not have. Rule codes, directives, finding codes, profiles and options are not looked up:
    /// see ``validate(isRule:isFinding:isProfile:isOption:)``.
    public static func read(_ file: SourceFile) throws(TranscriptError) -> Transcript {
        try file.locating { () throws(Fault) in
            try file.checkSize(limit: SourceFile.maximumTextSize)
            let (kind, offset) = try InputKind.detected(in: file)
            guard kind == .fixture else {
                throw Fault(
                    "no setting, case or `on` block comes first: this is a capture, not a fixture; "
                        + "hold it against rules with check --rules", at: offset)
            }
            var reader = TranscriptReader(file: file)
            return try reader.read()
        }
    }

    /// Refuses the first name that the caller does not know, with its place.
    public func validate(
        isRule: (String) -> Bool = { _ in true },
        isFinding: (String) -> Bool = { _ in true },
        isProfile: (String) -> Bool = { _ in true },
        isOption: (_ name: String, _ value: String) -> Bool = { _, _ in true }
    ) throws(TranscriptError) {
        let ofCases = cases.map { ($0.ownSettings, $0.steps) }
        let ofBlocks = onBlocks.map { ($0.ownSettings, $0.steps) }
        let scopes = [(defaults, [])] + ofCases + ofBlocks
        for (settings, steps) in scopes {
            if let profile = settings.profile, !isProfile(profile.value) { throw unknown("profile", profile) }
            for option in settings.options where !isOption(option.name.value, option.value.value) {
                throw unknown("option or value", Located(value: "", range: optionRange(option)))
            }
            for case .expectation(let expectation) in steps.map(\.action) {
                if let code = expectation.because, !isRule(code.value) { throw unknown("rule code", code) }
                if case .lint(let code) = expectation.subject, !isFinding(code.value) {
                    throw unknown("finding code", code)
                }
            }
        }
    }

    private func optionRange(_ option: OptionSetting) -> SourceRange {
        SourceRange(option.name.range.start, option.value.range.end)
    }

    private func unknown(_ what: String, _ text: Located<String>) -> TranscriptError {
        TranscriptError("unknown \(what) \(file.quoted(text.range))", in: file, at: text.range.start)
    }
}
