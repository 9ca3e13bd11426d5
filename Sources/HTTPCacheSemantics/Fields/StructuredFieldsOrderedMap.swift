extension StructuredField {
    /// Values by key in the order in which the keys first came, reachable by index and by key (RFC 9651 §3.1.2, §3.2).
    ///
    /// Two maps are equal when keys, values and order are.
    public struct OrderedMap<Value: Sendable & Hashable>: Sendable, Hashable {
        /// One key with its value.
        public struct Entry: Sendable, Hashable {
            /// Lower-case letters, digits, `_`, `-`, `.` and `*` in what was read; any text in what was made.
            public let key: String
            /// The last value that was given for the key.
            public internal(set) var value: Value
        }

        /// All of them, in the order in which the keys first came.
        public private(set) var entries: [Entry] = []
        // Empty while a walk over the entries is cheaper than hashing; complete afterwards, so that a field made of
        // many distinct keys is still read in linear time.
        private var positions: [String: Int] = [:]
        private static var walkedEntries: Int { 8 }

        /// A map without entries.
        public init() {}

        /// Later values of a key replace earlier ones and keep the earlier place.
        public init(_ pairs: KeyValuePairs<String, Value>) {
            for (key, value) in pairs { set(key, to: value) }
        }

        /// Whether there is no entry.
        public var isEmpty: Bool { entries.isEmpty }
        /// How many entries there are.
        public var count: Int { entries.count }

        /// The value of a key, compared byte by byte; nil without one.
        public subscript(key: String) -> Value? {
            position(of: key).map { entries[$0].value }
        }

        /// Overwrites the value where the key already stands, or appends it (RFC 9651 §4.2.2, §4.2.3.2).
        public mutating func set(_ key: String, to value: Value) {
            if let position = position(of: key) {
                entries[position].value = value
                return
            }
            if entries.isEmpty { entries.reserveCapacity(4) }
            entries.append(Entry(key: key, value: value))
            if !positions.isEmpty {
                positions[key] = entries.count - 1
            } else if entries.count > Self.walkedEntries {
                for (position, entry) in entries.enumerated() { positions[entry.key] = position }
            }
        }

        private func position(of key: String) -> Int? {
            positions.isEmpty ? entries.firstIndex { $0.key == key } : positions[key]
        }

        public static func == (left: Self, right: Self) -> Bool {
            left.entries == right.entries
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(entries)
        }
    }
}
