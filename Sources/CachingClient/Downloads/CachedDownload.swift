public import HTTPCacheSemantics
public import HTTPDate

/// A download that is there as a whole, with the lifetime that its caller chose.
public struct CachedDownload: Sendable, Hashable {
    /// What was asked for, whatever redirections led to.
    public let url: TargetURI
    /// When the download began, by the manager's clock.
    public let startDate: HTTPDate
    /// When the last byte was there, by the manager's clock.
    public let endDate: HTTPDate
    /// Counted from the end of the download.
    public let expiresInSeconds: Int
    /// `endDate` and ``expiresInSeconds``: from then on it is fetched again.
    public let expiryDate: HTTPDate
    /// The file's name in the manager's directory.
    public let localName: String
    /// The file's path.
    public let path: String

    /// Whether its lifetime is over: from the expiry date on.
    public func isExpired(at now: HTTPDate) -> Bool { now >= expiryDate }
}

/// How far a download is.
public struct DownloadProgress: Sendable, Hashable {
    /// Bytes that are there, those of an earlier attempt included.
    public var received: Int
    /// Bytes of the whole, where that is known.
    public var total: Int?
    /// Bytes that were there before this attempt.
    public var resumedFrom: Int

    /// Takes numbers of bytes as they are.
    public init(received: Int, total: Int?, resumedFrom: Int) {
        self.received = received
        self.total = total
        self.resumedFrom = resumedFrom
    }
}

/// Why a download failed.
public enum DownloadError: Error, Sendable {
    /// The directory's files: the system's error number and the call that it came from.
    case io(errno: Int32, operation: String)
    /// Another manager has the directory open.
    case inUse
    /// The record could not be written.
    case record(any Error)
    /// The origin's answer was not the representation.
    case status(StatusCode)
    /// The origin sent the download elsewhere, and it was not followed there.
    case redirection(RedirectionError)
    /// The origin sent a part that was not asked for.
    case unrequestedPartialContent
    /// There was no response, or its content was not whole.
    case origin(any Error)
    /// The task that waited or the download was cancelled.
    case cancelled
    /// The manager was closed.
    case closed
}
