import CachingClient
import HTTPCacheSemantics
import HTTPDate
import HTTPWire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The words for what became of a download.
enum FetchWording {
    /// nil for one that the user has ended.
    static func line(for outcome: FetchBoard.Outcome, at now: HTTPDate) -> String? {
        switch outcome {
        case .cached(let download): "cached, \(expiry(of: download, at: now))"
        case .fetched(let download): "fetched, \(expiry(of: download, at: now))"
        case .failed(.cancelled), .failed(.closed): nil
        case .failed(let error): reason(error)
        }
    }

    private static func expiry(of download: CachedDownload, at now: HTTPDate) -> String {
        let seconds = Int(clamping: download.expiryDate.secondsSinceEpoch - now.secondsSinceEpoch)
        return seconds > 0 ? "expires in \(DurationText.exact(seconds))" : "expired"
    }

    /// Whether the fault lies with the directory and not with the server.
    static func isOfThisMachine(_ error: DownloadError) -> Bool {
        switch error {
        case .io, .inUse, .record: true
        case .redirection, .status, .unrequestedPartialContent, .origin, .cancelled, .closed: false
        }
    }

    static func reason(_ error: DownloadError) -> String {
        switch error {
        case .io(let number, _): String(cString: strerror(number))
        case .inUse: "another process has it open"
        case .record: "the record of the downloads could not be written"
        case .status(let status): "the server answered \(status)"
        case .redirection(let error): reason(error)
        case .unrequestedPartialContent: "the server sent a part that was not asked for"
        case .origin(let error): reason(error)
        case .cancelled, .closed: "cancelled"
        }
    }

    private static func reason(_ error: RedirectionError) -> String {
        switch error {
        case .tooMany(let limit): "more than \(limit) redirections"
        case .loop(let target): "the redirections come back to \(ShownBytes.text(target.description))"
        case .insecure(let target): "a redirection from https to \(ShownBytes.text(target.description))"
        case .unusable(let location): "a redirection to \(ShownBytes.quoted(location))"
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case TransportError.schemeNotSupported(let scheme):
            "redirected to \(scheme), and this tool speaks plain http only"
        case let error as ConnectionError: reason(error)
        case ClientError.contentCut(let received, let expected, let cause):
            "the content broke off after \(received)" + (expected.map { " of \($0)" } ?? "") + " bytes"
                + ((cause as? ConnectionError).flatMap { isCut($0) ? nil : ": " + reason($0) } ?? "")
        case let error as ClientError: error.description
        default: "\(error)"
        }
    }

    /// Whether the error says no more than that the content ended early.
    private static func isCut(_ error: ConnectionError) -> Bool {
        switch error {
        case .closed, .malformed: true
        default: false
        }
    }

    private static func reason(_ error: ConnectionError) -> String {
        switch error {
        case .malformed(let error): "the server's answer is malformed: \(error)"
        case .timedOut: "the server took too long"
        case .closed: "the server closed the connection without an answer"
        case .system(let number): String(cString: strerror(number))
        case .nameNotResolved: "the name of the server is not known"
        case .contentLengthMismatch, .cancelled, .shutDown: "\(error)"
        }
    }
}
