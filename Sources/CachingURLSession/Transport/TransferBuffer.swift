import Foundation

/// What has arrived and was not read: in memory up to a limit, and then on disk. For one thread at a time.
struct TransferBuffer {
    /// Bytes in memory.
    static let limit = 1 << 20
    /// Bytes that are given out at once.
    static let pieceLimit = 64 << 10

    private var pieces: [Data] = []
    private var first = 0
    private(set) var bytesInMemory = 0
    private var overflow: OverflowFile?
    private let overflowLimit: Int

    /// - Parameter overflowLimit: bytes on disk.
    init(overflowLimit: Int) { self.overflowLimit = overflowLimit }

    var isEmpty: Bool { bytesInMemory == 0 && bytesOnDisk == 0 }
    var bytesOnDisk: Int { overflow?.count ?? 0 }

    /// Throws ``URLSessionTransportError`` when the disk takes no more.
    mutating func append(_ data: Data) throws(URLSessionTransportError) {
        guard !data.isEmpty else { return }
        if bytesOnDisk == 0, bytesInMemory + data.count <= Self.limit || bytesInMemory == 0 {
            pieces.append(data)
            bytesInMemory += data.count
            return
        }
        guard data.count <= overflowLimit - bytesOnDisk else { throw .readerTooSlow(limit: overflowLimit) }
        do {
            if overflow == nil { overflow = try OverflowFile() }
            try overflow?.append(data)
        } catch {
            throw .overflowFailed(error)
        }
    }

    /// The next bytes in one piece; none when there are none.
    mutating func take() throws(URLSessionTransportError) -> ArraySlice<UInt8> {
        guard bytesInMemory > 0 else {
            do {
                let data = try overflow?.take(Self.pieceLimit)
                return data.map { ArraySlice($0) } ?? []
            } catch {
                throw .overflowFailed(error)
            }
        }
        var taken: [UInt8] = []
        repeat {
            taken.append(contentsOf: pieces[first])
            pieces[first] = Data()
            first += 1
        } while first < pieces.count && taken.count + pieces[first].count <= Self.pieceLimit
        bytesInMemory -= taken.count
        if first == pieces.count {
            pieces = []
            first = 0
        }
        return taken[...]
    }

    mutating func removeAll() {
        pieces = []
        first = 0
        bytesInMemory = 0
        overflow?.close()
        overflow = nil
    }
}
