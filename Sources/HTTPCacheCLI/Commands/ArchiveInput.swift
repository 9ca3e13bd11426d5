import HTTPTranscript

/// Opens a HAR, entry by entry.
enum ArchiveInput {
    /// The reader of a file, or of standard input for `-`.
    static func reader(_ operand: String, _ context: ToolContext) throws -> HARReader {
        if operand == "-" {
            return HARReader(path: InputReader.standardInputName, nextChunk: context.readInputChunk)
        }
        let source = try ChunkSource(operand)
        return HARReader(path: operand) { try source.next() }
    }

    /// Hands every entry to `body`, with the reader for its heads, until that says that it is enough.
    ///
    /// With `keepsGoing` an error of the archive is returned, and what stands before it has been handed over; else it is
    /// thrown.
    static func forEach(
        in reader: inout HARReader, keepsGoing: Bool, _ body: (HAREntry, inout HARReader) throws -> Bool
    ) throws -> HARError? {
        do {
            while let entry = try reader.next() {
                if try !body(entry, &reader) { break }
            }
            return nil
        } catch let error as HARError where keepsGoing {
            return error
        }
    }
}
