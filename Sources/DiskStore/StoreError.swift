/// What a caller of the store must act on; damage is not among it, since damage is a miss.
public enum StoreError: Error, Sendable, Hashable {
    /// The file system or the user's quota is full; the store keeps what it had.
    case outOfSpace
    /// The body of an entry that was already handed out fails its sum; the writer has moved the file to `damaged/`.
    case corrupt(CacheKeyName)
    /// Another store writes to this directory; this one reads only.
    case inUse
    /// The store's path, or something below it that must be a directory, is not one.
    case notADirectory(path: String, NotADirectory)
    /// The directory holds nothing that a store makes; only ``DiskStore/Options/createsStore`` set to false leads to
    /// it.
    case notAStore
    /// The file system refuses: access rights, or mounted read-only.
    case permissionDenied
    /// The entry is larger than the capacity, or its URL or head larger than the format allows. Nothing is stored; an
    /// older value of that key is removed, since the origin has replaced it.
    case tooLarge
    /// The store was closed.
    case closed
    /// Any other error of the system: the number it gave, and the call that it came from.
    case io(errno: Int32, operation: String)

    /// What stands in the place of a directory.
    public enum NotADirectory: Sendable, Hashable {
        /// Something else, such as a file.
        case file
        /// A symbolic link to nothing; the store does not create what it points to.
        case danglingLink
        /// Nothing, which only a store that reads alone, or shall not be created, is told of.
        case missing
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .outOfSpace: "no space left for the store"
        case .corrupt(let name): "the body of \(name.text) is damaged"
        case .inUse: "another process writes to this store"
        case .notADirectory(let path, .file): "\(path) is not a directory"
        case .notADirectory(let path, .danglingLink): "\(path) is a symbolic link to nothing"
        case .notADirectory(let path, .missing): "\(path) does not exist"
        case .notAStore: "not a store"
        case .permissionDenied: "the store may not be written to"
        case .tooLarge: "larger than the store takes"
        case .closed: "the store is closed"
        case .io(let number, let operation): "\(operation) failed with error \(number)"
        }
    }
}
