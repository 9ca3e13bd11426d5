import CachingClient
import Foundation
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where the requests that come to a protocol class go.
struct CacheRoute: Sendable {
    let client: CachingClient
    let transport: any Transport
    let cookies: SessionCookies
    /// What the configuration adds to each request that does not say otherwise; Foundation on Linux does that for its
    /// own protocols only.
    var additionalFields: [String: String] = [:]

    /// Whether content goes to the session in one piece.
    var joinsBodies: Bool {
        #if canImport(FoundationNetworking)
            bodies == .joined
        #else
            false
        #endif
    }
    let bodies: CachingURLProtocol.Bodies
}

/// The route of each protocol class.
///
/// A configuration names classes and nothing else, and a protocol does not learn whose session it works for: so each
/// cache has a class of its own. They are made by numbers, as specialisations of one generic class.
final class ProtocolRoutes: Sendable {
    static let shared = ProtocolRoutes()

    private let state = Locked((routes: [ObjectIdentifier: CacheRoute](), made: 0))

    func route(of type: CachingURLProtocol.Type) -> CacheRoute? {
        state.withLock { $0.routes[ObjectIdentifier(type)] }
    }

    func set(_ route: CacheRoute?, for type: CachingURLProtocol.Type) {
        state.withLock { $0.routes[ObjectIdentifier(type)] = route }
    }

    /// A class that nobody has yet.
    func makeClass(_ route: CacheRoute) -> CachingURLProtocol.Type {
        let number = state.withLock { state in
            state.made += 1
            return state.made
        }
        let type = Self.type(numbered: number, NumberEnd.self)
        set(route, for: type)
        return type
    }

    /// One level of generics for each binary digit.
    private static func type<Digits>(numbered number: Int, _: Digits.Type) -> CachingURLProtocol.Type {
        if number == 0 { return NumberedProtocol<Digits>.self }
        return number & 1 == 0
            ? type(numbered: number >> 1, Zero<Digits>.self) : type(numbered: number >> 1, One<Digits>.self)
    }
}

private enum NumberEnd {}
private enum Zero<Rest> {}
private enum One<Rest> {}

private final class NumberedProtocol<Digits>: CachingURLProtocol {}
