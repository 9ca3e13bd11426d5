/// The file that says that a proxy listens, and where.
final class ReadyFile: Sendable {
    private let path: String?
    /// What the file says; nil before it was written and once it was removed.
    private let written = Monitor<[UInt8]?>(nil)

    /// Removes the file of an earlier run: whoever waits for this one must not find the address of that. Does nothing
    /// without a path, here and later.
    init(_ path: String?) throws(FileError) {
        self.path = path
        if let path { try FileAccess.remove(path) }
    }

    func write(_ text: String) throws(FileError) {
        guard let path else { return }
        let bytes = Array(text.utf8)
        try FileAccess.replace(path, with: bytes)
        written.change { $0 = bytes }
    }

    /// Removes the file, once, unless another proxy has put its own in its place.
    func remove() {
        let bytes = written.change { written -> [UInt8]? in
            defer { written = nil }
            return written
        }
        // A pipe is not read: nobody might write to it.
        guard let path, let bytes, FileAccess.isRegular(path),
            (try? FileAccess.read(path, limit: bytes.count + 1)) == bytes
        else { return }
        try? FileAccess.remove(path)
    }
}
