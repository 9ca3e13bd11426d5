import Foundation
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gives a protocol's client what it has coming, where Foundation began the load, and nothing after the end.
///
/// Unchecked because protocol and client are touched only there.
final class ProtocolDelivery: @unchecked Sendable {
    private weak var urlProtocol: URLProtocol?
    private let client: any URLProtocolClient
    private let place = LoadingPlace()
    private let isOver = Locked(false)

    /// Called by what begins the load.
    init(_ urlProtocol: URLProtocol, _ client: any URLProtocolClient) {
        self.urlProtocol = urlProtocol
        self.client = client
    }

    func begin(_ response: HTTPURLResponse) async {
        await tell { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
    }

    func load(_ data: Data) async { await tell { $1.urlProtocol($0, didLoad: data) } }

    func finish() async { await tellLast { $1.urlProtocolDidFinishLoading($0) } }

    func fail(_ error: URLError) async { await tellLast { $1.urlProtocol($0, didFailWithError: error) } }

    /// For what begins the load, and gives it up at once.
    func refuse(_ error: URLError) {
        if stop(), let urlProtocol { client.urlProtocol(urlProtocol, didFailWithError: error) }
    }

    /// The session makes another request, and this one comes to nothing.
    func redirect(to request: URLRequest, after response: HTTPURLResponse) async {
        await tellLast {
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

    private func tell(_ call: @escaping @Sendable (URLProtocol, any URLProtocolClient) -> Void) async {
        await place.perform { [self] in
            if !isOver.withLock({ $0 }), let urlProtocol { call(urlProtocol, client) }
        }
    }

    private func tellLast(_ call: @escaping @Sendable (URLProtocol, any URLProtocolClient) -> Void) async {
        await place.perform { [self] in
            if stop(), let urlProtocol { call(urlProtocol, client) }
        }
    }
}
