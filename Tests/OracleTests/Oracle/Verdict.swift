extension Oracle {
    /// What `decide` prints for one line, without the reasons.
    struct Verdict: Equatable {
        /// nil: stored. Otherwise a word for whoever debugs, not part of any contract.
        var refusal: String?
        var freshness: Freshness
        var then: [LaterVerdict] = []

        var store: String { refusal == nil ? "store" : "doNotStore" }
    }

    struct Freshness: Equatable {
        var lifetime: Int64
        var source: String
        var age: Int64
    }

    enum Decision: Equatable {
        case reuseFresh
        case reuseStale
        case reuseWhileRevalidating
        case validate
        /// The reason is a token of RFC 9211 §2.2.
        case forward(String)
        case gatewayTimeout
    }

    struct LaterVerdict: Equatable {
        var decision: Decision
        /// Of the response selected, if one was.
        var age: Int64?
        var lifetime: Int64?
        /// Negative while fresh.
        var staleFor: Int64?
        var sends: [Field] = []
        /// Of a reused answer.
        var serves: Served?
        var after: After?
    }

    /// RFC 9111 §4.3.2: what a client gets from the store.
    struct Served: Equatable {
        var status: Int
        var contentRange: String?
    }

    enum Outcome: String {
        case freshened
        case stored
        case notStored
        case notMatched
        case servedStale
        case failed
    }

    struct After: Equatable {
        var outcome: Outcome
        /// The answer, or the response that it updated, is in the store.
        var stored: Bool
        var lifetime: Int64?
        var age: Int64?
        var serves: Served?
        var invalidates: [String] = []
    }
}
