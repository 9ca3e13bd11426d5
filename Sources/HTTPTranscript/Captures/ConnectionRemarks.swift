/// What curl's remarks say about the connection: with which scheme the next request is sent, and how a transfer ended.
///
/// Read: `Connected to`, `Established connection`, the remarks on TLS, `Re-using existing connection`, `Issue another
/// request to this URL`, and those that report a transfer that did not end well. All others mean nothing here.
struct ConnectionRemarks {
    private let file: SourceFile
    /// By curl's number of the connection.
    private var schemes: [Int: Scheme] = [:]
    private var current: Int?
    private var nextNumber = 0
    private var redirect: Scheme?
    /// Whether TLS was spoken of since the last attempt to connect: newer curls report the connection after it.
    private var isTLSBegun = false

    init(file: SourceFile) {
        self.file = file
    }

    /// The scheme of a request that stands here; a redirect's URL counts for one request.
    mutating func schemeOfRequest() -> Scheme? {
        defer { redirect = nil }
        return redirect ?? current.flatMap { schemes[$0] }
    }

    mutating func note(_ remark: SourceRange) {
        let redirection = "Issue another request to this URL: '"
        if file.hasPrefix(remark, redirection) {
            let url = SourceRange(remark.start + redirection.utf8.count, remark.end)
            redirect = Scheme.allCases.first { file.hasPrefix(url, $0.rawValue + "://") }
        } else if file.hasPrefix(remark, "Trying ") {
            isTLSBegun = false
        } else if file.hasPrefix(remark, "Connected to ") || file.hasPrefix(remark, "Established connection to ") {
            let number = number(in: remark) ?? nextNumber
            current = number
            schemes[number] = isTLSBegun ? .https : .http
            nextNumber = number + 1
        } else if file.hasPrefix(remark, "Re-using existing ") {
            reuse(remark)
        } else if isAboutTLS(remark) {
            isTLSBegun = true
            if let current { schemes[current] = .https }
        }
    }

    private mutating func reuse(_ remark: SourceRange) {
        if let number = number(in: remark) { current = number }
        let named = Scheme.allCases.first { file.hasPrefix(remark, "Re-using existing \($0.rawValue): ") }
        if let named, let current { schemes[current] = named }
    }

    private func isAboutTLS(_ remark: SourceRange) -> Bool {
        [
            "SSL connection using ", "TLSv1", "TLS ", "ALPN", "QUIC ", "schannel: ", "(304) (", "using HTTP/3",
        ].contains { file.hasPrefix(remark, $0) }
    }

    /// The digits after the last `#`.
    private func number(in remark: SourceRange) -> Int? {
        let bytes = file.bytes(in: remark)
        guard let hash = bytes.lastIndex(of: UInt8(ascii: "#")) else { return nil }
        return Byte.number(bytes[(hash + 1)...].prefix(while: Byte.isDigit).prefix(9))
    }

    /// Whether a remark says that what was being received ended too early.
    func isCut(_ remark: SourceRange) -> Bool {
        let openings = ["transfer closed with ", "Recv failure: ", "Operation timed out ", "end of response with "]
        if openings.contains(where: { file.hasPrefix(remark, $0) }) { return true }
        guard file.hasPrefix(remark, "HTTP/2 stream ") || file.hasPrefix(remark, "HTTP/3 stream ") else { return false }
        let text = String(decoding: file.bytes(in: remark), as: UTF8.self)
        return text.contains(" was not closed cleanly") || text.contains(" was reset")
    }
}
