import CachingClient
import Foundation
import HTTPCacheSemantics
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request of a session, answered through a client.
final class CachingLoad: Sendable {
    private let route: CacheRoute
    private let request: URLRequest
    private let delivery: ProtocolDelivery
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ route: CacheRoute, _ request: URLRequest, _ delivery: ProtocolDelivery) {
        self.route = route
        self.request = request
        self.delivery = delivery
    }

    /// Begins in a task of its own: the session's queue, on which this is called, must go on.
    func start() {
        let task = Task {
            do {
                try await run()
            } catch {
                await delivery.fail(URLError(ofLoad: error))
            }
        }
        self.task.withLock { $0 = task }
    }

    /// Elsewhere than on the session's queue, on which this is called: what a transport does then may wait for that queue,
    /// as cancelling a task of any other session does.
    func stop() {
        guard let task = task.withLock({ $0 }) else { return }
        Self.cancellation.async { task.cancel() }
    }

    private static let cancellation = DispatchQueue(label: "CachingURLSession.load.cancellation")

    private func run() async throws {
        var request = request
        for (name, value) in route.additionalFields where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        var unkeyed = try await request.readQueryContent()
        #if canImport(FoundationNetworking)
            var steps = Set([step(request)])
        #endif
        for _ in 0...Redirection.limit {
            let (head, content) = try await answer(to: request, unkeyed)
            unkeyed = nil
            guard let url = request.url, let response = head.httpURLResponse(for: url) else {
                throw URLError(.badServerResponse)
            }
            guard let next = try Redirection.request(after: head, to: request) else {
                return try await deliver(response, content)
            }
            await readAway(content)
            #if canImport(FoundationNetworking)
                // It has been read, and nobody can be asked for another.
                if next.httpBodyStream != nil { throw URLError(.requestBodyStreamExhausted) }
                if let step = step(next), !steps.insert(step).inserted { throw RedirectionError.loop(step.target) }
                request = next
            #else
                return await delivery.redirect(to: next, after: response)
            #endif
        }
        throw RedirectionError.tooMany(limit: Redirection.limit)
    }

    #if canImport(FoundationNetworking)
        private func step(_ request: URLRequest) -> Redirection.Step? {
            var request = request
            route.cookies.add(to: &request)
            return Redirection.Step(request)
        }
    #endif

    /// `unkeyed` is the content of a QUERY that is too long for a key; such a one goes past the cache.
    private func answer(to request: URLRequest, _ unkeyed: Content?) async throws -> (ResponseHead, Content) {
        var request = request
        route.cookies.add(to: &request)
        var use = CacheUse(request)
        guard let head = RequestHead(request)?.adding(use.directives) else { throw URLError(.unsupportedURL) }
        let content = unkeyed ?? Content(ofBody: request)
        // No key holds the content of a GET or HEAD, though an origin may heed it (RFC 9110 §9.3.1).
        let hasUnkeyedContent = [.get, .head].contains(head.method) && content.bytes?.isEmpty != true
        if unkeyed != nil || hasUnkeyedContent {
            if use == .storeOnly { throw URLError(.resourceUnavailable) }
            use = .bypass(directives: use.directives)
        }
        switch use {
        case .bypass:
            let response = try await route.transport.send(OutgoingRequest(head: head, content: content))
            route.cookies.keep(response.head.fields, from: request)
            return (response.head, response.content)
        case .storeOnly where !route.client.policy.options.requestDirectives:
            // A client that does not heed the request might ask the origin.
            guard let answer = route.client.answerAtOnce(head) else { throw URLError(.resourceUnavailable) }
            return (answer.head, answer.content)
        case .client, .storeOnly:
            let answer = try await route.client.send(head, content: content)
            if use == .storeOnly, answer.source == .cache { throw URLError(.resourceUnavailable) }
            if answer.source == .origin { route.cookies.keep(answer.fields, from: request) }
            return (answer.head, answer.content)
        }
    }

    /// Content that is dropped before its end is not stored; what is too long, or breaks off, is not worth the wait.
    private func readAway(_ content: Content) async { _ = try? await content.collect(upTo: 256 << 10) }

    private func deliver(_ response: HTTPURLResponse, _ content: Content) async throws {
        await delivery.begin(response)
        let isJoined = route.joinsBodies
        var joined = Data()
        for try await piece in content {
            if isJoined { joined.append(contentsOf: piece) } else { await delivery.load(Data(piece)) }
        }
        if !joined.isEmpty { await delivery.load(joined) }
        await delivery.finish()
    }
}

extension RequestHead {
    /// The same request with these directives in its Cache-Control (RFC 9111 §5.2.1).
    fileprivate func adding(_ directives: String?) -> RequestHead {
        guard let directives else { return self }
        var fields = fields
        fields.append(name: "Cache-Control", value: directives)
        return with(fields: fields)
    }
}

extension URLError {
    /// What a session is told when a load fails.
    init(ofLoad error: any Error) {
        switch error {
        case let error as URLError: self = error
        case is CancellationError: self.init(.cancelled)
        case let error as ClientError: self.init(of: error)
        case let error as URLSessionTransportError: self.init(of: error)
        case let error as RedirectionError: self.init(of: error)
        default: self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
        }
    }

    private init(of error: ClientError) {
        let details: [String: Any] = [
            NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: "\(error)",
        ]
        switch error {
        case .cancelled: self.init(.cancelled)
        case .originFailed(let cause as URLSessionTransportError, _): self.init(of: cause)
        case .originFailed: self.init(.cannotConnectToHost, userInfo: details)
        case .contentCut(_, _, let cause as URLSessionTransportError): self.init(of: cause)
        case .contentCut, .contentTooLong: self.init(.networkConnectionLost, userInfo: details)
        case .contentNotRepeatable: self.init(.requestBodyStreamExhausted, userInfo: details)
        case .contentTooLarge: self.init(.dataLengthExceedsMaximum, userInfo: details)
        case .storedContentLost: self.init(.cannotOpenFile, userInfo: details)
        case .unexpectedStatus, .unrequestedNotModified, .unrequestedPartialContent:
            self.init(.badServerResponse, userInfo: details)
        }
    }

    private init(of error: RedirectionError) {
        let code: Code =
            switch error {
            case .tooMany, .loop: .httpTooManyRedirects
            case .insecure: .appTransportSecurityRequiresSecureConnection
            case .unusable: .redirectToNonExistentLocation
            }
        self.init(code, userInfo: [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: "\(error)"])
    }

    private init(of error: URLSessionTransportError) {
        let details: [String: Any] = [
            NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: "\(error)",
        ]
        switch error {
        case .noResponse(let error), .contentBrokenOff(let error): self = error
        case .timedOut: self.init(.timedOut, userInfo: details)
        case .schemeNotSupported, .notAURL: self.init(.unsupportedURL, userInfo: details)
        case .contentWithheld, .contentLengthInvalid: self.init(.badServerResponse, userInfo: details)
        case .partOfCodedContent, .codingsNotSupported: self.init(.cannotDecodeContentData, userInfo: details)
        case .requestContentFailed: self.init(.requestBodyStreamExhausted, userInfo: details)
        case .readerTooSlow: self.init(.dataLengthExceedsMaximum, userInfo: details)
        case .overflowFailed: self.init(.cannotWriteToFile, userInfo: details)
        }
    }
}
