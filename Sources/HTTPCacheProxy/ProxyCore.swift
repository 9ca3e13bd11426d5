import CachingClient
import HTTPCacheSemantics
import HTTPDate
import HTTPWire
import Locking

/// Answers requests: at once, on the loop's thread, where the store has the answer in memory; else in a task.
final class ProxyCore: LoopHandler {
    let client: CachingClient
    let store: any ResponseStore
    private let configuration: ProxyConfiguration
    private let observer: (any ProxyObserver)?
    private let counters = Locked(ProxyStatistics())
    private let reader: RequestReader

    init(
        client: CachingClient, store: any ResponseStore, configuration: ProxyConfiguration,
        observer: (any ProxyObserver)?
    ) {
        self.client = client
        self.store = store
        self.configuration = configuration
        self.observer = observer
        reader = RequestReader(configuration)
    }

    var statistics: ProxyStatistics { counters.withLock { $0 } }

    func listens(at address: SocketAddress) { reader.own(address) }

    func targets(ofPath path: String) -> [TargetURI] {
        reader.ownAuthorities.sorted().compactMap { try? TargetURI("http://\($0)\(path)") }
    }

    func begin(_ exchange: ServerExchange) {
        let started = Moment(date: client.clock.now)
        let request: ReceivedRequest
        do throws(OwnAnswer) {
            request = try reader.read(exchange.head)
        } catch {
            return refuse(exchange, error, started)
        }
        if exchange.head.framing == .none,
            let answer = client.answerAtOnce(request.head, partition: request.partition),
            respond(exchange, answer, request, started)
        {
            return
        }
        AsyncHandler { [self] server, writer in
            await serve(request, server, writer, started)
        }.begin(exchange)
    }

    // MARK: At once

    private func refuse(_ exchange: ServerExchange, _ own: OwnAnswer, _ started: Moment) {
        guard let head = own.head(at: started.date) else { return exchange.abort() }
        exchange.respond(head, content: own.content)
        counters.withLock { $0.count(own: own.status) }
        observer?.exchangeEnded(ProxiedExchange(exchange.head, own, head, since: started, now: started.date))
    }

    /// False where the content is not in memory.
    private func respond(
        _ exchange: ServerExchange, _ answer: Answer, _ request: ReceivedRequest, _ started: Moment
    ) -> Bool {
        guard let bytes = answer.content.bytes, answer.source != .cache,
            let head = try? WireResponseHead(status: answer.status, fields: answer.fields)
        else { return false }
        exchange.respond(head, content: bytes)
        counters.withLock { $0.count(answer, bytes: bytes.count) }
        if let observer {
            observer.exchangeEnded(
                ProxiedExchange(
                    request, exchange.head, answer, head, from: started, to: started, bytes: bytes.count,
                    isWhole: true))
        }
        return true
    }

    // MARK: In a task

    private func serve(
        _ request: ReceivedRequest, _ server: ServerRequest, _ writer: ResponseWriter, _ started: Moment
    ) async {
        let answer: Answer
        do throws(OwnAnswer) {
            answer = try await self.answer(to: request, server, writer)
        } catch {
            return refuse(writer, server.head, error, started)
        }
        let arrived = Moment(date: client.clock.now)
        guard let head = try? WireResponseHead(status: answer.status, fields: answer.fields) else {
            return refuse(writer, server.head, OwnAnswer(502, "the origin's answer cannot be passed on"), started)
        }
        // Before the last byte, so that what is seen here has the order in which a client asks.
        let report: @Sendable (Int, Bool) -> Void = { [self] count, isWhole in
            counters.withLock { $0.count(answer, bytes: count) }
            observer?.exchangeEnded(
                ProxiedExchange(
                    request, server.head, answer, head, from: started, to: arrived, bytes: count, isWhole: isWhole))
        }
        if let bytes = answer.content.bytes {
            report(bytes.count, true)
            writer.respond(head, content: bytes)
        } else {
            writer.start(head)
            await stream(answer.content, to: writer, report)
        }
    }

    /// Calls `report` once, with how many bytes there were and whether that is all.
    private func stream(
        _ content: Content, to writer: ResponseWriter, _ report: (Int, Bool) -> Void
    ) async {
        var count = 0
        var isReported = false
        do {
            var pieces = content.makeAsyncIterator()
            var next = try await pieces.next()
            while let piece = next {
                count += piece.count
                // The last piece is held back until the end was read, for by then all of it is stored: who has seen the
                // whole content and asks again is answered from the store.
                let isLast = count == content.length
                if isLast {
                    next = try await pieces.next()
                    isReported = true
                    report(count, true)
                }
                try await writer.write(Array(piece))
                if !isLast { next = try await pieces.next() }
            }
            if !isReported { report(count, true) }
            isReported = true
            writer.finish(trailers: content.trailers)
        } catch {
            if !isReported { report(count, false) }
            // So that the client sees that something is missing.
            writer.abort()
        }
    }

    private func answer(
        to request: ReceivedRequest, _ server: ServerRequest, _ writer: ResponseWriter
    ) async throws(OwnAnswer) -> Answer {
        var outgoing = OutgoingRequest(head: request.forwarded, target: request.target) { interim in
            let fields = interim.fields.withoutConnectionFields()
            if let head = try? WireResponseHead(status: interim.status, fields: fields) { writer.sendInterim(head) }
        }
        switch server.head.framing {
        case .none, .length(0), .untilClose: break
        case .length, .chunked:
            if request.head.method == .query {
                let bytes = try await queryContent(server)
                outgoing.head = RequestHead(
                    method: .query, target: outgoing.head.target, fields: outgoing.head.fields, content: bytes)
                outgoing.content = Content(bytes)
            } else {
                var length: Int?
                if case .length(let known) = server.head.framing { length = known }
                outgoing.content = Content(WireContent(server.content, of: server.head.fields), length: length)
            }
        }
        let answer: Answer
        do throws(ClientError) {
            answer = try await send(outgoing, request)
        } catch {
            throw OwnAnswer(error)
        }
        // What a cache makes itself says nothing of where it came from (RFC 9211 §2).
        if answer.source == .cache { throw OwnAnswer(504, "nothing usable is stored (\(answer.deciding.code))") }
        return answer
    }

    private func send(_ outgoing: OutgoingRequest, _ request: ReceivedRequest) async throws(ClientError) -> Answer {
        let isEmpty = outgoing.content.bytes?.isEmpty ?? false
        if !isEmpty, [.get, .head].contains(outgoing.head.method) {
            // An origin may heed what no key holds: others must not be answered with what came of it.
            return try await client.sendPastStore(outgoing, detail: "request-content")
        }
        return try await client.send(
            outgoing.head, content: outgoing.content, partition: request.partition, target: outgoing.target,
            collapses: request.collapses, onInterim: outgoing.onInterim)
    }

    private func queryContent(_ server: ServerRequest) async throws(OwnAnswer) -> [UInt8] {
        do throws(ConnectionError) {
            return try await server.content.collect(upTo: configuration.queryContentLimit)
        } catch {
            if case .malformed(let fault) = error, fault.fault == .contentTooLarge {
                throw OwnAnswer(413, "the content of a QUERY is part of its key, and this is too much for one")
            }
            throw OwnAnswer(400, "the request's content did not come whole")
        }
    }

    private func refuse(_ writer: ResponseWriter, _ request: WireRequestHead, _ own: OwnAnswer, _ started: Moment) {
        let now = client.clock.now
        guard let head = own.head(at: now) else { return writer.abort() }
        writer.respond(head, content: own.content)
        counters.withLock { $0.count(own: own.status) }
        observer?.exchangeEnded(ProxiedExchange(request, own, head, since: started, now: now))
    }
}
