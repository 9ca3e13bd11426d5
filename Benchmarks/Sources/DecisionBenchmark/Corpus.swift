import Foundation
import HTTPCacheSemantics
import HTTPDate

/// One exchange of `decision-corpus.json` and the request that comes after it.
struct Item {
    let name: String
    let status: Int
    let request: [(name: String, value: String)]
    let response: [(name: String, value: String)]
    let newRequest: [(name: String, value: String)]
    let stored: StoredResponse
    let next: RequestHead
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

    static func load(_ path: String) throws -> (now: HTTPDate, items: [Item]) {
        let corpus = try JSONDecoder().decode(Corpus.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        let now = HTTPDate(secondsSinceEpoch: corpus.nowEpoch)
        return (now, try corpus.items.map { try item($0, now: now) })
    }

    private static func item(_ row: Row, now: HTTPDate) throws -> Item {
        func lines(_ fields: [String: String]) -> [(name: String, value: String)] {
            fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        }
        let target = try TargetURI("https://\(row.req["host"] ?? "a.example")/")
        let request = RequestHead(target: target, fields: FieldSection(lines(row.req)))
        let response = ResponseHead(status: row.status ?? 200, fields: FieldSection(lines(row.res)))
        return Item(
            name: row.name, status: row.status ?? 200, request: lines(row.req), response: lines(row.res),
            newRequest: lines(row.newReq),
            stored: StoredResponse(request: request, response: response, requestTime: now, responseTime: now),
            next: RequestHead(target: target, fields: FieldSection(lines(row.newReq))))
    }
}
