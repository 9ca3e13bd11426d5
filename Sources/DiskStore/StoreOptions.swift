#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension DiskStore {
    /// What may be chosen when a store is opened.
    public struct Options: Sendable {
        /// Bytes of all entries' files together; 0 or less stores nothing.
        public var capacity = 256 << 20
        /// Never writes, not even when nobody else does.
        public var readOnly = false
        /// Makes a store where there is none; if false, opening refuses a directory that is none and writes nothing
        /// there.
        public var createsStore = true
        /// When bytes written are safe from a loss of power.
        public var durability = Durability.interval
        /// Seconds between an event and the maintenance that follows it; 0 or less leaves maintenance to the caller.
        public var maintenanceInterval = 5.0
        /// When the sum over a body is checked.
        public var bodyVerification = BodyVerification.always
        /// Bodies of more bytes than this are mapped by `StoredBody.withSpan`; nil maps none. Mapping pays above 1 MB.
        public var mapsBodiesAbove: Int?
        /// Threads for the asynchronous calls.
        public var threads = 4
        /// Seconds since 1970, for the times in listings; nothing is ever decided by it.
        public var clock: @Sendable () -> UInt32 = { UInt32(clamping: time(nil)) }

        /// The defaults, with a capacity in bytes; 0 or less stores nothing.
        public init(capacity: Int = 256 << 20) { self.capacity = capacity }

        /// When bytes written are safe from a loss of power. A process that dies loses nothing under any of these.
        public enum Durability: Sendable, Hashable {
            /// With the maintenance that follows: the last seconds may be lost, and are recognised as lost.
            case interval
            /// Before the call that stores an entry returns; on Apple's systems in order, but when the drive sees fit.
            case everyWrite
            /// When the system sees fit.
            case none
        }

        /// When the sum over a body is checked; what fails it is never given out.
        public enum BodyVerification: Sendable, Hashable {
            /// The sum over a body is checked before its first byte is given out.
            case always
            /// Not for bodies that are mapped, since it reads all of them.
            case unlessMapped
            /// Never: the body is given out as it lies on disk.
            case never
        }
    }

    /// Whether the store may write, and if not, why.
    public enum Access: Sendable, Hashable {
        /// It may.
        case readWrite
        /// `nil` when the options asked for it, else what stood in the way: `.inUse`, `.permissionDenied`, …
        case readOnly(StoreError?)
    }

    /// What a store holds, and what has happened to it since it was opened.
    public struct Statistics: Sendable, Hashable {
        /// Entries in the books.
        public internal(set) var entries = 0
        /// Bytes of all entries' files.
        public internal(set) var usage = 0
        /// Lookups that found an entry.
        public internal(set) var hits = 0
        /// Lookups that found none.
        public internal(set) var misses = 0
        /// Entries that were stored.
        public internal(set) var stores = 0
        /// Entries that were removed to make room.
        public internal(set) var evictions = 0
        /// Files that failed their sums, or were not what their names said.
        public internal(set) var damaged = 0
        /// Whole archives found under the digest of another URL.
        public internal(set) var collisions = 0
        /// Reads that the system failed.
        public internal(set) var readFailures = 0
        /// Writes that the system failed.
        public internal(set) var writeFailures = 0
        /// Entries found on disk that the journal did not tell of.
        public internal(set) var adopted = 0
        /// Entries that the journal told of and that were not on disk.
        public internal(set) var lost = 0
        /// A scan of the directory has yet to end; until then entries are looked for on disk as well.
        public internal(set) var isRecovering = false
    }
}
