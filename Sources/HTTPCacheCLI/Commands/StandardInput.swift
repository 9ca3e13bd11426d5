/// Standard input, as reports name it.
enum StandardInput {
    static let name = "<stdin>"
}
