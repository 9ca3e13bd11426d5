import CachingURLSession
import DiskStore
import Foundation
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let entries = 10_000

private func url(_ number: Int) throws -> URL {
    guard let url = URL(string: "http://example.com/articles/\(number)") else { throw NoLoop() }
    return url
}

private func response(_ url: URL) throws -> CachedURLResponse {
    let fields = ["Cache-Control": "max-age=86400", "Content-Type": "text/html", "ETag": "\"33a64df551425fcc\""]
    guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)
    else { throw NoLoop() }
    return CachedURLResponse(response: response, data: Data(repeating: 7, count: 1000))
}

/// Foundation's cache with one entry of its own, and copies of its file under the names of the others: storing them one
/// by one takes it the better part of an hour.
private func stockCache(in directory: String) throws -> URLCache {
    let cache = URLCache(memoryCapacity: 0, diskCapacity: 1 << 30, diskPath: directory)
    cache.storeCachedResponse(try response(try url(0)), for: URLRequest(url: try url(0)))
    let own = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.contains(".") }
    guard let name = own.first else { throw NoLoop() }
    let parts = name.split(separator: ".")
    for number in 1..<entries {
        let key = Data("example.com\u{0}-1\u{0}/articles/\(number)\u{0}".utf8).base64EncodedString()
        try FileManager.default.copyItem(
            atPath: "\(directory)/\(name)", toPath: "\(directory)/\(parts[0]).\(key).\(parts[2])")
    }
    return cache
}

func lookups() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("lookups-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    #if canImport(FoundationNetworking)
        let stock: URLCache? = try stockCache(in: directory.appendingPathComponent("stock").path)
    #else
        let stock: URLCache? = nil
    #endif
    let path = directory.appendingPathComponent("own").path
    let onDisk = DiskURLCache(memoryCapacity: 0, diskCapacity: 1 << 30, diskPath: path)
    let inMemory = DiskURLCache(memoryCapacity: 64 << 20, diskCapacity: 0, diskPath: path)
    for number in 0..<entries {
        let request = URLRequest(url: try url(number))
        onDisk.storeCachedResponse(try response(try url(number)), for: request)
        inMemory.storeCachedResponse(try response(try url(number)), for: request)
    }
    guard let store = onDisk.diskStore else { throw NoLoop() }
    let requests = try (0..<entries).map { URLRequest(url: try url($0)) }
    let keys = try (0..<entries).map { StoreKey(url: try url($0).absoluteString) }
    var found: [String: Int] = [:]
    var next = 0
    func measure(_ name: String, _ count: Int, into medians: inout Medians, _ look: (Int) -> Bool) {
        let time = nanoseconds(count) {
            next = (next + 7919) % entries
            if look(next) { found[name, default: 0] += 1 }
        }
        medians.add(name, time)
    }
    var medians = Medians()
    for _ in 0..<21 {
        measure("stock", 2, into: &medians) { stock?.cachedResponse(for: requests[$0]) != nil }
        measure("disk", 200, into: &medians) { onDisk.cachedResponse(for: requests[$0]) != nil }
        measure("memory", 200, into: &medians) { inMemory.cachedResponse(for: requests[$0]) != nil }
        measure("store", 200, into: &medians) { store.get(keys[$0]) != nil }
    }
    print("\(entries) entries of 1 KB; found \(found.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    print("Foundation's URLCache: \(medians.microseconds("stock")) µs a lookup")
    for (name, title) in [
        ("disk", "DiskURLCache, on disk"), ("memory", "DiskURLCache, in memory"), ("store", "DiskStore"),
    ] {
        let ratio = medians.ratio("stock", to: name)
        print("\(title): \(medians.microseconds(name)) µs, ratio: \(ratio) (asked for: 100)")
    }
}
