import XCTest

@testable import DiskStore

final class XXH64Tests: XCTestCase {
    /// Byte i of the input is (31 i + 7) mod 256; the sums are those that `xxhsum -H64` prints for it.
    static let sums: [(Int, UInt64)] = [
        (0, 0xef46_db37_51d8_e999), (1, 0xa96c_7f0c_e858_bbb7), (3, 0x56e6_9576_32a4_87f9),
        (4, 0xc60d_15b1_e3ff_8f04), (7, 0xafbe_fc3d_6c6f_9a8e), (8, 0x3da5_c7aa_2696_83e0),
        (9, 0x4b17_a9ba_9e21_5c09), (15, 0xae2a_37eb_9357_caa7), (31, 0x4a74_f3a1_a39a_d4a1),
        (32, 0x8d57_d6a4_671c_c43d), (33, 0x62c9_fd21_ed85_7664), (55, 0x2471_4409_0389_5716),
        (64, 0x7bba_bbc4_5729_d17e), (65, 0xf398_0c34_bae6_5dc1), (127, 0x4822_f4e6_7f60_ea91),
        (128, 0x725a_5b9b_3bed_fe94), (129, 0x28fc_8362_6436_27d7), (200, 0x95d9_a0c9_77b4_b6fb),
        (1000, 0x9959_4f48_2804_3d35), (4096, 0xe211_74be_82dc_78d9),
    ]

    func testKnownSums() {
        for (count, sum) in Self.sums { XCTAssertEqual(XXH64.sum(bytes(count).span), sum, "\(count) bytes") }
    }

    func testPiecesOfAnySizeGiveTheSameSum() {
        for (count, sum) in Self.sums {
            let bytes = bytes(count)
            for piece in [1, 3, 31, 32, 33, 64, 1000] {
                var running = XXH64()
                var rest = bytes[...]
                while !rest.isEmpty {
                    rest.prefix(piece).withUnsafeBytes { running.update($0) }
                    rest = rest.dropFirst(piece)
                }
                XCTAssertEqual(running.value(), sum, "\(count) bytes in pieces of \(piece)")
            }
        }
    }

    func testEveryCutOfOneBuffer() {
        let bytes = bytes(129)
        for cut in 0...129 {
            var running = XXH64()
            bytes[..<cut].withUnsafeBytes { running.update($0) }
            bytes[cut...].withUnsafeBytes { running.update($0) }
            XCTAssertEqual(running.value(), 0x28fc_8362_6436_27d7, "cut at \(cut)")
        }
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: 31 * $0 + 7) } }
}
