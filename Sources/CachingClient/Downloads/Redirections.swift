public import HTTPCacheSemantics

/// A GET on its way through redirections (RFC 9110 §15.4).
package struct Redirections {
    private(set) var request: RequestHead
    private var visited: Set<TargetURI>
    private var followed = 0
    private let limit: Int

    init(from request: RequestHead, limit: Int) {
        self.request = request
        self.limit = limit
        visited = [request.target]
    }

    /// Makes ``request`` the one that follows from a response; false where that is no redirection with a Location.
    mutating func follow(_ response: ResponseHead) throws(RedirectionError) -> Bool {
        guard let target = try Self.target(of: response, from: request.target) else { return false }
        guard visited.insert(target).inserted else { throw .loop(target) }
        guard followed < limit else { throw .tooMany(limit: limit) }
        followed += 1
        var fields = request.fields
        if target.origin != request.target.origin {
            for name in Self.secrets { fields.remove(name) }
        }
        request = RequestHead(method: request.method, target: target, fields: fields)
        return true
    }
}

extension Redirections {
    /// What was sent for one origin alone, and is not sent to another.
    package static let secrets = ["Authorization", "Cookie", "Proxy-Authorization"]

    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// Where a response to a request for `current` leads; nil where it is no redirection with a Location.
    ///
    /// Throws `.unusable` for several Location lines and for what is no http or https URI, and `.insecure`.
    package static func target(
        of response: ResponseHead, from current: TargetURI
    ) throws(RedirectionError) -> TargetURI? {
        guard statuses.contains(response.status.value), let location = response.fields.combinedValue(of: "Location")
        else { return nil }
        guard response.fields.values(of: "Location").count == 1, let target = current.resolving(location),
            target.scheme == "http" || target.scheme == "https"
        else { throw .unusable(location: location) }
        if current.scheme == "https", target.scheme != "https" { throw .insecure(target) }
        return target
    }
}

/// Why a redirection was not followed.
public enum RedirectionError: Error, Sendable, Hashable {
    /// More of them in a row than are followed.
    case tooMany(limit: Int)
    /// It leads to where another came from.
    case loop(TargetURI)
    /// From https to http.
    case insecure(TargetURI)
    /// There are several Location lines, or it is no http URI.
    case unusable(location: String)
}
