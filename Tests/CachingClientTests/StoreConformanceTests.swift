import CachingClient
import DiskStore
import Foundation
import HTTPCacheSemantics
import StoreConformance
import TestSupport
import XCTest

final class StoreConformanceTests: XCTestCase {
    private func hold(
        _ makeStore: @escaping @Sendable () async throws -> any ResponseStore, line: UInt = #line
    ) async {
        for failure in await StoreConformance(makeStore).failures() { XCTFail("\(failure)", line: line) }
    }

    func testMemoryStore() async { await hold { MemoryStore(capacity: 16 << 20) } }

    func testDiskStore() async throws {
        let directories = TestDirectories()
        defer { directories.remove() }
        await hold { try DiskStore(at: directories.new()) }
    }

    func testTieredStore() async throws {
        let directories = TestDirectories()
        defer { directories.remove() }
        await hold {
            TieredStore(MemoryStore(capacity: 16 << 20), before: try DiskStore(at: directories.new()))
        }
    }

    /// The kit finds what it is there to find.
    func testAFaultyStoreFails() async {
        let faults: [(MemoryFault, String)] = [
            (.updatesAnything, "an update of what is no longer there does nothing"),
            (.forgetsQualifiers, "keys are apart"),
            (.removesAnything, "one variant is removed, if it is the one that was seen"),
            (.losesContent, "what was stored is found"),
            (.keepsGroups, "groups are removed within their origin"),
        ]
        for (fault, check) in faults {
            let failures = await StoreConformance { FaultyStore(fault) }.failures()
            XCTAssertTrue(failures.contains { $0.check == check }, "\(fault) is not found: \(failures)")
        }
    }
}

/// Directories for one test.
final class TestDirectories: Sendable {
    private let root = URL(fileURLWithPath: ProcessDirectory.path + "/client-\(UUID().uuidString)")

    func new() throws -> String {
        let url = root.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url.path
    }

    func remove() { try? FileManager.default.removeItem(at: root) }
}

enum MemoryFault: Sendable {
    case updatesAnything
    case forgetsQualifiers
    case removesAnything
    case losesContent
    case keepsGroups
}

/// A store in memory with one thing wrong.
private final class FaultyStore: StoreOverMemory {
    let inner = MemoryStore(capacity: 16 << 20)
    private let fault: MemoryFault

    init(_ fault: MemoryFault) { self.fault = fault }

    private func wrong(_ key: ResponseKey) -> ResponseKey {
        fault == .forgetsQualifiers ? ResponseKey(resource: key.resource) : key
    }

    private func revision(_ variant: VariantID, _ key: ResponseKey) async -> UInt64 {
        await inner.variants(under: key).variants.first { $0.id == variant }?.revision ?? 0
    }

    func variants(under key: ResponseKey) async -> StoredVariants { await inner.variants(under: wrong(key)) }

    func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        let writer = try await inner.writer(for: response, as: variant, under: wrong(key), hint)
        return fault == .losesContent ? ForgetfulWriter(writer: writer) : writer
    }

    func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async -> Bool {
        let known = fault == .updatesAnything ? await self.revision(variant, key) : revision
        return await inner.update(to: response, variant, revision: known, under: wrong(key), hint)
    }

    func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async {
        let known = fault == .removesAnything ? await self.revision(variant, key) : revision
        await inner.remove(variant, revision: known, under: wrong(key))
    }

    func remove(groups: Set<String>, of origin: String) async {
        if fault != .keepsGroups { await inner.remove(groups: groups, of: origin) }
    }
}

private struct ForgetfulWriter: PassingWriter {
    let writer: any BodyWriter

    func append(_ bytes: ArraySlice<UInt8>) async throws {}
}
