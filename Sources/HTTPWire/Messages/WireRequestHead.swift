public import HTTPCacheSemantics

/// A request's line and header section as they stand on the wire (RFC 9112 §3 and §5).
///
/// Every value of this type can be sent, and is read back as it was: what a parser refuses cannot be made.
public struct WireRequestHead: Sendable, Hashable {
    /// The method, a token that is kept as it was written: methods differ by case.
    public let method: Method
    /// The request target as received: visible ASCII without `#`, and bytes above 0x7F.
    public let target: [UInt8]
    /// The version that the client speaks.
    public let version: HTTPVersion
    /// The field lines in their order, Host and the framing fields among them.
    public let fields: FieldSection
    /// Which of the target's forms it has; never `authority`, as CONNECT is refused.
    public let form: RequestTargetForm
    /// Where the content ends; a request without framing fields has none.
    public let framing: MessageFraming
    let framingFields: FramingFields

    init(
        method: Method, target: [UInt8], form: RequestTargetForm, version: HTTPVersion, fields: FieldSection,
        framingFields: FramingFields
    ) throws(WireFault) {
        try framingFields.checkHost(version: version)
        self.framing = try framingFields.requestFraming(version: version)
        self.method = method
        self.target = target
        self.form = form
        self.version = version
        self.fields = fields
        self.framingFields = framingFields
    }

    /// Makes a head from its parts; `WireError.offset` counts from the start of the part that is wrong.
    ///
    /// Throws for all that `RequestParser` refuses, limits aside: CONNECT, a missing Host, two lengths, bytes that may
    /// not stand where they do.
    public init(
        method: Method, target: [UInt8], version: HTTPVersion = .http11, fields: FieldSection
    ) throws(WireError) {
        do throws(WireFault) {
            let name = Array(method.name.utf8)
            if let wrong = name.firstIndex(where: { !$0.isTokenByte }) {
                throw WireFault(.malformedRequestLine, at: wrong)
            }
            guard !name.isEmpty else { throw WireFault(.malformedRequestLine) }
            guard let form = RequestTargetForm(target.span, method: name.span) else {
                throw WireFault(.malformedTarget)
            }
            guard form != .authority else { throw WireFault(.connectNotSupported) }
            let framingFields = try FramingFields(checking: fields)
            try self.init(
                method: method, target: target, form: form, version: version, fields: fields,
                framingFields: framingFields)
        } catch {
            throw WireError(error.fault, at: error.offset)
        }
    }
}

extension WireRequestHead {
    /// The target as text: UTF-8 where the bytes are that, else one character a byte.
    public var targetText: String { FieldLine.text(target) }

    /// What the client waits for before it sends the content; a 100-continue of HTTP/1.0 or without content counts as
    /// `none` (RFC 9110 §10.1.1).
    public var expectation: Expectation {
        let isIgnored = version < .http11 || (framing == .none || framing == .length(0))
        if isIgnored, framingFields.expectation == .continuation { return .none }
        return framingFields.expectation
    }

    /// Whether the client wants to use the connection again (RFC 9112 §9.3); a proxy says no to HTTP/1.0 all the same.
    public var persists: Bool { framingFields.persists(version: version) }

    /// The target URI of RFC 9112 §3.3; throws when there is no authority or it cannot be one.
    public func targetURI(scheme: String = "http") throws(TargetURIError) -> TargetURI {
        if form == .absolute { return try TargetURI(targetText) }
        return try TargetURI(
            scheme: scheme, host: fields.firstValue(of: "Host") ?? [], target: form == .asterisk ? [] : target)
    }
}

extension FramingFields {
    /// Reads the fields that frame a message; throws for a line that no parser would read.
    init(checking fields: FieldSection) throws(WireFault) {
        var read = FramingFields()
        var fault: WireFault?
        fields.forEachLineAndKnown { name, value, isKnown in
            guard fault == nil else { return }
            do throws(WireFault) {
                if !isKnown { try FieldLineSyntax.check(name: name) }
                try FieldLineSyntax.check(value, at: 0)
                read.add(name: name, value: value)
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        self = read
    }
}
