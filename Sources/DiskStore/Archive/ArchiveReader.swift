/// Opens archives and says what they are; serves nothing that is not whole, and changes nothing.
struct ArchiveReader: Sendable {
    enum Outcome: Sendable {
        case whole(StoredEntry)
        case absent
        /// A whole archive of another URL with the same digest.
        case otherURL
        /// Not what was written under that name; the status is that of the file seen, nil when it could not even be
        /// opened.
        case damaged(FileSystem.Status?)
        case failed(SystemError)
    }

    let directory: StoreDirectory
    let version: UInt16
    let verification: DiskStore.Options.BodyVerification
    let mapsBodiesAbove: Int?
    let lanes: IOLanes

    private var fileSystem: FileSystem { directory.fileSystem }

    /// The bytes that are read to see a head when the body is not wanted yet.
    static let headRead = 16 << 10

    /// Reads the file of `name`, whole when it is at most `limit` bytes long, else its head only.
    ///
    /// - Parameters:
    ///   - url: what the archive must be about; nil takes any.
    ///   - size: what the index says, which saves asking the file system.
    func read(_ name: CacheKeyName, url: [UInt8]?, expecting size: Int?, wholeUpTo limit: Int) -> Outcome {
        let file: Int32
        do throws(SystemError) {
            file = try fileSystem.openToRead(directory.root, RelativePath(entry: name, version: version))
        } catch {
            if error.isAbsence { return .absent }
            return error.isWrongKind ? .damaged(nil) : .failed(error)
        }
        if let size, size <= limit, let bytes = try? readAtOnce(file, size) {
            fileSystem.closeQuietly(file)
            if case .whole(let entry) = judge(bytes, name, url, fileLength: size, file: nil) { return .whole(entry) }
            // Anything else is rare: look again, slowly and with the file's status at hand.
            return read(name, url: url, expecting: nil, wholeUpTo: limit)
        }
        return readSlowly(file, name, url, wholeUpTo: limit)
    }

    /// nil when the file has another size.
    private func readAtOnce(_ file: Int32, _ size: Int) throws(SystemError) -> [UInt8]? {
        var failure: SystemError?
        // One byte more than there should be, to see a file that has grown.
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            do throws(SystemError) {
                count = try fileSystem.readOnce(
                    file, into: UnsafeMutableRawBufferPointer(rebasing: buffer.raw[...size]))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes.count == size ? bytes : nil
    }

    private func readSlowly(_ file: Int32, _ name: CacheKeyName, _ url: [UInt8]?, wholeUpTo limit: Int) -> Outcome {
        let open = OpenFile(file, fileSystem)
        var status: FileSystem.Status?
        do throws(SystemError) {
            let found = try fileSystem.status(file)
            status = found
            guard found.isRegular, found.size >= ArchiveFormat.headerLength else { return .damaged(found) }
            let whole = found.size <= limit
            var bytes = try fileSystem.readBytes(file, count: whole ? found.size : min(found.size, Self.headRead))
            guard let header = bytes.withUnsafeBytes({ Header($0, fileLength: found.size, version: version) })
            else { return .damaged(found) }
            if !whole, header.headLength != bytes.count {
                bytes = try fileSystem.readBytes(file, count: header.headLength)
            }
            let outcome = judge(bytes, name, url, fileLength: found.size, file: whole ? nil : open)
            if case .damaged = outcome { return .damaged(found) }
            return outcome
        } catch {
            return error.isWrongKind ? .damaged(status) : .failed(error)
        }
    }

    private typealias Header = ArchiveFormat.Header

    /// `bytes` are the whole file, or just its head, and then the body is left in `file`.
    private func judge(
        _ bytes: [UInt8], _ name: CacheKeyName, _ url: [UInt8]?, fileLength: Int, file: OpenFile?
    ) -> Outcome {
        var isOther = false
        let header = bytes.withUnsafeBytes { (buffer) -> Header? in
            guard let header = Header(buffer, fileLength: fileLength, version: version), header.name == name,
                header.headLength <= buffer.count
            else { return nil }
            let start = ArchiveFormat.headerLength
            guard XXH64.sum(UnsafeRawBufferPointer(rebasing: buffer[start..<header.headLength])) == header.headSum
            else { return nil }
            let metaStart = start + header.urlLength
            if let url, !buffer[start..<metaStart].elementsEqual(url) { isOther = true }
            guard MetaRanges(UnsafeRawBufferPointer(rebasing: buffer[metaStart..<header.headLength])) != nil
            else { return nil }
            if file == nil, verification != .never, !isOther {
                let body = UnsafeRawBufferPointer(rebasing: buffer[header.headLength...])
                guard body.count == header.bodyLength, XXH64.sum(body) == header.bodySum else { return nil }
            }
            return header
        }
        guard let header else { return .damaged(nil) }
        if isOther { return .otherURL }
        let body =
            file.map { StoredBody(file: BodyFile($0, header, verification, mapsBodiesAbove, lanes)) }
            ?? StoredBody(bytes: bytes[header.headLength...])
        return .whole(StoredEntry(header: header, bytes: bytes, body: body))
    }
}

/// A descriptor that is closed when nobody needs it any more.
final class OpenFile: Sendable {
    let descriptor: Int32
    let fileSystem: FileSystem

    init(_ descriptor: Int32, _ fileSystem: FileSystem) {
        self.descriptor = descriptor
        self.fileSystem = fileSystem
    }

    deinit { fileSystem.closeQuietly(descriptor) }
}

extension FileSystem {
    /// The first `count` bytes of a file, fewer when it ends before.
    func readBytes(_ file: Int32, at offset: Int = 0, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            do throws(SystemError) {
                done = try read(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer.raw[..<count]), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    fileprivate var raw: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(self) }
}
