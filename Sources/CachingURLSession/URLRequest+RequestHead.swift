public import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension RequestHead {
    /// Method, URL and fields of a request; the fragment is dropped, and lines come sorted by name.
    ///
    /// Content is not looked at but for QUERY, where `httpBody` tells keys apart; that of an `httpBodyStream` is not
    /// seen, and has to be read into `httpBody` before. nil for a URL that is none of an HTTP resource: see
    /// ``TargetURI``.
    public init?(_ request: URLRequest) {
        guard let url = request.url, let target = try? TargetURI(url.absoluteURL.absoluteString) else { return nil }
        var fields = FieldSection()
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            fields.append(name: name, value: value)
        }
        let method = Method(request.httpMethod ?? "GET")
        self.init(
            method: method, target: target, fields: fields,
            content: method == .query ? request.httpBody.map(Array.init) ?? [] : [])
    }

    /// The request as Foundation has it; lines of one name are joined by a comma and a space.
    ///
    /// Its policy is to ignore Foundation's caches. nil where Foundation takes the target for no URL.
    public var urlRequest: URLRequest? {
        guard let url = URL(string: target.description) else { return nil }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method.name
        for (name, value) in fields.joinedByName { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
