import Foundation
import HTTPCacheSemantics
import HTTPDate

/// One exchange of `decision-corpus.json` and the request that comes after it: as strings, and as parsed heads.
///
/// A class, so that a loop over items hands on one reference and does not copy dozens of strings that no cache would
/// copy either.
final class Item {
    let name: String
    let exchange: OneShotExchange
    let stored: StoredResponse
    let next: RequestHead

    init(_ row: Corpus.Row, now: HTTPDate) throws {
        func lines(_ fields: [String: String]) -> OneShotExchange.Lines {
            fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        }
        name = row.name
        exchange = OneShotExchange(
            status: row.status ?? 200, requestFields: lines(row.req), responseFields: lines(row.res),
            newRequestFields: lines(row.newReq), requestTime: now, responseTime: now)
        let target = try TargetURI("https://\(row.req["host"] ?? "a.example")/")
        stored = StoredResponse(
            request: RequestHead(target: target, fields: FieldSection(exchange.requestFields)),
            response: ResponseHead(status: exchange.status, fields: FieldSection(exchange.responseFields)),
            requestTime: now, responseTime: now)
        next = RequestHead(target: target, fields: FieldSection(exchange.newRequestFields))
    }
}

struct Corpus: Decodable {
    struct Row: Decodable {
        let name: String
        let status: Int?
        let req: [String: String]
        let res: [String: String]
        let newReq: [String: String]
    }

    let nowEpoch: Int64
    let items: [Row]

    static func load(_ path: String) throws -> Decisions {
        let corpus = try JSONDecoder().decode(Corpus.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        let now = HTTPDate(secondsSinceEpoch: corpus.nowEpoch)
        return Decisions(now: now, items: try corpus.items.map { try Item($0, now: now) })
    }
}
