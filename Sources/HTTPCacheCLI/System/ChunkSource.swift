#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file that is read chunk by chunk; closed when it is let go of.
final class ChunkSource {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    }

    deinit { close(descriptor) }

    /// The next bytes; none at the end of the file.
    func next() throws(FileError) -> [UInt8] { try FileAccess.readChunk(descriptor, path: path, size: 256 << 10) }
}
