/// Names of groups of stored responses: the value of Cache-Groups (RFC 9875 §2), or of Cache-Group-Invalidation (§3).
///
/// Names are opaque and compared character by character (§2.1). They only mean something within one origin, which
/// the caller compares.
public struct CacheGroups: Sendable, Hashable {
    /// Members that one field may have, repetitions counted; the RFC asks for 32 at least.
    public static let maximumMembers = 1024
    /// Characters that one name may have; the RFC asks for 32 at least.
    public static let maximumCharacters = 1024

    /// In no order, for none is significant.
    public let names: Set<String>

    /// Makes groups of these names; nothing is checked here, not the limits either.
    public init(_ names: Set<String>) {
        self.names = names
    }

    /// Reads all lines of either field; no lines are no groups.
    ///
    /// Parameters are ignored. Throws when the value is no List, has a member other than a String, or is beyond the
    /// limits; the whole field is then to be ignored (RFC 9651 §2.2).
    public static func parse(lines: [[UInt8]]) throws(StructuredFieldRejection) -> CacheGroups {
        let list: StructuredField.List
        do {
            list = try StructuredField.List.parse(lines: lines)
        } catch {
            throw .syntax(error)
        }
        guard list.members.count <= maximumMembers else { throw .limit(index: maximumMembers) }
        var names: Set<String> = []
        for (index, member) in list.members.enumerated() {
            guard case .item(let item) = member, case .string(let name) = item.bareItem else {
                throw .memberType(index: index)
            }
            guard name.utf8.count <= maximumCharacters else { throw .limit(index: index) }
            names.insert(name)
        }
        return CacheGroups(names)
    }

    /// The groups that a response invalidates by its Cache-Group-Invalidation lines (RFC 9875 §3).
    ///
    /// None on a response to a safe method, whatever the lines hold, and none when they can't be used. A method whose
    /// safety is unknown counts as unsafe (RFC 9111 §4.4). Status codes play no part in RFC 9875.
    public static func invalidated(by lines: [[UInt8]], requestMethodIsSafe: Bool) -> CacheGroups {
        guard !requestMethodIsSafe, let groups = try? parse(lines: lines) else { return CacheGroups([]) }
        return groups
    }

    /// Whether two responses of one origin share a group (RFC 9875 §2.1).
    public func sharesGroup(with other: CacheGroups) -> Bool {
        !names.isDisjoint(with: other.names)
    }
}
