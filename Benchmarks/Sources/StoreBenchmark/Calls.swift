import DiskStore

/// A response like those of the web: fifteen field lines.
func sampleHead() -> ArchiveHead {
    var head = ArchiveHead(
        status: 200,
        fields: [
            "Date": "Tue, 24 Nov 2026 09:04:00 GMT", "Content-Type": "text/css; charset=utf-8",
            "Content-Length": "1024",
            "Connection": "keep-alive", "Cache-Control": "public, max-age=600, s-maxage=3600", "ETag": "W/\"5f3a-6e1\"",
            "Last-Modified": "Mon, 23 Nov 2026 11:00:00 GMT", "Vary": "Accept-Encoding", "Age": "240",
            "Strict-Transport-Security": "max-age=31536000", "X-Content-Type-Options": "nosniff",
            "Access-Control-Allow-Origin": "*", "Server": "example", "Via": "1.1 cache.example", "X-Cache": "HIT",
        ], requestTime: 1_795_511_039, responseTime: 1_795_511_040)
    head.requestFields = ["Accept-Encoding": "gzip, br"]
    return head
}

func sampleKey(_ number: Int) -> StoreKey { StoreKey(url: "https://cdn.example/assets/stylesheets/file-\(number).css") }

/// The names that raw calls use for the same key, beside the store's own.
func rawName(_ key: StoreKey) -> String { key.name.text.dropFirst(2).prefix(2) + "/r" + key.name.text }

func rawTemporary(_ key: StoreKey) -> String { key.name.text.dropFirst(2).prefix(2) + "/.r" + key.name.text.prefix(20) }

func measureCalls(_ directory: String) {
    let head = sampleHead()
    for (size, putGoal, getGoal, uncheckedGoal) in [(1 << 10, 0.90, 0.75, 0.75), (100 << 10, 0.80, 0.50, 0.80)] {
        let name = size == 1 << 10 ? "1 KB" : "100 KB"
        let rounds = size == 1 << 10 ? 6000 : 2500
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        guard let store = try? DiskStore(at: directory + "/store", options: options()) else { return }
        let raw = RawFiles(directory + "/store")
        for number in 0..<1000 { try? store.put(head, body: body.span, for: sampleKey(number)) }
        let archive = [UInt8](repeating: 1, count: (store.get(sampleKey(0))?.size ?? 0) - size)
        for key in (0..<1000).map(sampleKey) { raw.put(rawName(key), from: rawTemporary(key), archive, body) }

        let keys = (0..<rounds).map { sampleKey($0 % 1000) }
        let names = keys.map(rawName)
        let fresh = (0..<rounds).map { sampleKey(10_000 + $0) }
        let freshNames = fresh.map(rawName)
        let freshTemporaries = fresh.map(rawTemporary)
        let puts = interleaved(rounds) {
            raw.put(freshNames[$0], from: freshTemporaries[$0], archive, body)
        } _: { round in
            // A caller has a URL, not a digest: naming it is part of the work.
            let key = StoreKey(url: fresh[round].url)
            try? store.put(head, body: body.span, for: key)
        }
        show("put \(name), share of raw speed", puts, putGoal)

        var sink = 0
        let gets = interleaved(rounds) {
            sink += raw.get(names[$0])
        } _: { round in
            sink += store.get(StoreKey(url: keys[round].url))?.body.count ?? 0
        }
        show("get \(name), sums checked, share of raw speed", gets, getGoal)

        store.close()
        var trusting = options()
        trusting.bodyVerification = .never
        guard let unchecked = try? DiskStore(at: directory + "/store", options: trusting) else { return }
        let quick = interleaved(rounds) {
            sink += raw.get(names[$0])
        } _: { round in
            sink += unchecked.get(StoreKey(url: keys[round].url))?.body.count ?? 0
        }
        show("get \(name), unchecked, share of raw speed", quick, uncheckedGoal)
        if size == 1 << 10 {
            measureMiss(unchecked)
            measureEviction(directory, archive, body, head)
        }
        if sink == 1 { print("") }
        unchecked.close()
        removeTree(directory + "/store")
    }
}

private func measureMiss(_ store: DiskStore) {
    let urls = (0..<1000).map { Array("https://cdn.example/assets/stylesheets/none-\($0).css".utf8) }
    let time =
        median(
            (0..<200).map { _ in
                nanoseconds { for url in urls { _ = store.get(StoreKey(url: url)) } }
            }) / Double(urls.count)
    report("miss", fixed(time, 0) + " ns", wanted: "<= 1000 ns", time <= 1000)
}

private func measureEviction(_ directory: String, _ archive: [UInt8], _ body: [UInt8], _ head: ArchiveHead) {
    let rounds = 4000
    var full = options()
    full.capacity = 1000 * (archive.count + body.count) + 512
    guard let store = try? DiskStore(at: directory + "/full", options: full) else { return }
    let raw = RawFiles(directory + "/full")
    let keys = (0..<(rounds + 1000)).map { sampleKey(100_000 + $0) }
    let names = keys.map(rawName)
    let temporaries = keys.map(rawTemporary)
    for number in 0..<1000 {
        try? store.put(head, body: body.span, for: keys[number])
        raw.put(names[number], from: temporaries[number], archive, body)
    }
    let times = interleaved(rounds) {
        raw.put(names[$0 + 1000], from: temporaries[$0 + 1000], archive, body)
        raw.remove(names[$0])
    } _: { round in
        try? store.put(head, body: body.span, for: StoreKey(url: keys[round + 1000].url))
    }
    show("put 1 KB with one eviction, share of raw speed", times, 0.85)
    if store.statistics.evictions < rounds - 10 {
        print("evictions: \(store.statistics.evictions), expected \(rounds)")
    }
}

func options() -> DiskStore.Options {
    var options = DiskStore.Options(capacity: 1 << 40)
    options.maintenanceInterval = 0
    return options
}

private func show(_ what: String, _ times: (first: Double, second: Double), _ goal: Double) {
    let share = times.first / times.second
    report(
        what, fixed(share) + "  (\(fixed(times.first / 1000)) µs, \(fixed(times.second / 1000)) µs)",
        wanted: ">= " + fixed(goal), share >= goal)
}
