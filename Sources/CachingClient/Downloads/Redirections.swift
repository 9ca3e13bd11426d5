public import HTTPCacheSemantics

/// A GET on its way through redirections (RFC 9110 §15.4).
struct Redirections {
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
    ///
    /// What the caller sent for one origin alone, Authorization and Cookie, is not sent to another.
    mutating func follow(_ response: ResponseHead) throws(RedirectionError) -> Bool {
        guard Self.statuses.contains(response.status.value) else { return false }
        let locations = response.fields.values(of: "Location")
        guard let location = locations.first.map({ FieldLine.text($0) }) else { return false }
        guard locations.count == 1, let target = request.target.resolving(location),
            target.scheme == "http" || target.scheme == "https"
        else { throw .unusable(location: location) }
        if request.target.scheme == "https", target.scheme != "https" { throw .insecure(target) }
        guard visited.insert(target).inserted else { throw .loop(target) }
        guard followed < limit else { throw .tooMany(limit: limit) }
        followed += 1
        var fields = request.fields
        if target.origin != request.target.origin {
            fields.remove("Authorization")
            fields.remove("Cookie")
        }
        request = RequestHead(method: request.method, target: target, fields: fields)
        return true
    }

    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]
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
