/// Where a message's content ends (RFC 9112 §6.3).
public enum MessageFraming: Sendable, Hashable {
    /// The message ends with its head.
    case none
    /// Content-Length: so many bytes; a request's or response's content may be 0 bytes long.
    case length(Int)
    /// Transfer-Encoding: chunked.
    case chunked
    /// The content ends where the connection does; responses only.
    case untilClose
}

/// What a request expects of the server before it sends its content (RFC 9110 §10.1.1).
public enum Expectation: Sendable, Hashable {
    /// Nothing: no Expect field, or a 100-continue in HTTP/1.0 or without content, where it is void.
    case none
    /// `100-continue`, in a request of HTTP/1.1 that has content.
    case continuation
    /// Anything else, which a server may answer with 417.
    case unknown
}

/// What the fields that frame a message and manage its connection say, gathered line by line.
struct FramingFields: Sendable, Hashable {
    enum Length: Sendable, Hashable {
        case absent
        case value(Int)
        case malformed
        case tooLarge
        case repeated
    }

    /// What Transfer-Encoding lists so far; `misplaced` is final.
    enum Coding: Sendable, Hashable { case absent, chunked, other, otherThenChunked, misplaced }
    enum Host: Sendable, Hashable { case absent, wellFormed, malformed, repeated }

    var length: Length = .absent
    var coding: Coding = .absent
    var host: Host = .absent
    var expectation: Expectation = .none
    var saysClose = false
    var saysKeepAlive = false

    mutating func add(name: Span<UInt8>, value: Span<UInt8>) {
        // The lengths tell nearly all other names apart at no cost.
        switch name.count {
        case 4 where name.matches("host"): addHost(value)
        case 6 where name.matches("expect"): addExpectation(value)
        case 10 where name.matches("connection"): addConnectionOptions(value)
        case 14 where name.matches("content-length"): addLength(value)
        case 17 where name.matches("transfer-encoding"): addCodings(value)
        default: break
        }
    }

    private mutating func addHost(_ value: Span<UInt8>) {
        guard host == .absent else {
            host = .repeated
            return
        }
        host = HostSyntax.accepts(value) ? .wellFormed : .malformed
    }

    private mutating func addExpectation(_ value: Span<UInt8>) {
        var list = ListScanner()
        while let element = list.next(in: value) {
            if element.isEmpty { continue }
            let isContinue = value.extracting(element).matches("100-continue")
            expectation = isContinue && expectation != .unknown ? .continuation : .unknown
        }
    }

    private mutating func addConnectionOptions(_ value: Span<UInt8>) {
        var list = ListScanner()
        while let element = list.next(in: value) {
            let option = value.extracting(element)
            if option.matches("close") { saysClose = true }
            if option.matches("keep-alive") { saysKeepAlive = true }
        }
    }

    private mutating func addLength(_ value: Span<UInt8>) {
        length = length == .absent ? Self.length(value) : .repeated
    }

    /// `1*DIGIT`; a list of equal values is refused too, as RFC 9110 §8.6 allows.
    private static func length(_ value: Span<UInt8>) -> Length {
        guard !value.isEmpty else { return .malformed }
        var number = 0
        var overflowed = false
        for index in 0..<value.count {
            guard value[index].isDecimalDigit else { return .malformed }
            let (product, a) = number.multipliedReportingOverflow(by: 10)
            let (sum, b) = product.addingReportingOverflow(Int(value[index] & 15))
            overflowed = overflowed || a || b
            number = sum
        }
        return overflowed ? .tooLarge : .value(number)
    }

    /// Empty list elements, parameters and whatever stands after `chunked` count against the coding: hops that disagree
    /// about these are what smuggling lives on (RFC 9112 §11.2).
    private mutating func addCodings(_ value: Span<UInt8>) {
        var list = ListScanner()
        while let element = list.next(in: value) {
            let isChunked = value.extracting(element).matches("chunked")
            switch coding {
            case _ where element.isEmpty: coding = .misplaced
            case .absent: coding = isChunked ? .chunked : .other
            case .other: coding = isChunked ? .otherThenChunked : .other
            case .chunked, .otherThenChunked, .misplaced: coding = .misplaced
            }
        }
    }
}

extension FramingFields {
    func requestFraming(version: HTTPVersion) throws(WireFault) -> MessageFraming {
        switch coding {
        case .absent: break
        case _ where version < .http11: throw WireFault(.transferEncodingInHTTP10)
        case _ where length != .absent: throw WireFault(.lengthAndTransferEncoding)
        case .chunked: return .chunked
        case .otherThenChunked: throw WireFault(.unsupportedTransferCoding)
        case .other, .misplaced: throw WireFault(.chunkedNotFinal)
        }
        guard let length = try lengthValue() else { return .none }
        return .length(length)
    }

    /// `mayHaveContent` is false for responses to HEAD and for 1xx, 204 and 304, which end with their head whatever its
    /// fields say; but a length that is none, or beside a coding, is as wrong there, and must not be passed on (RFC 9110
    /// §8.6). A coding other than chunked alone could be framed, but not decoded, and is refused.
    func responseFraming(version: HTTPVersion, mayHaveContent: Bool) throws(WireFault) -> MessageFraming {
        guard mayHaveContent else {
            guard coding == .absent || length == .absent else { throw WireFault(.lengthAndTransferEncoding) }
            _ = try lengthValue()
            return .none
        }
        switch coding {
        case .absent: break
        case _ where version < .http11: throw WireFault(.transferEncodingInHTTP10)
        case _ where length != .absent: throw WireFault(.lengthAndTransferEncoding)
        case .chunked: return .chunked
        case .other, .otherThenChunked, .misplaced: throw WireFault(.unsupportedTransferCoding)
        }
        guard let length = try lengthValue() else { return .untilClose }
        return .length(length)
    }

    private func lengthValue() throws(WireFault) -> Int? {
        switch length {
        case .absent: return nil
        case .value(let value): return value
        case .malformed: throw WireFault(.malformedContentLength)
        case .tooLarge: throw WireFault(.contentLengthTooLarge)
        case .repeated: throw WireFault(.repeatedContentLength)
        }
    }

    func checkHost(version: HTTPVersion) throws(WireFault) {
        switch host {
        case .absent where version >= .http11: throw WireFault(.missingHost)
        case .repeated: throw WireFault(.repeatedHost)
        case .malformed: throw WireFault(.malformedHost)
        default: break
        }
    }

    /// RFC 9112 §9.3, for a message that tells its own length.
    func persists(version: HTTPVersion) -> Bool {
        !saysClose && (version >= .http11 || saysKeepAlive)
    }
}

/// A fault and where in its line it stands; the reader that knows where the line began makes a `WireError` of it.
struct WireFault: Error {
    let fault: WireError.Fault
    let offset: Int

    init(_ fault: WireError.Fault, at offset: Int = 0) {
        self.fault = fault
        self.offset = offset
    }
}
