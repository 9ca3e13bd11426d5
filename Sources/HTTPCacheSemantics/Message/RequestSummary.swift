/// What the caching fields of a request say, read once when the head is made.
struct RequestSummary: Sendable, Hashable {
    var directives = RequestDirectives()
    var method: Method.Kind
    var isSafe: Bool
    /// Pragma: no-cache (RFC 9111 §5.4).
    var hasPragmaNoCache = false
    /// The known fields that are there.
    var seen: UInt64 = 0
    /// Those that are there more than once.
    var repeated: UInt64 = 0

    init(method: Method) {
        self.method = method.kind
        self.isSafe = method.isSafe
    }

    init(method: Method, fields: FieldSection) {
        self.init(method: method)
        for record in fields.records {
            guard let known = record.known else { continue }
            add(known, fields.bytes.span.extracting(record.value))
        }
        if directives.flags.contains(.unclosedQuote), fields.count(.cacheControl) > 1 {
            directives = RequestDirectives()
            directives.read(fields.joined(.cacheControl).span)
        }
    }

    mutating func add(_ field: KnownField, _ value: Span<UInt8>) {
        note(field)
        switch field {
        case .cacheControl: directives.read(value)
        case .pragma: if Self.saysNoCache(value) { hasPragmaNoCache = true }
        default: break
        }
    }

    /// Whether a line of Pragma has the directive no-cache (RFC 9111 §5.4).
    static func saysNoCache(_ pragma: Span<UInt8>) -> Bool {
        var scanner = DirectiveScanner()
        while let member = scanner.next(in: pragma) {
            if member.argument == nil, pragma.extracting(member.name).equalsIgnoringCase("no-cache") { return true }
        }
        return false
    }

    @inline(__always)
    mutating func note(_ field: KnownField) {
        repeated |= seen & field.bit
        seen |= field.bit
    }

    @inline(__always)
    func has(_ field: KnownField) -> Bool { seen & field.bit != 0 }

    @inline(always)
    var wishes: RequestWishes {
        RequestWishes(directives: directives, isPragmaNoCache: hasPragmaNoCache && !has(.cacheControl))
    }

    /// Whether it asks for a part: only of a GET are ranges heeded (RFC 9110 §14.2).
    @inline(always)
    var isForSubrange: Bool { method == .get && has(.range) }

    /// Whether the client asks about a copy of its own (RFC 9110 §13.1.2, §13.1.3).
    var isConditional: Bool { has(.ifNoneMatch) || has(.ifModifiedSince) }
}

/// What a request says of how it wants to be answered, in few words, so that it is handed on in registers.
struct RequestWishes {
    var directives: RequestDirectives
    /// Pragma: no-cache, and no Cache-Control beside it (RFC 9111 §5.4).
    var isPragmaNoCache: Bool
}
