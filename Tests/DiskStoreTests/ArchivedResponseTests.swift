import DiskStore
import HTTPCacheSemantics
import XCTest

/// How variants of the keys of one resource are named.
final class ArchivedResponseTests: XCTestCase {
    private let resource = Array("http://o.test/a".utf8)

    func testKeysAreToldApartByTheirNames() {
        let keys = [[], [0], Array("QUERY 0 ".utf8), [UInt8](repeating: 7, count: 5000)].map {
            ResponseKey(resource: resource, qualifier: $0)
        }
        let variants = [0, 1, 1 << 24, 1 << 63, UInt64.max].map { VariantID(number: $0) }
        let elsewhere = StoreKey(ResponseKey(resource: resource + [0x3F]), variants[0])
        for key in keys {
            let names = keys.map { key in variants.map { StoreKey(key, $0) } }
            let own = variants.map { StoreKey(key, $0) }
            XCTAssertEqual((names.joined() + [elsewhere]).candidates(under: key), own)
        }
    }

    /// The content of a QUERY is part of its key: many names and much of it do not multiply.
    func testManyNamesAndALongQualifier() {
        let found = growthOfWork(from: 50) { size in
            let names = (0..<size).map { number in
                StoreKey(ResponseKey(resource: self.resource, qualifier: [UInt8(number & 0xFF)]), VariantID(number: 1))
            }
            let key = ResponseKey(resource: self.resource, qualifier: [UInt8](repeating: 1, count: size * 1000))
            return { XCTAssertTrue(names.candidates(under: key).isEmpty) }
        }
        XCTAssertTrue(found.isLinear, "\(found)")
    }
}
