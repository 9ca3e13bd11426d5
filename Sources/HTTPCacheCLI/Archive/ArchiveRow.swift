import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// What is kept of one entry of a HAR: its verdicts, and not its heads.
struct ArchiveRow: Sendable {
    enum Kind: Sendable {
        case judged(shared: CacheAnswer, private: CacheAnswer)
        case noResponse
        case notHTTP
    }

    let number: Int
    let method: String
    let url: String
    /// Nil where there is no exchange.
    let status: Int?
    let size: Int?
    let isFromCache: Bool
    let timing: HAREntry.Timing
    let kind: Kind

    init(_ entry: HAREntry, _ options: CacheOptions) {
        number = entry.number
        method = entry.method
        url = entry.url
        size = entry.size
        isFromCache = entry.isFromCache
        timing = entry.timing
        status = entry.exchange?.response.status.value
        switch entry.content {
        case .exchange(let exchange):
            kind = .judged(
                shared: CacheAnswer(exchange, CachePolicy(.shared, options: options)),
                private: CacheAnswer(exchange, CachePolicy(.private, options: options)))
        case .noResponse: kind = .noResponse
        case .notHTTP: kind = .notHTTP
        }
    }

    func answer(of cache: CachePolicy.CacheKind) -> CacheAnswer? {
        guard case .judged(let shared, let own) = kind else { return nil }
        return cache == .shared ? shared : own
    }

    /// Whether the last segment of the path changes with the content.
    var isHashed: Bool {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return HashedName.isHashed(path: String(decoding: path, as: UTF8.self))
    }
}

/// What of an archive a second visit has again.
struct ArchiveSummary: Sendable {
    struct Share: Sendable, Hashable {
        var requests = 0
        var bytes = 0

        mutating func add(_ row: ArchiveRow) {
            requests += 1
            let (sum, overflow) = bytes.addingReportingOverflow(row.size ?? 0)
            bytes = overflow ? .max : sum
        }
    }

    /// Whose second visit it is.
    let cache: CachePolicy.CacheKind
    /// Everything that was judged.
    private(set) var all = Share()
    /// What is served without asking the origin, for each of ``SecondVisit/all``.
    private(set) var reused = SecondVisit.all.map { _ in Share() }
    private(set) var unjudged = 0
    /// The largest first.
    private(set) var wastes: [Waste] = []

    static let maximumWastes = 10

    init(cache: CachePolicy.CacheKind) { self.cache = cache }

    mutating func add(_ row: ArchiveRow) {
        guard let answer = row.answer(of: cache) else {
            unjudged += 1
            return
        }
        all.add(row)
        for (index, later) in answer.later.enumerated() where later.visit == .reuse || later.visit == .stale {
            reused[index].add(row)
        }
        guard let waste = Waste(row, answer) else { return }
        let place = wastes.firstIndex { $0.bytes < waste.bytes } ?? wastes.count
        guard place < Self.maximumWastes else { return }
        wastes.insert(waste, at: place)
        if wastes.count > Self.maximumWastes { wastes.removeLast() }
    }
}

/// A response that a second visit could have had again, had its fields said so.
struct Waste: Sendable {
    let number: Int
    let url: String
    let bytes: Int
    /// Such as `never stored, no-store`.
    let words: String
    /// What it rests on.
    let rule: Rule

    /// Nil where nothing is lost: it is reused, or validating it costs no content, or its method asks for more than a
    /// cache can give.
    init?(_ row: ArchiveRow, _ answer: CacheAnswer) {
        guard row.method == "GET", let bytes = row.size, bytes > 0, let status = row.status, status != 206,
            let (words, rule) = Self.loss(row, answer)
        else { return nil }
        number = row.number
        url = row.url
        self.bytes = bytes
        self.words = words
        self.rule = rule
    }

    private static func loss(_ row: ArchiveRow, _ answer: CacheAnswer) -> (String, Rule)? {
        guard answer.isStored else {
            return ("never stored, \(StoringWords.text(answer.storing))", answer.storing)
        }
        let lifetime = answer.lifetime.seconds
        let isLong = lifetime >= SecondVisit.all[1].seconds * 30
        for later in answer.later {
            let again = lifetime == 0 ? "each time" : "after \(CompactText.duration(lifetime))"
            switch later.visit {
            case .fetch where later.deciding == .varyStar: return ("fetched each time, Vary: *", later.deciding)
            case .fetch: return ("fetched whole \(again), no validator", later.deciding)
            case .validate where row.isHashed:
                return ("validated \(again) though its name is hashed", later.deciding)
            case .validate, .reuse, .stale: continue
            }
        }
        if row.isHashed, !isLong {
            return ("fresh for \(CompactText.duration(lifetime)) only though its name is hashed", answer.lifetimeRule)
        }
        return nil
    }
}

/// Why something is not stored, in a word or two.
enum StoringWords {
    static func text(_ rule: Rule) -> String {
        switch rule {
        case .storeMethod: "method"
        case .storeInterim: "1xx"
        case .storeStatus: "status"
        case .storeForThisRequest: "this request's error"
        case .storeMustUnderstand: "must-understand"
        case .storeNoStore: "no-store"
        case .storeRequestNoStore: "request no-store"
        case .storePrivate: "private"
        case .storeSetCookie: "Set-Cookie"
        case .storeAuthorization: "Authorization"
        case .storeIncomplete: "incomplete"
        case .storeUnjudgeable: "excludes what judges it"
        case .storeNothingAllows: "nothing allows it"
        default: String(rule.code.drop { $0 != "." }.dropFirst())
        }
    }
}
