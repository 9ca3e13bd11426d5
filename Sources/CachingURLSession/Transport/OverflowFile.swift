import Foundation

/// Bytes that wait on disk for a reader who takes his time, first in, first out.
///
/// The file has no name any more once it is open: it goes with the process if not before. For one thread at a time.
struct OverflowFile {
    private let file: FileHandle
    private var start: UInt64 = 0
    private var end: UInt64 = 0

    /// Bytes that have been written and not read.
    var count: Int { Int(end - start) }

    init() throws {
        let temporary = try TemporaryFile("transfer")
        try temporary.remove()
        file = temporary.handle
    }

    mutating func append(_ data: Data) throws {
        try file.seek(toOffset: end)
        try file.write(contentsOf: data)
        end += UInt64(data.count)
    }

    /// At most `limit` of the bytes that wait; none when there are none. The room of what was read is given back when
    /// all of it was.
    mutating func take(_ limit: Int) throws -> Data {
        guard count > 0 else { return Data() }
        try file.seek(toOffset: start)
        guard let data = try file.read(upToCount: min(limit, count)), !data.isEmpty else {
            throw CocoaError(.fileReadCorruptFile)
        }
        start += UInt64(data.count)
        if start == end {
            try file.truncate(atOffset: 0)
            start = 0
            end = 0
        }
        return data
    }

    func close() { try? file.close() }
}
