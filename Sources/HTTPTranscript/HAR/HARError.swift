/// Why a HAR could not be read any further, and where: the JSON path and the byte.
public struct HARError: Error, Sendable, Hashable {
    public let message: String
    /// As it was given.
    public let path: String
    /// Such as `$.log.entries[3].response.status`.
    public let jsonPath: String
    /// From the start of the file, from 0.
    public let offset: Int

    init(_ fault: JSONFault, path: String, base: Int) {
        message = fault.message
        self.path = path
        jsonPath = "$" + fault.path
        offset = base + fault.offset
    }
}

extension HARError: CustomStringConvertible {
    public var description: String { "\(path): \(jsonPath), byte \(offset): error: \(message)" }
}
