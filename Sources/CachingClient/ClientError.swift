public import HTTPCacheSemantics

/// Why a request has no answer, or content is not whole.
public enum ClientError: Error, Sendable {
    /// The origin gave no response head, and nothing stored may stand in for one; the rule says why not.
    case originFailed(any Error, because: Rule)
    /// The transport gave a status below 200 or above 599 as that of a final response.
    case unexpectedStatus(StatusCode)
    /// The origin sent a 304 although neither If-None-Match nor If-Modified-Since was sent to it (RFC 9110 §15.4.5).
    case unrequestedNotModified
    /// The origin sent a 206 although no range was asked of it.
    case unrequestedPartialContent
    /// The content ended before it was whole; the transport's own error, where there was one.
    case contentCut(received: Int, expected: Int?, (any Error)?)
    /// The origin sent more bytes than its head said.
    case contentTooLong(expected: Int)
    /// The content has more bytes than the caller's limit.
    case contentTooLarge(limit: Int)
    /// The request has to be sent again, and its content was a stream that has been read.
    case contentNotRepeatable
    /// The store could not give the content that it had said it had.
    case storedContentLost((any Error)?)
    /// The calling task was cancelled.
    case cancelled
}

extension ClientError {
    var isCancellation: Bool { if case .cancelled = self { true } else { false } }

    /// The same error with what is known about the place where content broke off.
    func counting(_ received: Int, of expected: Int?) -> ClientError {
        guard case .contentCut(_, _, let cause) = self else { return self }
        return .contentCut(received: received, expected: expected, cause)
    }

    /// What a source of content threw.
    init(ofContent error: any Error) {
        switch error {
        case let error as ClientError: self = error
        case is CancellationError: self = .cancelled
        default: self = .contentCut(received: 0, expected: nil, error)
        }
    }
}

extension ClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .originFailed(let error, let rule): "no response from the origin (\(rule.code)): \(error)"
        case .unexpectedStatus(let status): "\(status) is no status of a final response"
        case .unrequestedNotModified: "304 to a request without conditions"
        case .unrequestedPartialContent: "206 to a request without a range"
        case .contentCut(let received, let expected, let error):
            "the content broke off after \(received) bytes" + (expected.map { " of \($0)" } ?? "")
                + (error.map { ": \($0)" } ?? "")
        case .contentTooLong(let expected): "the content has more than the \(expected) bytes that were announced"
        case .contentTooLarge(let limit): "the content has more than \(limit) bytes"
        case .contentNotRepeatable: "the request's content cannot be sent again"
        case .storedContentLost(let error): "the stored content is gone" + (error.map { ": \($0)" } ?? "")
        case .cancelled: "cancelled"
        }
    }
}
