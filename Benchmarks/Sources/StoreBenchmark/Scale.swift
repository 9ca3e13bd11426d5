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
    let fresh = (0..<1000).map { sampleKey(entries + $0) }
    let puts = interleaved(fresh.count) { round in
        try? small.put(head, body: body.span, for: fresh[round])
    } _: { round in
        try? store.put(head, body: body.span, for: fresh[round])
    }
    for key in fresh { _ = try? store.remove(key) }
    let growth = puts.second / puts.first
    report(
        "put at \(entries) entries against put at 1,000", fixed(growth) + "  (\(fixed(puts.second / 1000)) µs)",
        wanted: "<= 1.30", growth <= 1.3)
    let perEntry = Double(store.indexBytes) / Double(entries)
    report("index memory at \(entries)", fixed(perEntry, 1) + " bytes an entry", wanted: "<= 72", perEntry <= 72)
    store.close()
    small.close()
    removeTree(directory + "/small")

    var opens: [Double] = []
    for _ in 0..<5 {
        var opened: DiskStore?
        opens.append(nanoseconds { opened = try? DiskStore(at: path, options: options()) } / 1_000_000)
        if opened?.statistics.entries != entries { print("entries after opening: \(opened?.statistics.entries ?? -1)") }
        opened?.close()
    }
    report(
        "open from the journal, \(entries) entries", fixed(median(opens), 1) + " ms",
        wanted: "<= \(fixed(openLimit, 0)) ms",
        median(opens) <= openLimit)

    var scans: [Double] = []
    for _ in 0..<3 {
        unlink(path + "/journal")
        var opened: DiskStore?
        scans.append(
            nanoseconds {
                opened = try? DiskStore(at: path, options: options())
                opened?.waitForRecovery()
            } / 1_000_000)
        if opened?.statistics.entries != entries { print("entries after a scan: \(opened?.statistics.entries ?? -1)") }
        opened?.close()
    }
    report(
        "rebuild by scan, \(entries) entries", fixed(median(scans), 0) + " ms", wanted: "<= \(fixed(scanLimit, 0)) ms",
        median(scans) <= scanLimit)
    removeTree(path)
}
