/// Reads what stands after `= `.
///
/// Where free text is compared (`serves`, `sends`, `key`, `has`), a line that ends in ` because ` and a word of the
/// form of a rule code has a `because` part, and the text ends before the spaces that precede it. Text that itself ends
/// so is written with an escape: `serves body\ it failed because\x20reasons`.
struct ExpectationReader {
    /// In an `on` block there is no origin to speak of, so fewer subjects.
    enum Place { case `case`, on }

    let file: SourceFile
    let place: Place

    /// `line` begins with the `=`.
    func read(_ line: SourceRange) throws(Fault) -> Expectation {
        let whole = file.trimmedAtEnd(line)
        guard whole.count > 1 else { throw Fault("expected a subject after `=`", at: line.start + 1) }
        guard file.bytes[line.start + 1] == Byte.space else {
            throw Fault("expected a space after `=`", at: line.start + 1)
        }
        // Spaces at the end are part of a free text.
        var rest = SourceRange(line.start + 2, line.end)
        if let control = file.bytes(in: rest).firstIndex(where: Byte.isControl) {
            throw Fault("a control byte in an expectation", at: control)
        }
        rest = afterSpaces(rest)
        var isNegated = false
        if file.matches(firstWord(rest), "not") {
            isNegated = true
            rest = afterSpaces(SourceRange(rest.start + 3, rest.end))
        }
        guard !firstWord(rest).isEmpty else { throw Fault("expected a subject", at: whole.end) }
        let (text, because) = try splitBecause(rest)
        let reader = SubjectReader(file: file, isNegated: isNegated, text: text)
        if place == .on { try checkOnSubject(reader.name) }
        let subject = try reader.read()
        return Expectation(
            isNegated: isNegated, subject: subject, because: because, range: whole,
            subjectRange: reader.isFreeText ? text : file.trimmedAtEnd(text))
    }

    private func firstWord(_ range: SourceRange) -> SourceRange {
        let end = file.bytes(in: range).firstIndex(of: Byte.space) ?? range.end
        return SourceRange(range.start, end)
    }

    private func afterSpaces(_ range: SourceRange) -> SourceRange {
        let start = file.bytes(in: range).firstIndex { $0 != Byte.space } ?? range.end
        return SourceRange(start, range.end)
    }

    private func checkOnSubject(_ name: SourceRange) throws(Fault) {
        let allowed = [
            "store", "lifetime", "age", "reuse", "validate", "forward", "fresh-for", "stale-for", "has", "lint",
        ]
        let isKnown = SubjectReader.names.contains { file.matches(name, $0) }
        guard isKnown, !allowed.contains(where: { file.matches(name, $0) }) else { return }
        throw Fault("\(file.quoted(name)) cannot be asked in an `on` block", at: name.start)
    }

    // MARK: because

    private func splitBecause(_ range: SourceRange) throws(Fault) -> (SourceRange, Located<String>?) {
        let trimmed = file.trimmedAtEnd(range)
        let bytes = file.bytes(in: trimmed)
        guard let space = bytes.lastIndex(of: Byte.space) else { return (range, nil) }
        let code = SourceRange(space + 1, trimmed.end)
        let before = file.trimmedAtEnd(SourceRange(trimmed.start, space))
        let word = SourceRange(before.end - "because".utf8.count, before.end)
        guard word.start > range.start, file.matches(word, "because"), file.bytes[word.start - 1] == Byte.space,
            isRuleCode(code)
        else { return (range, nil) }
        let text = file.trimmedAtEnd(SourceRange(range.start, word.start))
        return (text, Located(value: try file.text(code), range: code))
    }

    /// `word *( ( "." | "-" ) word )`, a word being lower-case letters and digits.
    private func isRuleCode(_ range: SourceRange) -> Bool {
        let parts = file.bytes(in: range).split(omittingEmptySubsequences: false) { byte in
            byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { Byte.isLowerCase($0) || Byte.isDigit($0) }
        }
    }
}
