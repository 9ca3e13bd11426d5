public import HTTPCacheSemantics

/// Why bytes are no HTTP/1.1 message that is accepted here, and where.
///
/// In a request the fault leads to `requestStatus` and a closed connection; in a response it makes the answer unusable,
/// which a proxy reports as 502 (RFC 9112 §6.3).
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with the bytes; each case names the section that forbids them, of RFC 9112 where it names no
    /// other, or the limit they exceed.
    public enum Fault: Sendable, Hashable, CaseIterable {
        // Start lines, RFC 9112 §3 and §4.
        /// A request line that is not method, target and version with one space between, more than eight empty lines
        /// before it, or a method that is no token (§3).
        case malformedRequestLine
        /// A request target in none of the four forms, or in one that the method does not have (§3.2).
        case malformedTarget
        /// A status line that is not version, three digits and a phrase, or a status outside 100...999 (§4).
        case malformedStatusLine
        /// Where the version stands, something else than `HTTP/` digit `.` digit (§2.3).
        case malformedVersion
        /// A well-formed version whose major number is not 1 (RFC 9110 §15.6.6).
        case unsupportedVersion
        /// A method of more bytes than `WireLimits.method`.
        case methodTooLong
        /// A request target of more bytes than `WireLimits.target` (§3).
        case targetTooLong
        /// A well-formed CONNECT: no tunnels are made here (RFC 9110 §9.3.6).
        case connectNotSupported
        // Field lines, RFC 9112 §5.
        /// A CR that no LF follows (§2.2).
        case bareCarriageReturn
        /// A control byte other than tab in a field line, or in a phrase that is to be sent (RFC 9110 §5.5).
        case controlByte
        /// A field line without a colon, or with a byte before it that is no token's (§5).
        case malformedFieldLine
        /// A field line that begins with its colon.
        case emptyFieldName
        /// A request's field line with white space before the colon (§5.1); in responses it is left out.
        case spaceBeforeColon
        /// A request's field line that goes on in a line that begins with white space (§5.2); in responses a fold is
        /// read as a space.
        case lineFolding
        /// White space at the beginning of the first field line, which nothing precedes that it could continue (§2.2).
        case blankAfterStartLine
        /// Start line and header section of more bytes than `WireLimits.head`.
        case headTooLarge
        /// More lines in the header or the trailer section than `WireLimits.fieldLines`.
        case tooManyFieldLines
        /// A request of HTTP/1.1 without Host (§3.2).
        case missingHost
        /// More than one Host line (§3.2).
        case repeatedHost
        /// A Host that is no host and port (§3.2).
        case malformedHost
        // Framing, RFC 9112 §6 and §7.
        /// A Content-Length with anything but digits, or with none; a list of equal lengths too (RFC 9110 §8.6).
        case malformedContentLength
        /// More than one Content-Length line, whatever they say (§6.3).
        case repeatedContentLength
        /// A Content-Length above `Int.max`.
        case contentLengthTooLarge
        /// Content-Length beside Transfer-Encoding, by which messages are smuggled (§6.3, §11.2).
        case lengthAndTransferEncoding
        /// Transfer-Encoding in a message of HTTP/1.0 (§6.1).
        case transferEncodingInHTTP10
        /// A request with a transfer coding whose last is not chunked, or with something more or empty in the list
        /// (§6.3).
        case chunkedNotFinal
        /// A transfer coding beside chunked, which nobody here decodes (§6.1).
        case unsupportedTransferCoding
        /// A chunk's size line that begins with no hexadecimal digit, goes on with neither an extension nor its end, or
        /// does not end in CRLF (§7.1).
        case malformedChunkSize
        /// A chunk size above `Int.max`.
        case chunkSizeTooLarge
        /// After a chunk's size, something that is no extension (§7.1.1).
        case malformedChunkExtension
        /// A size line above `WireLimits.chunkSizeLine`, or extensions above `WireLimits.chunkExtensions` in all.
        case chunkExtensionsTooLong
        /// A chunk's data without CRLF after it (§7.1).
        case malformedChunkEnd
        /// A trailer section of more bytes than `WireLimits.trailers`.
        case trailersTooLarge
        /// Content of more bytes than `WireLimits.content`, or than `ContentStream.collect(upTo:)` was asked for.
        case contentTooLarge
        // The conversation, RFC 9112 §8 and §9, RFC 9110 §15.2.
        /// Bytes from a server where no response is awaited.
        case unexpectedData
        /// A 101, though no request asked for another protocol (RFC 9110 §7.8).
        case unexpectedSwitch
        /// More 1xx responses before the final one than `WireLimits.interimResponses`.
        case tooManyInterimResponses
        /// The connection was closed before a head was whole, or before its first byte where a response is awaited
        /// (§8).
        case closedInsideHead
        /// The connection was closed before the content was whole (§8).
        case closedInsideContent
    }

    /// What is wrong.
    public let fault: Fault
    /// Bytes from the end of the previous message on the connection.
    public let offset: Int

    /// Makes an error; the offset is kept as it is.
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
