import DiskStore
import Foundation
import TestSupport
import XCTest

/// A directory of its own for each test, removed afterwards.
class StoreTestCase: XCTestCase {
    var path = ""
    /// What is removed, wherever `path` leads meanwhile.
    private var base = ""

    override func setUpWithError() throws {
        base = ProcessDirectory.path + "/store-\(UUID().uuidString)"
        path = base
    }

    override func tearDownWithError() throws {
        try? FileManager.default.removeItem(atPath: base)
    }

    func open(_ change: (inout DiskStore.Options) -> Void = { _ in }) throws -> DiskStore {
        var options = DiskStore.Options(capacity: 1 << 30)
        options.maintenanceInterval = 0
        options.durability = .none
        change(&options)
        return try DiskStore(at: path, options: options)
    }

    func file(_ key: StoreKey) -> String { "\(path)/\(key.name.text.dropFirst(2).prefix(2))/\(key.name.text)" }

    func bytes(_ file: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) }

    func write(_ bytes: [UInt8], to file: String) throws {
        let directory = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }

    func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }

    /// Names and sizes of the entries' files, seen without the store's help.
    func entriesOnDisk() -> [String: Int] {
        var found: [String: Int] = [:]
        for shard in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where shard.count == 2 {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(shard)")) ?? [] {
                guard name.hasPrefix("2_") else { continue }
                let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(shard)/\(name)")
                found[name] = (attributes?[.size] as? NSNumber)?.intValue
            }
        }
        return found
    }

    func assertBooksAreRight(_ store: DiskStore, file: StaticString = #filePath, line: UInt = #line) {
        let onDisk = entriesOnDisk()
        let statistics = store.statistics
        XCTAssertEqual(statistics.entries, onDisk.count, "entries", file: file, line: line)
        XCTAssertEqual(statistics.usage, onDisk.values.reduce(0, +), "usage", file: file, line: line)
        XCTAssertEqual(
            store.verify().findings.filter { if case .setAside = $0 { false } else { true } }, [], file: file,
            line: line)
    }
}

func key(_ number: Int, variant: UInt64 = 0) -> StoreKey {
    StoreKey(url: "https://example.com/\(number)", variant: variant)
}

func sampleHead(_ status: UInt16 = 200) -> ArchiveHead {
    var head = ArchiveHead(
        status: status, fields: ["Content-Type": "text/plain", "ETag": "\"a\""], requestTime: 10, responseTime: 11)
    head.requestFields = ["Accept": "*/*"]
    return head
}

/// Bytes without a short period.
func pattern(_ count: Int, _ seed: Int = 7) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed &+ $0 >> 8) }
}

extension DiskStore {
    func put(_ body: [UInt8], for key: StoreKey) throws(StoreError) {
        try put(sampleHead(), body: body.span, for: key)
    }

    func body(_ key: StoreKey) -> [UInt8]? {
        guard let entry = get(key) else { return nil }
        return (try? entry.body.bytes()).map { Array($0) }
    }
}

var fixtures: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/archives").path
}

/// The executable that is built beside the tests.
func startChild(_ arguments: [String], output: Pipe, input: Pipe = Pipe()) throws -> Process {
    let process = Process()
    let here = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let bundle = Bundle(for: StoreTestCase.self).bundleURL.deletingLastPathComponent()
    let candidates = [here, bundle].map { $0.appendingPathComponent("StoreChild") }
    process.executableURL = try XCTUnwrap(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    return process
}
