import HTTPTranscript

/// An input that is open: a HAR, which is read entry by entry, or any other, which is held whole.
enum OpenedInput {
    case archive(HARReader)
    case file(SourceFile)

    /// Opens a file, or standard input for `-`; what it is tells `--from`, else its first bytes.
    init(_ operand: String, from: String?, _ context: ToolContext) throws {
        let isStandard = operand == "-"
        let path = isStandard ? StandardInput.name : operand
        let source = isStandard ? nil : try ChunkSource(operand)
        let next = { try source?.next() ?? context.readInputChunk() }
        var first: [UInt8]? = try next()
        let isArchive =
            from.map { $0 == "har" }
            ?? ((try? InputKind.detect(SourceFile(path: path, bytes: first ?? []))) == .har)
        if isArchive {
            self = .archive(
                HARReader(path: path) {
                    defer { first = nil }
                    return try first ?? next()
                })
            return
        }
        var bytes = first ?? []
        while !bytes.isEmpty, bytes.count <= SourceFile.maximumSize {
            let more = try next()
            if more.isEmpty { break }
            bytes += more
        }
        self = .file(SourceFile(path: path, bytes: bytes))
    }
}

extension HARReader {
    /// Hands every entry to `body`, with the reader for its heads, until that says that it is enough.
    ///
    /// With `keepsGoing` an error of the archive is returned, and what stands before it has been handed over; else it
    /// is thrown.
    mutating func forEach(
        keepsGoing: Bool, _ body: (HAREntry, inout HARReader) throws -> Bool
    ) throws -> HARError? {
        do {
            while let entry = try next() {
                if try !body(entry, &self) { break }
            }
            return nil
        } catch let error as HARError where keepsGoing {
            return error
        }
    }
}
