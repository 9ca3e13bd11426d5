import CachingClient
import HTTPCacheSemantics
import HTTPDate

extension StoreConformance {
    /// Storing and finding again.
    static let storing: [Check] = [
        Check(name: "an empty store has nothing") { trial in
            try trial.require(try await trial.stored().isEmpty, "something was found")
        },
        Check(name: "what was stored is found") { trial in
            let body = trial.pattern(2500)
            try await trial.put(body)
            let found = try await trial.stored()
            try trial.require(found.count == 1, "\(found.count) variants instead of one")
            try trial.require(found[0].2 == body, "another body")
            try trial.require(found[0].0.content == .complete(length: 2500), "content is \(found[0].0.content)")
            try trial.require(found[0].1.id == VariantID(number: 0), "another identity")
        },
        Check(name: "heads are kept as they are") { trial in
            var fields = FieldSection([("ETag", "\"1\""), ("X-A", "1"), ("x-a", "2"), ("Empty", "")])
            fields.append(name: Array("Latin".utf8), value: [0xE4, 0x20, 0xFF])
            let response = StoredResponse(
                request: RequestHead(
                    target: try TargetURI("http://store.test/a"), fields: FieldSection([("Accept-Language", "de")])),
                response: ResponseHead(status: 404, fields: fields),
                requestTime: HTTPDate(secondsSinceEpoch: -5), responseTime: HTTPDate(secondsSinceEpoch: 1 << 33),
                isOutdated: true)
            try await trial.put(trial.pattern(10), response)
            let found = try await trial.stored()
            try trial.require(
                found.first?.0 == response.with(content: .complete(length: 10)),
                "got \(String(describing: found.first))")
        },
        Check(name: "an empty body is a body") { trial in
            try await trial.put([])
            let found = try await trial.stored()
            try trial.require(found.count == 1 && found[0].2.isEmpty, "not found, or not empty")
        },
        Check(name: "a large body in uneven pieces") { trial in
            let body = trial.pattern(1_500_000)
            try await trial.put(body, piece: 60_013)
            try trial.require(try await trial.stored().first?.2 == body, "another body")
        },
        Check(name: "a part is kept as a part") { trial in
            let content = StoredContent.partial(range: 100..<350, total: 1000)
            try await trial.put(trial.pattern(250), content: content)
            let found = try await trial.stored()
            try trial.require(
                found.first?.0.content == content, "content is \(String(describing: found.first?.0.content))")
            let open = StoredContent.partial(range: 0..<250, total: nil)
            try await trial.put(trial.pattern(250), content: open)
            try trial.require(try await trial.stored().first?.0.content == open, "an unknown length was not kept")
        },
        Check(name: "any part of a body can be read") { trial in
            let body = trial.pattern(100_000)
            try await trial.put(body)
            guard let reader = try await trial.store.variants(under: trial.key()).variants.first?.body else {
                return try trial.require(false, "not found")
            }
            for (offset, count) in [(0, 1), (99_999, 10), (50_000, 40_000), (1, 99_999), (100_000, 1), (100_001, 1)] {
                let piece = try await reader.read(at: offset, upTo: count)
                let whole = body.dropFirst(offset).prefix(count)
                try trial.require(
                    whole.starts(with: piece) && piece.isEmpty == whole.isEmpty, "wrong bytes at \(offset)")
            }
            if let bytes = reader.bytes { try trial.require(bytes == body[...], "`bytes` differs from what is read") }
        },
        Check(name: "keys are apart") { trial in
            let keys = [
                trial.key(), trial.key("/b"), trial.key("/a", "x"), trial.key("/a", "y"), trial.key("/a?x"),
                trial.key("/a", origin: "https://store.test"),
            ]
            for (index, key) in keys.enumerated() {
                let target = String(decoding: key.resource, as: UTF8.self)
                let response = StoredResponse(
                    request: RequestHead(target: try TargetURI(target)), response: ResponseHead(status: 200),
                    requestTime: HTTPDate(secondsSinceEpoch: 0), responseTime: HTTPDate(secondsSinceEpoch: 0))
                try await trial.put([UInt8(index)], response, under: key)
            }
            for (index, key) in keys.enumerated() {
                let bodies = try await trial.stored(under: key).map(\.2)
                try trial.require(bodies == [[UInt8(index)]], "key \(index) has \(bodies)")
            }
        },
        Check(name: "variants stand side by side, and the same one is replaced") { trial in
            try await trial.put([1], as: 1)
            try await trial.put([2], as: 2)
            try await trial.put([3], as: 1)
            let bodies = Set(try await trial.stored().map(\.2))
            try trial.require(bodies == [[3], [2]], "found \(bodies)")
        },
        Check(name: "nothing is seen before the commit") { trial in
            try await trial.put([1])
            let writer = try await trial.store.writer(
                for: trial.response(), as: VariantID(number: 0), under: trial.key(), trial.hint)
            try await writer.append([2, 2])
            try trial.require(try await trial.stored().map(\.2) == [[1]], "the old one is no longer seen")
            _ = try await writer.commit(as: .complete(length: 2))
            try trial.require(try await trial.stored().map(\.2) == [[2, 2]], "the new one is not seen")
        },
        Check(name: "a commit gives the body") { trial in
            let writer = try await trial.store.writer(
                for: trial.response(), as: VariantID(number: 0), under: trial.key(), trial.hint)
            try await writer.append([1, 2, 3])
            let body = try await writer.commit(as: .complete(length: 3))
            try trial.require(try await trial.read(body) == [1, 2, 3], "another body")
        },
        Check(name: "what is given up leaves nothing") { trial in
            let writer = try await trial.store.writer(
                for: trial.response(), as: VariantID(number: 0), under: trial.key(), trial.hint)
            try await writer.append([1])
            await writer.cancel()
            try trial.require(try await trial.stored().isEmpty, "something was left")
            do {
                try await writer.append([2])
            } catch {
                let second = try? await writer.commit(as: .complete(length: 1))
                try trial.require(second == nil, "a commit after `cancel` succeeds")
                return try trial.require(try await trial.stored().isEmpty, "it came back")
            }
            try trial.require(false, "an append after `cancel` succeeds")
        },
        Check(name: "a writer that is dropped leaves nothing") { trial in
            do {
                let writer = try await trial.store.writer(
                    for: trial.response(), as: VariantID(number: 0), under: trial.key(), trial.hint)
                try await writer.append([1])
            }
            try trial.require(try await trial.stored().isEmpty, "something was left")
        },
        Check(name: "a writer gives back what it took, or nil") { trial in
            let writer = try await trial.store.writer(
                for: trial.response(), as: VariantID(number: 0), under: trial.key(), trial.hint)
            let body = trial.pattern(5000)
            try await writer.append(body[..<3000])
            try await writer.append(body[3000...])
            if let piece = try await writer.read(at: 2900, upTo: 200) {
                try trial.require(
                    !piece.isEmpty && body[2900..<3100].starts(with: piece), "wrong bytes")
                try trial.require(try await writer.read(at: 5000, upTo: 1)?.isEmpty == true, "bytes beyond the end")
            }
            await writer.cancel()
        },
        Check(name: "what is said at once is what is said") { trial in
            try await trial.put([7])
            let later = try await trial.store.variants(under: trial.key())
            guard let atOnce = trial.store.variantsAtOnce(under: trial.key()) else { return }
            try trial.require(
                atOnce.responses == later.responses && atOnce.variants.map(\.id) == later.variants.map(\.id)
                    && atOnce.variants.map(\.revision) == later.variants.map(\.revision), "they differ")
        },
    ]
}
