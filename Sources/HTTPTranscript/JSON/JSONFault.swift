/// Why a text is no JSON (RFC 8259), or not the JSON that is wanted, and where.
package struct JSONFault: Error, Sendable, Hashable {
    package let message: String
    /// The byte at which it shows.
    package let offset: Int
    /// The steps that lead to the value, such as `.response.headers[2].value`; empty where nothing is said.
    package private(set) var path: String

    package init(_ message: String, at offset: Int, path: String = "") {
        self.message = message
        self.offset = offset
        self.path = path
    }

    /// The same fault, seen from the value that has the faulty one as this member or element.
    package func within(_ step: String) -> JSONFault { JSONFault(message, at: offset, path: step + path) }
}
