/// Where some bytes of a text stand in the file that the text was made of.
struct SourceAnchor: Sendable, Hashable {
    /// The first of the text's bytes that it speaks of; it holds until the next anchor.
    let start: Int
    /// The file's byte that this one comes from.
    let source: Int
    /// Of that byte, both from 1.
    let line: Int
    let column: Int
    /// How many bytes of the text stand in the file as they are; those after them all belong to the last place.
    let length: Int

    /// How far into the file's bytes an offset of the text lies.
    func distance(to offset: Int) -> Int { min(max(0, offset - start), length) }
}
