/// A stored response as it was found, whole: everything but its body is in memory.
///
/// It stays as it is when the store replaces or evicts the entry meanwhile.
public struct StoredEntry: Sendable {
    let header: ArchiveFormat.Header
    let bytes: [UInt8]
    /// Its body, which is read from disk when it is asked for.
    public let body: StoredBody

    /// The URL that it was stored under.
    public var url: ArraySlice<UInt8> {
        bytes[ArchiveFormat.headerLength..<(ArchiveFormat.headerLength + header.urlLength)]
    }

    /// What its file is called: the digest of the URL, and the variant.
    public var name: CacheKeyName { header.name }

    /// Bytes of its file.
    public var size: Int { header.fileLength }

    /// What the archive says about the response; shares the entry's bytes.
    public var head: ArchiveHead {
        let meta = bytes[(ArchiveFormat.headerLength + header.urlLength)..<header.headLength]
        // The reader has checked the form, so that there always is a head.
        return ArchiveHead(meta: meta, storagePolicy: header.storagePolicy)
            ?? ArchiveHead(status: 0, requestTime: 0, responseTime: 0)
    }
}
