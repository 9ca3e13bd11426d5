import CachingClient
import HTTPCacheSemantics
import HTTPDate

extension StoreConformance {
    /// Changing heads, and storing from many sides.
    static let changing: [Check] = [
        Check(name: "an update changes the head and keeps the body") { trial in
            let body = trial.pattern(70_000)
            try await trial.put(body)
            let before = try await trial.stored()
            let newer = try trial.response(
                "/a", [("ETag", "\"1\""), ("X-New", "yes")], content: .complete(length: 70_000))
            let isDone = try await trial.store.update(
                to: newer, VariantID(number: 0), revision: before[0].1.revision, under: trial.key(), trial.hint)
            try trial.require(isDone, "it was refused")
            let after = try await trial.stored()
            try trial.require(after.count == 1 && after[0].0 == newer, "the head is not the new one")
            try trial.require(after[0].2 == body, "the body is another")
            try trial.require(after[0].1.revision != before[0].1.revision, "the revision is the same")
        },
        Check(name: "an update of what is no longer there does nothing") { trial in
            try await trial.put([1])
            let old = try await trial.stored()
            try await trial.put([2], trial.response("/a", [("ETag", "\"2\"")]))
            let head = try trial.response("/a", [("X-Wrong", "1")])
            let isDone = try await trial.store.update(
                to: head, VariantID(number: 0), revision: old[0].1.revision, under: trial.key(), trial.hint)
            let found = try await trial.stored()
            try trial.require(!isDone && found.map(\.2) == [[2]], "it was done")
            try trial.require(!found[0].0.response.fields.contains("X-Wrong"), "an old head came before a new body")
            let isMissing = try await trial.store.update(
                to: head, VariantID(number: 9), revision: 1, under: trial.key("/none"), trial.hint)
            try trial.require(!isMissing, "an update of nothing succeeds")
            try trial.require(try await trial.stored(under: trial.key("/none")).isEmpty, "it stored something")
        },
        Check(name: "a body that was found stays what it was") { trial in
            let old = trial.pattern(200_000, 1)
            try await trial.put(old)
            guard let reader = try await trial.store.variants(under: trial.key()).variants.first?.body else {
                return try trial.require(false, "not found")
            }
            try await trial.put(trial.pattern(200_000, 2))
            try await trial.store.removeAll()
            do {
                try trial.require(try await trial.read(reader) == old, "its bytes changed")
            } catch let failure as Failure {
                throw failure
            } catch {
                // A store may have lost it, as long as it says so.
            }
        },
        Check(name: "writers for one key do not mix") { trial in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...16 {
                    group.addTask {
                        try await trial.put(
                            trial.pattern(20_000, number), trial.response("/a", [("ETag", "\"\(number)\"")]), piece: 777
                        )
                    }
                }
                try await group.waitForAll()
            }
            let found = try await trial.stored()
            try trial.require(found.count == 1, "\(found.count) variants of one identity")
            let tag = found[0].0.response.fields.combinedValue(of: "ETag") ?? ""
            let number = Int(tag.dropFirst().dropLast()) ?? 0
            try trial.require(found[0].2 == trial.pattern(20_000, number), "the head of one and the body of another")
        },
        Check(name: "updates and stores from many sides do not mix") { trial in
            try await trial.put(trial.pattern(5000, 0), trial.response("/a", [("ETag", "\"0\"")]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...12 {
                    group.addTask {
                        try await trial.put(
                            trial.pattern(5000, number), trial.response("/a", [("ETag", "\"\(number)\"")]))
                    }
                    group.addTask {
                        let found = try await trial.store.variants(under: trial.key())
                        guard let old = found.responses.first, let variant = found.variants.first else { return }
                        let tag = old.response.fields.combinedValue(of: "ETag") ?? ""
                        let head = try trial.response("/a", [("ETag", tag), ("X-Updated", "\(number)")])
                        try await trial.store.update(
                            to: head, variant.id, revision: variant.revision, under: trial.key(), trial.hint)
                    }
                }
                try await group.waitForAll()
            }
            for (response, _, body) in try await trial.stored() {
                let tag = response.response.fields.combinedValue(of: "ETag") ?? ""
                let number = Int(tag.dropFirst().dropLast()) ?? -1
                try trial.require(body == trial.pattern(5000, number), "the head of one and the body of another")
            }
        },
    ]
}
