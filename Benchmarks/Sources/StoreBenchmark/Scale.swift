import DiskStore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What grows with the number of entries: opening, rebuilding, memory, and putting.
func measureScale(_ directory: String, entries: Int, openLimit: Double, scanLimit: Double) {
    let path = directory + "/scale"
    let head = sampleHead()
    let body = [UInt8](repeating: 9, count: 64)
    guard let store = try? DiskStore(at: path, options: options()) else { return }
    for number in 0..<entries { try? store.put(head, body: body.span, for: sampleKey(number)) }
    guard let small = try? DiskStore(at: directory + "/small", options: options()) else { return }
    for number in 0..<1000 { try? small.put(head, body: body.span, for: sampleKey(number)) }
    // What was written above is on its way to the disk; without this the larger store would be measured at that.
    sync()
    let fresh = (0..<2000).map { sampleKey(entries + $0) }
    let puts = interleaved(fresh.count) { round in
        try? small.put(head, body: body.span, for: fresh[round])
    } _: { round in
        try? store.put(head, body: body.span, for: fresh[round])
    }
    let raw = (RawFiles(directory + "/small"), RawFiles(path))
    let names = fresh.map { (rawName($0), rawTemporary($0)) }
    let rawPuts = interleaved(fresh.count) {
        raw.0.put(names[$0].0, from: names[$0].1, [UInt8](repeating: 1, count: 700), body)
    } _: {
        raw.1.put(names[$0].0, from: names[$0].1, [UInt8](repeating: 1, count: 700), body)
    }
    for (name, _) in names { raw.1.remove(name) }
    for key in fresh { _ = try? store.remove(key) }
    let growth = puts.second / puts.first
    let rawGrowth = rawPuts.second / rawPuts.first
    report(
        "put at \(entries) entries against put at 1,000",
        fixed(growth) + "  (\(fixed(puts.second / 1000)) µs; raw calls \(fixed(rawGrowth)))", wanted: "<= 1.30",
        growth <= 1.3)
    let perEntry = Double(store.indexBytes) / Double(entries)
    report("index memory at \(entries)", fixed(perEntry, 1) + " bytes an entry", wanted: "<= 72", perEntry <= 72)
    store.close()
    small.close()
    removeTree(directory + "/small")

    let opens = (0..<7).map { _ in
        var opened: DiskStore?
        let time = milliseconds { opened = try? DiskStore(at: path, options: options()) }
        if opened?.statistics.entries != entries { print("entries after opening: \(opened?.statistics.entries ?? -1)") }
        opened?.close()
        return time
    }
    show("open from the journal, \(entries) entries", opens, openLimit)

    let scans = (0..<3).map { _ in
        unlink(path + "/journal")
        var opened: DiskStore?
        let time = milliseconds {
            opened = try? DiskStore(at: path, options: options())
            opened?.waitForRecovery()
        }
        if opened?.statistics.entries != entries { print("entries after a scan: \(opened?.statistics.entries ?? -1)") }
        opened?.close()
        return time
    }
    show("rebuild by scan, \(entries) entries", scans, scanLimit)
    removeTree(path)
}

private func show(_ what: String, _ times: [(wall: Double, processor: Double)], _ limit: Double) {
    let wall = median(times.map(\.wall))
    report(
        what, "\(fixed(wall, 1)) ms  (\(fixed(median(times.map(\.processor)), 1)) ms of processor)",
        wanted: "<= \(fixed(limit, 0)) ms", wall <= limit)
}
