/// Why a HAR could not be read any further, and where: line and column, the JSON path and the byte.
public struct HARError: Error, Sendable, Hashable {
    /// What was wrong or wanted there, in a few words.
    public let message: String
    /// As it was given.
    public let path: String
    /// Such as `$.log.entries[3].response.status`.
    public let jsonPath: String
    /// From the start of the file, from 0.
    public let offset: Int
    /// From 1.
    public let line: Int
    /// From 1, in bytes of the line.
    public let column: Int

    /// `lines` are those up to the fault.
    init(_ fault: JSONFault, path: String, base: Int, lines: LineCount) {
        message = fault.message
        self.path = path
        jsonPath = "$" + fault.path
        offset = base + fault.offset
        line = lines.line
        column = max(1, offset - lines.start + 1)
    }
}

extension HARError: CustomStringConvertible {
    /// `path:line:column: error: $.json.path, byte N: message`, as compilers begin it.
    public var description: String { "\(path):\(line):\(column): error: \(jsonPath), byte \(offset): \(message)" }
}
