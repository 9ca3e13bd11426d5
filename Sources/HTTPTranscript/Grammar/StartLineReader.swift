/// Reads request lines and status lines. RFC 9112 §3, §4.
struct StartLineReader {
    let file: SourceFile
    let range: SourceRange

    /// `method SP target SP version`.
    func request() throws(Fault) -> RawMessage.StartLine {
        try checkControls()
        let words = file.bytes(in: range).split(separator: Byte.space, omittingEmptySubsequences: false)
            .map { SourceRange($0.startIndex, $0.endIndex) }
        let method = words[0]
        guard Byte.isToken(file.bytes(in: method)) else {
            throw Fault("expected a request line: method, target and version", at: method.start)
        }
        guard words.count > 1, !words[1].isEmpty else {
            throw Fault("expected a target after the method", at: min(method.end + 1, range.end))
        }
        guard words.count > 2 else { throw Fault("expected an HTTP version after the target", at: words[1].end) }
        let version = try version(words[2])
        if words.count > 3 { throw Fault("unexpected text after the version", at: words[2].end) }
        return .request(method: method, target: words[1], version: version)
    }

    /// `version SP status [SP reason]`.
    func response() throws(Fault) -> RawMessage.StartLine {
        try checkControls()
        let bytes = file.bytes
        let versionEnd = file.bytes(in: range).firstIndex(of: Byte.space) ?? range.end
        let version = try version(SourceRange(range.start, versionEnd))
        let statusStart = min(versionEnd + 1, range.end)
        let statusEnd = min(statusStart + 3, range.end)
        guard let status = Byte.number(bytes[statusStart..<statusEnd]), status >= 100,
            statusEnd == range.end || bytes[statusEnd] == Byte.space
        else { throw Fault("expected a status of three digits, 100 to 999", at: statusStart) }
        let reason = file.trimmedAtEnd(SourceRange(min(statusEnd + 1, range.end), range.end))
        return .response(
            version: version, status: Located(value: status, range: SourceRange(statusStart, statusEnd)),
            reason: reason)
    }

    /// Whether the line is a status line; for raw input, where only this tells a head from content.
    var isStatusLine: Bool {
        guard file.hasPrefix(range, "HTTP/") else { return false }
        return (try? response()) != nil
    }

    var isRequestLine: Bool {
        (try? request()) != nil
    }

    private func version(_ word: SourceRange) throws(Fault) -> RawVersion {
        let digits = file.bytes(in: word).dropFirst(5)
        let fault = Fault("expected an HTTP version: HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3", at: word.start)
        guard file.hasPrefix(word, "HTTP/"), let first = digits.first, Byte.isDigit(first) else { throw fault }
        let major = first - UInt8(ascii: "0")
        guard 1...3 ~= major else { throw fault }
        if digits.count == 1, major >= 2 { return RawVersion(major: major, minor: 0, range: word) }
        guard digits.count == 3, let last = digits.last, Byte.isDigit(last),
            digits.dropFirst().first == UInt8(ascii: "."), last <= UInt8(ascii: major == 1 ? "1" : "0")
        else { throw fault }
        return RawVersion(major: major, minor: last - UInt8(ascii: "0"), range: word)
    }

    private func checkControls() throws(Fault) {
        if let offset = file.bytes(in: range).firstIndex(where: { Byte.isControl($0) || $0 == Byte.tab }) {
            throw Fault("a control byte in a start line", at: offset)
        }
    }
}
