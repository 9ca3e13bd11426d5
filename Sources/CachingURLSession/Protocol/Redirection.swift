import CachingClient
import Foundation
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request that a redirect asks for (RFC 9110 §15.4).
enum Redirection {
    /// How many are followed; more are taken for a loop.
    static let limit = 20

    /// What makes one request of a chain another than those before: a form may lead back to its own URL by GET, and a
    /// page may set a cookie and have itself asked for again.
    struct Step: Hashable {
        let method: Method
        let target: TargetURI
        let cookies: String?

        /// `request` has its cookies.
        init?(_ request: URLRequest) {
            guard let head = RequestHead(request) else { return nil }
            method = head.method
            target = head.target
            cookies = request.value(forHTTPHeaderField: "Cookie")
        }
    }

    /// nil for any other response, and where Location names no http or https URL.
    ///
    /// Throws where it leads from https to http, or there are several Location lines.
    static func request(
        after head: ResponseHead, to request: URLRequest
    ) throws(RedirectionError) -> URLRequest? {
        guard let current = RequestHead(request), let target = try target(of: head, from: current.target),
            let url = URL(string: target.description)
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
            for name in Redirections.secrets { next.setValue(nil, forHTTPHeaderField: name) }
        }
        return next
    }

    /// What leads to no http URL is the answer itself, as any other response.
    private static func target(of head: ResponseHead, from current: TargetURI) throws(RedirectionError) -> TargetURI? {
        do throws(RedirectionError) {
            return try Redirections.target(of: head, from: current)
        } catch {
            if case .unusable = error, head.fields.values(of: "Location").count == 1 { return nil }
            throw error
        }
    }
}
