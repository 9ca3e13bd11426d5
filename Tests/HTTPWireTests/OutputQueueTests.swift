import XCTest

@testable import HTTPWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

final class OutputQueueTests: XCTestCase {
    /// Whatever is appended, in whatever sizes, and however little the socket takes at a time, comes out once and in
    /// order.
    func testOrderAndCount() {
        var numbers = Numbers(seed: 5)
        for _ in 0..<5 {
            var descriptors: [Int32] = [0, 0]
            XCTAssertEqual(socketpair(AF_UNIX, Int32(1), 0, &descriptors), 0)
            for descriptor in descriptors {
                _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            }
            var queue = OutputQueue()
            var spare: [UInt8] = []
            var given: [UInt8] = []
            var taken: [UInt8] = []
            for turn in 0..<200 {
                let count = Int.random(in: 1...(turn % 7 == 0 ? 60_000 : 3000), using: &numbers)
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ turn) }
                queue.borrow(&spare)
                if turn % 2 == 0 { queue.append(([7] + bytes)[1...]) } else { queue.append { $0 += bytes } }
                given += bytes
                if case .emptied = queue.write(to: descriptors[0]) { queue.giveBack(&spare) }
                if turn % 3 == 0 { drain(descriptors[1], upTo: 20_000, into: &taken) }
                XCTAssertLessThanOrEqual(taken.count + queue.count, given.count)
            }
            while !queue.isEmpty {
                drain(descriptors[1], upTo: 1 << 20, into: &taken)
                _ = queue.write(to: descriptors[0])
            }
            drain(descriptors[1], upTo: 1 << 20, into: &taken)
            XCTAssertTrue(taken == given, "\(taken.count) of \(given.count) bytes")
            XCTAssertEqual(queue.count, 0)
            for descriptor in descriptors { close(descriptor) }
        }
    }

    private func drain(_ descriptor: Int32, upTo limit: Int, into taken: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        if count > 0 { taken += buffer[..<count] }
    }

    func testAClosedPeerIsAFailure() {
        var descriptors: [Int32] = [0, 0]
        XCTAssertEqual(socketpair(AF_UNIX, Int32(1), 0, &descriptors), 0)
        close(descriptors[1])
        var queue = OutputQueue()
        queue.append([1, 2, 3])
        guard case .failed(EPIPE) = queue.write(to: descriptors[0]) else { return XCTFail("nobody is there") }
        close(descriptors[0])
    }
}
