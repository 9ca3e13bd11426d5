import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gives a protocol's client what it has coming, on the thread that wants it, and nothing after the end.
///
/// Unchecked because protocol and client are touched only as Foundation allows: on Linux from any thread, one call
/// after the other; elsewhere on the thread that began the load.
final class ProtocolDelivery: @unchecked Sendable {
    private weak var urlProtocol: URLProtocol?
    private let client: any URLProtocolClient
    private let isOver = Locked(false)

    #if canImport(FoundationNetworking)
        init(_ urlProtocol: URLProtocol, _ client: any URLProtocolClient) {
            self.urlProtocol = urlProtocol
            self.client = client
        }

        private func perform(_ call: @escaping @Sendable () -> Void) { call() }
    #else
        private let loop: CFRunLoop
        private let mode: CFRunLoopMode

        init(_ urlProtocol: URLProtocol, _ client: any URLProtocolClient) {
            self.urlProtocol = urlProtocol
            self.client = client
            loop = CFRunLoopGetCurrent()
            mode = CFRunLoopCopyCurrentMode(loop) ?? .defaultMode
        }

        private func perform(_ call: @escaping @Sendable () -> Void) {
            CFRunLoopPerformBlock(loop, mode.rawValue, call)
            CFRunLoopWakeUp(loop)
        }
    #endif

    func begin(_ response: HTTPURLResponse) {
        tell { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
    }

    func load(_ data: Data) { tell { $1.urlProtocol($0, didLoad: data) } }

    func finish() { tellLast { $1.urlProtocolDidFinishLoading($0) } }

    func fail(_ error: URLError) { tellLast { $1.urlProtocol($0, didFailWithError: error) } }

    /// The session makes another request, and this one comes to nothing.
    func redirect(to request: URLRequest, after response: HTTPURLResponse) {
        tellLast {
            $1.urlProtocol($0, wasRedirectedTo: request, redirectResponse: response)
            $1.urlProtocol($0, didFailWithError: CocoaError(.userCancelled))
        }
    }

    /// Nothing is told any more; false when the end has been told already.
    @discardableResult
    func stop() -> Bool {
        isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
    }

    private func tell(_ call: @escaping @Sendable (URLProtocol, any URLProtocolClient) -> Void) {
        perform { [self] in
            if !isOver.withLock({ $0 }), let urlProtocol { call(urlProtocol, client) }
        }
    }

    private func tellLast(_ call: @escaping @Sendable (URLProtocol, any URLProtocolClient) -> Void) {
        perform { [self] in
            if stop(), let urlProtocol { call(urlProtocol, client) }
        }
    }
}
