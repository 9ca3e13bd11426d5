public import HTTPCacheSemantics

/// Why bytes are no HTTP/1.1 message that is accepted here, and where.
///
/// In a request the fault leads to `requestStatus` and a closed connection; in a response it makes the answer unusable,
/// which a proxy reports as 502 (RFC 9112 §6.3).
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Fault: Sendable, Hashable, CaseIterable {
        // Start lines, RFC 9112 §3 and §4.
        case malformedRequestLine
        case malformedTarget
        case malformedStatusLine
        case malformedVersion
        case unsupportedVersion
        case methodTooLong
        case targetTooLong
        case connectNotSupported
        // Field lines, RFC 9112 §5.
        case bareCarriageReturn
        case controlByte
        case malformedFieldLine
        case emptyFieldName
        case spaceBeforeColon
        case lineFolding
        case blankAfterStartLine
        case headTooLarge
        case tooManyFieldLines
        case missingHost
        case repeatedHost
        case malformedHost
        // Framing, RFC 9112 §6 and §7.
        case malformedContentLength
        case repeatedContentLength
        case contentLengthTooLarge
        case lengthAndTransferEncoding
        case transferEncodingInHTTP10
        case chunkedNotFinal
        case unsupportedTransferCoding
        case malformedChunkSize
        case chunkSizeTooLarge
        case malformedChunkExtension
        case chunkExtensionsTooLong
        case malformedChunkEnd
        case trailersTooLarge
        case contentTooLarge
        // The conversation, RFC 9112 §8 and §9, RFC 9110 §15.2.
        case unexpectedData
        case unexpectedSwitch
        case tooManyInterimResponses
        case closedInsideHead
        case closedInsideContent
    }

    public let fault: Fault
    /// Bytes from the end of the previous message on the connection.
    public let offset: Int

    public init(_ fault: Fault, at offset: Int) {
        self.fault = fault
        self.offset = offset
    }

    public var description: String { "\(fault) at byte \(offset)" }

    /// The status code that answers a request with this fault.
    public var requestStatus: StatusCode {
        switch fault {
        case .unsupportedVersion: StatusCode(505)
        case .methodTooLong, .connectNotSupported, .unsupportedTransferCoding: StatusCode(501)
        case .targetTooLong: StatusCode(414)
        case .headTooLarge, .tooManyFieldLines, .trailersTooLarge: StatusCode(431)
        case .contentTooLarge, .contentLengthTooLarge, .chunkSizeTooLarge: StatusCode(413)
        default: StatusCode(400)
        }
    }
}
