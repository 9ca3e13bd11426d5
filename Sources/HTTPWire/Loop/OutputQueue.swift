/// Bytes that wait to be written to one connection.
struct OutputQueue {
    /// From here on content is kept as it is instead of being copied.
    private static let largeSize = 16 * 1024

    enum Progress {
        case emptied
        case blocked
        case failed(Int32)
    }

    /// Whole arrays in front of `tail`.
    private var earlier: [ArraySlice<UInt8>] = []
    private var firstEarlier = 0
    private var tail: [UInt8] = []
    /// Bytes of the first array that were written.
    private var written = 0
    private var earlierCount = 0

    var count: Int { earlierCount + tail.count - written }

    var isEmpty: Bool { earlierCount == 0 && tail.count == written }

    /// Takes an empty buffer with room, if it has none of its own.
    mutating func borrow(_ buffer: inout [UInt8]) {
        if isEmpty, tail.capacity == 0 { swap(&tail, &buffer) }
    }

    /// Gives an emptied buffer back, so that connections at rest hold none.
    mutating func giveBack(_ buffer: inout [UInt8]) {
        guard isEmpty else { return }
        if buffer.capacity == 0, tail.capacity <= 4 * Self.largeSize { swap(&tail, &buffer) }
        tail = []
    }

    /// A part of an array keeps all of it, which is no copy at least.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        dropWritten()
        guard bytes.count >= Self.largeSize else {
            bytes.withUnsafeBufferPointer { tail.append(contentsOf: $0) }
            return
        }
        if !tail.isEmpty {
            push(tail[...])
            tail = []
        }
        push(bytes)
    }

    /// Appends in place.
    mutating func append(_ body: (inout [UInt8]) -> Void) {
        dropWritten()
        body(&tail)
    }

    /// Keeps a queue that is never quite emptied from growing.
    private mutating func dropWritten() {
        if firstEarlier >= 64 {
            earlier.removeFirst(firstEarlier)
            firstEarlier = 0
        }
        if earlier.isEmpty, written >= Self.largeSize {
            tail.removeFirst(written)
            written = 0
        }
    }

    private mutating func push(_ bytes: ArraySlice<UInt8>) {
        earlierCount += bytes.count
        earlier.append(bytes)
    }

    mutating func removeAll() { self = OutputQueue() }

    mutating func write(to descriptor: Int32) -> Progress {
        var start = written
        defer { written = start }
        while firstEarlier < earlier.count {
            let isLast = firstEarlier + 1 == earlier.count && tail.isEmpty
            let progress = earlier[firstEarlier].withUnsafeBytes {
                Self.send($0, from: &start, to: descriptor, isLast: isLast)
            }
            guard case .emptied = progress else { return progress }
            earlierCount -= earlier[firstEarlier].count
            earlier[firstEarlier] = []
            firstEarlier += 1
            start = 0
        }
        if !earlier.isEmpty {
            earlier = []
            firstEarlier = 0
        }
        guard !tail.isEmpty else { return .emptied }
        let progress = tail.withUnsafeBytes { Self.send($0, from: &start, to: descriptor, isLast: true) }
        if case .emptied = progress {
            tail.removeAll(keepingCapacity: true)
            start = 0
        }
        return progress
    }

    private static func send(
        _ bytes: UnsafeRawBufferPointer, from start: inout Int, to descriptor: Int32, isLast: Bool
    ) -> Progress {
        while start < bytes.count {
            switch System.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]), isLast: isLast) {
            case .done(let count): start += count
            case .wouldBlock: return .blocked
            case .failed(let error): return .failed(error)
            }
        }
        return .emptied
    }
}
