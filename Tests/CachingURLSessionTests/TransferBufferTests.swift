import Foundation
import XCTest

@testable import CachingURLSession

final class TransferBufferTests: XCTestCase {
    private func data(_ count: Int, _ byte: UInt8) -> Data { Data(repeating: byte, count: count) }

    /// Everything comes out in order, whatever lay where.
    func testWhatGoesInComesOut() throws {
        var buffer = TransferBuffer(overflowLimit: 64 << 20)
        var expected: [UInt8] = []
        var got: [UInt8] = []
        for step in 0..<900 {
            let byte = UInt8(truncatingIfNeeded: step)
            try buffer.append(data(16 << 10, byte))
            expected += [UInt8](repeating: byte, count: 16 << 10)
            XCTAssertLessThanOrEqual(buffer.bytesInMemory, TransferBuffer.limit)
            XCTAssertEqual(buffer.bytesInMemory + buffer.bytesOnDisk, expected.count - got.count)
            if step % 30 == 29 { got += try buffer.take() }
            if step == 500 { while !buffer.isEmpty { got += try buffer.take() } }
        }
        XCTAssertGreaterThan(buffer.bytesOnDisk, 0)
        while !buffer.isEmpty {
            let piece = try buffer.take()
            XCTAssertFalse(piece.isEmpty)
            XCTAssertLessThanOrEqual(piece.count, TransferBuffer.pieceLimit)
            got += piece
        }
        XCTAssertTrue(got == expected)
        XCTAssertEqual(try buffer.take(), [])
    }

    func testTheDiskHasALimit() throws {
        var buffer = TransferBuffer(overflowLimit: 100)
        try buffer.append(data(TransferBuffer.limit, 1))
        try buffer.append(data(60, 2))
        XCTAssertThrowsError(try buffer.append(data(41, 3))) { error in
            guard case URLSessionTransportError.readerTooSlow(limit: 100) = error else { return XCTFail("\(error)") }
        }
        try buffer.append(data(40, 3))
        XCTAssertEqual(buffer.bytesOnDisk, 100)
        buffer.removeAll()
        XCTAssertTrue(buffer.isEmpty)
    }

    func testAPieceLargerThanTheLimitIsTakenWhereNothingWaits() throws {
        var buffer = TransferBuffer(overflowLimit: 0)
        try buffer.append(data(TransferBuffer.limit + 1, 1))
        XCTAssertEqual(buffer.bytesInMemory, TransferBuffer.limit + 1)
        try buffer.append(Data())
        XCTAssertThrowsError(try buffer.append(data(1, 1)))
        XCTAssertEqual(try buffer.take().count, TransferBuffer.limit + 1)
        try buffer.append(data(1, 7))
        XCTAssertEqual(try buffer.take(), [7])
    }

    func testNothingIsLeftOnDisk() throws {
        let directory = FileManager.default.temporaryDirectory.path
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix("transfer-") }
        }
        let before = try files()
        var buffer = TransferBuffer(overflowLimit: 100)
        try buffer.append(data(TransferBuffer.limit, 1))
        try buffer.append(data(60, 2))
        XCTAssertEqual(try files(), before)
    }
}
