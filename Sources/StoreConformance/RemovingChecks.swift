import CachingClient
import HTTPCacheSemantics
import HTTPDate

extension StoreConformance {
    /// Removing.
    static let removing: [Check] = [
        Check(name: "one variant is removed, if it is the one that was seen") { trial in
            try await trial.put([1], as: 1)
            try await trial.put([2], as: 2)
            let old = try await trial.stored().filter { $0.1.id.number == 1 }
            try trial.require(old.count == 1, "not found")
            try await trial.put([3], trial.response("/a", [("ETag", "\"3\"")]), as: 1)
            try await trial.store.remove(VariantID(number: 1), revision: old[0].1.revision, under: trial.key())
            try trial.require(Set(try await trial.stored().map(\.2)) == [[3], [2]], "a newer one was removed")
            for (_, variant, body) in try await trial.stored() where body == [3] {
                try await trial.store.remove(variant.id, revision: variant.revision, under: trial.key())
            }
            try trial.require(try await trial.stored().map(\.2) == [[2]], "it was not removed, or another was")
        },
        Check(name: "a resource is removed with all its variants and qualifiers") { trial in
            let grouped = try trial.response("/a", [("Cache-Groups", "\"one\", \"two\"")])
            try await trial.put([1], grouped, as: 1)
            try await trial.put([2], as: 2)
            try await trial.put([3], under: trial.key("/a", "x"))
            try await trial.put([4], trial.response("/ab"), under: trial.key("/ab"))
            let groups = try await trial.store.remove(resource: trial.key().resource)
            try trial.require(groups == ["one", "two"], "its groups are said to be \(groups)")
            try trial.require(try await trial.stored().isEmpty, "variants are left")
            try trial.require(try await trial.stored(under: trial.key("/a", "x")).isEmpty, "a qualifier is left")
            try trial.require(try await trial.stored(under: trial.key("/ab")).count == 1, "another resource is gone")
            try trial.require(try await trial.store.remove(resource: trial.key().resource).isEmpty, "groups of nothing")
        },
        Check(name: "groups are removed within their origin") { trial in
            let other = "http://other.test"
            for (path, group) in [("/a", "\"g\""), ("/b", "\"h\", \"g\""), ("/c", "\"h\""), ("/d", "")] {
                try await trial.put(
                    [1], trial.response(path, group.isEmpty ? [] : [("Cache-Groups", group)]), under: trial.key(path))
            }
            try await trial.put(
                [1], trial.response("/a", [("Cache-Groups", "\"g\"")], origin: other),
                under: trial.key("/a", origin: other))
            try await trial.store.remove(groups: ["g", "none"], of: "http://store.test")
            var left: [String] = []
            for path in ["/a", "/b", "/c", "/d"] {
                if try await !trial.stored(under: trial.key(path)).isEmpty { left.append(path) }
            }
            try trial.require(left == ["/c", "/d"], "left are \(left)")
            try trial.require(
                try await trial.stored(under: trial.key("/a", origin: other)).count == 1, "another origin lost some")
        },
        Check(name: "groups follow an update of the head") { trial in
            try await trial.put([1], trial.response("/a", [("Cache-Groups", "\"old\"")]))
            let revision = try await trial.stored()[0].1.revision
            try await trial.store.update(
                to: trial.response("/a", [("Cache-Groups", "\"new\"")]), VariantID(number: 0), revision: revision,
                under: trial.key(), trial.hint)
            try await trial.store.remove(groups: ["old"], of: "http://store.test")
            try trial.require(try await trial.stored().count == 1, "removed by a group it has left")
            try await trial.store.remove(groups: ["new"], of: "http://store.test")
            try trial.require(try await trial.stored().isEmpty, "not removed by its new group")
        },
        Check(name: "everything is removed") { trial in
            try await trial.put([1])
            try await trial.put([2], under: trial.key("/a", "x"))
            try await trial.store.removeAll()
            try trial.require(try await trial.stored().isEmpty, "something is left")
            try trial.require(try await trial.stored(under: trial.key("/a", "x")).isEmpty, "something is left")
            try await trial.put([3])
            try trial.require(try await trial.stored().map(\.2) == [[3]], "nothing can be stored afterwards")
        },
    ]
}
