/// What a piece of text is, which says how it is coloured.
enum TextRole: Sendable, Hashable {
    case plain
    /// What answers the question.
    case good
    case bad
    case warning
    case heading
    /// The bytes that decided.
    case primaryMark
    case secondaryMark
    /// Line numbers, bars, citations.
    case quiet
}

/// How text comes out: with colours or without, with all signs or ASCII alone.
struct Palette: Sendable, Hashable {
    var isColored = false
    var isASCII = false

    /// The text with its signs as they are wanted; only signs that the tool itself writes are known here.
    func spelled(_ text: String) -> String {
        guard isASCII, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for character in text {
            switch character {
            case "→": result += "->"
            case "−": result += "-"
            case "§": result += "section "
            case "…": result += "..."
            case "≥": result += ">="
            case "≤": result += "<="
            default: result += character.isASCII ? String(character) : ShownBytes.text(character.utf8)
            }
        }
        return result
    }

    func colored(_ text: String, _ role: TextRole) -> String {
        guard isColored, !text.isEmpty else { return text }
        let code: String
        switch role {
        case .plain: return text
        case .good: code = "1;32"
        case .bad: code = "1;31"
        case .warning: code = "1;33"
        case .heading: code = "1"
        case .primaryMark: code = "1;31"
        case .secondaryMark: code = "36"
        case .quiet: code = "2"
        }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
