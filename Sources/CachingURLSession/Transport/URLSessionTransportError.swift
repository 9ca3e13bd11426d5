public import Foundation

/// Why a request over URLSession has no response, or its content is not whole.
public enum URLSessionTransportError: Error, Sendable {
    /// Only http and https are spoken.
    case schemeNotSupported(String)
    /// Foundation takes the target for no URL.
    case notAURL(String)
    /// No response head came, or none that Foundation can read; on Linux that is also said of a field value that is not
    /// UTF-8.
    case noResponse(URLError)
    /// A head came, and then the content broke off or could not be decoded.
    case contentBrokenOff(URLError)
    /// Foundation has swallowed the content of this response: on Linux that of a redirect without a Location.
    case contentWithheld(status: Int)
    /// The lines of Content-Length say different numbers or none (RFC 9110 §8.6).
    case contentLengthInvalid(String)
    /// The origin sent nothing for so many seconds while somebody waited.
    case timedOut(seconds: Double)
    /// A part of content that the platform decodes as though it were whole (RFC 9110 §14.2).
    case partOfCodedContent(coding: String)
    /// Content codings that the platform may have taken away in part.
    case codingsNotSupported(String)
    /// The request's content could not be read to its end; what its stream threw.
    case requestContentFailed(any Error)
    /// More of the content than this waited on disk for its reader, which happens on Linux.
    case readerTooSlow(limit: Int)
    /// The content could not be put on disk until its reader takes it; what the system said.
    case overflowFailed(any Error)
}

extension URLSessionTransportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .schemeNotSupported(let scheme): "no \(scheme) over URLSession"
        case .notAURL(let target): "Foundation takes \(target) for no URL"
        case .noResponse(let error): "no response: \(error.localizedDescription)"
        case .contentBrokenOff(let error): "the content broke off: \(error.localizedDescription)"
        case .contentWithheld(let status): "Foundation has withheld the content of the \(status) response"
        case .contentLengthInvalid(let lengths): "a Content-Length of \(lengths)"
        case .timedOut(let seconds): "the origin sent nothing for \(seconds) seconds"
        case .partOfCodedContent(let coding): "a part of content that is coded as \(coding)"
        case .codingsNotSupported(let codings): "content that is coded as \(codings)"
        case .requestContentFailed(let error): "the request's content could not be read: \(error)"
        case .readerTooSlow(let limit): "more than \(limit) bytes waited for their reader"
        case .overflowFailed(let error): "what waited for its reader could not be kept: \(error)"
        }
    }
}
