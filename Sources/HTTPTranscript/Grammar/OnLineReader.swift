/// Reads what stands after `on `: `( METHOD | "*" ) 1*SP [origin] path-glob [ 1*SP "status" 1*SP N ]`.
struct OnLineReader {
    let file: SourceFile

    struct Line {
        let id: Located<String>
        let method: Located<String>?
        let origin: Located<Origin>?
        let pathGlob: Located<String>
        let status: Located<Int>?
    }

    func read(_ range: SourceRange) throws(Fault) -> Line {
        let words = file.words(range)
        let id = Located(value: try file.text(range), range: range)
        if let control = file.bytes(in: range).firstIndex(where: { Byte.isControl($0) || $0 == Byte.tab }) {
            throw Fault("a control byte in an `on` line", at: control)
        }
        guard let method = words.first, Byte.isToken(file.bytes(in: method)) else {
            throw Fault("expected a method or `*` after `on`", at: range.start)
        }
        guard words.count > 1 else { throw Fault("expected a path after the method", at: method.end) }
        let (origin, path) = try target(words[1])
        let status = try status(words.dropFirst(2))
        return Line(
            id: id,
            method: file.matches(method, "*") ? nil : Located(value: try file.text(method), range: method),
            origin: origin, pathGlob: path, status: status)
    }

    private func target(_ word: SourceRange) throws(Fault) -> (Located<Origin>?, Located<String>) {
        if file.bytes[word.start] == UInt8(ascii: "/") {
            return (nil, Located(value: try file.text(word), range: word))
        }
        let bytes = file.bytes(in: word)
        guard let colon = bytes.firstIndex(of: Byte.colon), file.hasPrefix(SourceRange(colon, word.end), "://") else {
            throw Fault("expected a path that begins with `/`, or an origin and such a path", at: word.start)
        }
        guard let slash = bytes[(colon + 3)...].firstIndex(of: UInt8(ascii: "/")) else {
            throw Fault("expected a path that begins with `/` after the origin", at: word.end)
        }
        let origin = SourceRange(word.start, slash)
        let path = SourceRange(slash, word.end)
        return (
            Located(value: try SettingsReader.origin(origin, in: file), range: origin),
            Located(value: try file.text(path), range: path)
        )
    }

    private func status(_ words: ArraySlice<SourceRange>) throws(Fault) -> Located<Int>? {
        guard let word = words.first else { return nil }
        guard file.matches(word, "status") else {
            throw Fault("expected `status` or the end of the line", at: word.start)
        }
        guard let number = words.dropFirst().first, number.count == 3,
            let status = Byte.number(file.bytes(in: number)), status >= 100
        else {
            throw Fault(
                "expected a status of three digits, 100 to 999", at: words.dropFirst().first?.start ?? word.end)
        }
        if let extra = words.dropFirst(2).first {
            throw Fault("unexpected \(file.quoted(extra)) after the status", at: extra.start)
        }
        return Located(value: status, range: number)
    }
}
