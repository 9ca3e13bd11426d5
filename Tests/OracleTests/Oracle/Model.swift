/// A slow, plain reading of HTTP caching, written from the RFC texts alone; the order of files is that of the RFCs.
enum Oracle {}

extension Oracle {
    enum CacheKind: String {
        case shared
        case `private`
    }

    /// One field line; each scalar of the value, U+0000 to U+00FF, is one byte.
    struct Field: Equatable {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    struct Request: Equatable {
        var method = "GET"
        var url = "https://a.example/r"
        var fields: [Field] = []
        var content: String?
    }

    struct Response: Equatable {
        var status = 200
        var fields: [Field] = []
        /// Bytes of content received; nil when nobody counted.
        var bodyLength: Int64?
        var complete = true
    }

    enum Answer: Equatable {
        case response(Response)
        /// "disconnect" or "timeout".
        case error(String)
    }

    struct Later: Equatable {
        var at: Int64
        var request: Request
        var answer: Answer?
        var answerAt: Int64?
    }

    /// What `decide` is given on one line. Times are whole seconds since 1970.
    struct Case: Equatable {
        var name = ""
        var cache = CacheKind.shared
        var options = Options.rfc9111
        var request = Request()
        var response = Response()
        var requestTime: Int64?
        var responseTime: Int64?
        var then: [Later] = []
    }
}

extension [Oracle.Field] {
    /// The values of the lines so named, in order, without the whitespace around them.
    func lines(_ name: String) -> [[UInt8]] {
        filter { Oracle.sameName($0.name, name) }.map { Oracle.trimmed(Oracle.bytes($0.value)) }
    }

    func has(_ name: String) -> Bool {
        contains { Oracle.sameName($0.name, name) }
    }

    /// RFC 9110 §5.2: all lines joined by commas; nil when there is none.
    func combined(_ name: String) -> [UInt8]? {
        let lines = lines(name)
        return lines.isEmpty ? nil : [UInt8](lines.joined(separator: [0x2C, 0x20]))
    }
}
