import Foundation

/// A file of its own for bytes that are too many for the memory, which only this user reads. It stays until it is
/// removed.
struct TemporaryFile {
    let url: URL
    let handle: FileHandle

    /// `name` begins the file's name.
    init(_ name: String) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        do {
            handle = try FileHandle(forUpdating: url)
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    /// Takes its name away; what is open stays open.
    func remove() throws { try FileManager.default.removeItem(at: url) }
}
