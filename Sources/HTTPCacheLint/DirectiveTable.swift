import HTTPCacheSemantics

/// The directives of one field of a response by name: the first of several counts.
struct DirectiveTable {
    let members: [CacheDirective]
    private let first: [String: Int]

    init(_ members: [CacheDirective]) {
        self.members = members
        var first: [String: Int] = [:]
        for (index, member) in members.enumerated() where first[member.name] == nil { first[member.name] = index }
        self.first = first
    }

    subscript(_ name: String) -> CacheDirective? { first[name].map { members[$0] } }

    /// The directive where it speaks of the whole response: the first that is not of the qualified form.
    func unqualified(_ name: String) -> CacheDirective? {
        guard self[name] != nil else { return nil }
        return members.first { $0.name == name && !$0.isQualified }
    }

    /// The directive where it gives more than no time.
    func positive(_ name: String) -> CacheDirective? {
        self[name].flatMap { $0.seconds ?? 0 > 0 ? $0 : nil }
    }

    /// The first of these that gives more than no time.
    func positive(_ names: [String]) -> CacheDirective? { names.lazy.compactMap { positive($0) }.first }
}

extension CacheDirective {
    /// The argument as delta-seconds, at most 2^31; nil where it is none (RFC 9111 §1.2.2).
    var seconds: Int? {
        guard isWellFormed, !plainArgument.isEmpty, plainArgument.allSatisfy(\.isDigit) else { return nil }
        return plainArgument.reduce(0) { min($0 * 10 + Int($1 & 15), 1 << 31) }
    }

    /// The argument's bytes; in quotes a backslash only announces the byte after it (RFC 9110 §5.6.4).
    var plainArgument: [UInt8] {
        let bytes = Array((argument ?? "").utf8)
        guard isQuoted, bytes.contains(0x5C) else { return bytes }
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x5C, index + 1 < bytes.count { index += 1 }
            plain.append(bytes[index])
            index += 1
        }
        return plain
    }

    /// Whether it is a `no-cache` or `private` that lists field names: an empty or unreadable list counts as none.
    var isQualified: Bool {
        let names = fieldNames
        return isWellFormed && !names.isEmpty && names.allSatisfy { $0.allSatisfy(\.isTokenByte) }
    }

    /// The members of the argument as a list.
    var fieldNames: [[UInt8]] {
        (argument ?? "").utf8.split(separator: 0x2C).map { name in
            Array(name.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
        }.filter { !$0.isEmpty }
    }

    /// As it stands in the message.
    var written: String {
        guard let argument else { return name }
        return isQuoted ? "\(name)=\"\(argument)\"" : "\(name)=\(argument)"
    }

    /// Where the argument stands, without its quotes; the end of the member where there is none.
    var argumentRange: Range<Int> {
        guard argument != nil else { return range.upperBound..<range.upperBound }
        let end = range.upperBound - (isQuoted ? 1 : 0)
        return min(end, range.lowerBound + name.utf8.count + (isQuoted ? 2 : 1))..<end
    }
}
