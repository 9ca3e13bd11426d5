/// Reads field lines. RFC 9112 §5.
struct FieldLineReader {
    let file: SourceFile
    let syntax: TextSyntax

    /// `name ":" OWS value OWS`.
    func read(_ range: SourceRange) throws(Fault) -> RawField {
        let bytes = file.bytes(in: range)
        guard let colon = bytes.firstIndex(of: Byte.colon) else {
            throw Fault("a field line without a colon", at: range.start)
        }
        let name = SourceRange(range.start, colon)
        guard !name.isEmpty else { throw Fault("expected a field name before the colon", at: colon) }
        if let offset = file.bytes(in: name).firstIndex(where: { !Byte.isTokenCharacter($0) }) {
            let isSpaceBeforeColon = file.trimmedAtEnd(name).end == offset
            throw Fault(
                isSpaceBeforeColon ? "whitespace before the colon" : "a byte that no field name can have", at: offset)
        }
        return RawField(name: name, value: try value(SourceRange(colon + 1, range.end)))
    }

    /// A value without the whitespace around it. Only whitespace that stands in the source as such is taken away.
    func value(_ range: SourceRange) throws(Fault) -> MessageTemplate {
        let trimmed = file.trimmed(range)
        let template = try TemplateReader.read(trimmed, in: file, syntax)
        for piece in template.pieces {
            switch piece {
            case .source(let range):
                if let offset = file.bytes(in: range).firstIndex(where: Byte.isControl) {
                    throw Fault("a control byte in a field value", at: offset)
                }
            case .byte(let byte, let range):
                if byte == 0 || byte == Byte.cr || byte == Byte.lf {
                    throw Fault("NUL, CR and LF cannot be in a field value", at: range.start)
                }
            case .date: break
            }
        }
        return template
    }
}
