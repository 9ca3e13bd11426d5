import Foundation
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request that a redirect asks for (RFC 9110 §15.4).
enum Redirection {
    /// How many are followed; more are taken for a loop.
    static let limit = 20

    /// nil for any other response, and where Location names no http or https URL.
    static func request(after head: ResponseHead, to request: URLRequest) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(head.status.value), let current = RequestHead(request),
            let location = head.fields.combinedValue(of: "Location"), let target = current.target.resolving(location),
            target.scheme == "http" || target.scheme == "https", let url = URL(string: target.description)
        else { return nil }
        var next = request
        next.url = url
        let method = current.method
        let becomesGet =
            head.status.value == 303
            ? method != .get && method != .head : head.status.value <= 302 && method == .post
        if becomesGet {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
            for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Transfer-Encoding"]
            {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        // What was for this origin is not for another.
        if target.origin != current.target.origin {
            for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        return next
    }
}
