import Foundation
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The cookies of a session, which Foundation sends and keeps for its own protocols only.
///
/// Unchecked because HTTPCookieStorage is for any thread, though Linux does not say so.
struct SessionCookies: @unchecked Sendable {
    private let storage: HTTPCookieStorage?

    init(_ storage: HTTPCookieStorage?) { self.storage = storage }

    /// Adds what the storage has for a request that brings none of its own.
    func add(to request: inout URLRequest) {
        guard let storage, request.httpShouldHandleCookies, request.value(forHTTPHeaderField: "Cookie") == nil,
            let url = request.url, let cookies = storage.cookies(for: url), !cookies.isEmpty
        else { return }
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
            request.setValue(value, forHTTPHeaderField: name)
        }
    }

    /// Keeps what the origin has set; each line by itself, since joined ones cannot always be told apart.
    func keep(_ fields: FieldSection, from request: URLRequest) {
        guard let storage, request.httpShouldHandleCookies, let url = request.url else { return }
        for line in fields.values(of: "Set-Cookie") {
            let cookies = HTTPCookie.cookies(
                withResponseHeaderFields: ["Set-Cookie": FieldLine.text(line)], for: url)
            storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
        }
    }
}
