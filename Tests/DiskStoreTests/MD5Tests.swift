import XCTest

@testable import DiskStore

final class MD5Tests: XCTestCase {
    /// Byte i of the input is (31 i + 7) mod 256; the digests are those that `md5sum` prints for it.
    static let patterns: [(Int, String)] = [
        (0, "d41d8cd98f00b204e9800998ecf8427e"), (1, "89e74e640b8c46257a29de0616794d5d"),
        (3, "3b704fb2660febf62921a0caaa8de56b"), (4, "60781e9e546435a1d0b9316e7954ead6"),
        (7, "1cb06d547fb76566d01b16e7ac5aa8b4"), (8, "4ea83c044004367c9839a3e27d852a14"),
        (9, "548fed44439268980b3d530f84442c9a"), (15, "36852d9be5cdabd0d270f73fdb488e0a"),
        (31, "6b7aba02373c48e59185ff48d25d1185"), (32, "adbbb998df757fcfe91804e510cdcc00"),
        (33, "ec01005f0b1a2f6f185dc6039bb66627"), (55, "c9e512626618c9980ef21a96597af94c"),
        (56, "ecde7caa08e9f5657c863df107cac60a"), (63, "2f0301069e1c40af7f6c8f843b1b13f2"),
        (64, "b6bf87c24b1bc334e2541387a92b981b"), (65, "f168246f08b6134d66bd2a10343fa9f1"),
        (119, "d5dc3d8264de3aa24dee105910ee27fe"), (120, "bcc139b3848923904860d1eefd6e5923"),
        (127, "27670172396247fa5f68637f13f8933d"), (128, "3e85b70ffc8df5c735ecf2a8f14f1bee"),
        (129, "e45ecac9930fe93de302f98ba673ba36"), (200, "4c1e627a4bcc5ffb25084afedb8477c8"),
        (1000, "2b1e78d5765de9e10495a01412a1cf22"), (4096, "88c3b31b216d705c77b752990f1b55f5"),
    ]

    /// RFC 1321, appendix A.5.
    func testSuiteOfTheRFC() {
        let suite = [
            ("", "d41d8cd98f00b204e9800998ecf8427e"),
            ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
            (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        ]
        for (text, digest) in suite { XCTAssertEqual(hexadecimal(Array(text.utf8)), digest, text) }
    }

    func testEveryWayToFillABlock() {
        for (count, digest) in Self.patterns {
            XCTAssertEqual(hexadecimal((0..<count).map { UInt8(truncatingIfNeeded: 31 * $0 + 7) }), digest, "\(count)")
        }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        let digest = MD5(of: bytes.span)
        return [digest.high, digest.low].map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
