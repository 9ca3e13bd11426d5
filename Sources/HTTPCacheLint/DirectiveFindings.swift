import HTTPCacheSemantics

/// Members of Cache-Control that are unknown, misspelt, out of place, repeated or no directives (RFC 9111 §5.2).
struct DirectiveFindings {
    let isRequest: Bool

    func add(_ members: [CacheDirective], of fields: FieldSection, to found: inout FindingCollector) {
        var firsts: [String: CacheDirective] = [:]
        for member in members {
            add(member, to: &found)
            if let first = firsts[member.name] {
                addRepetition(member, of: first, to: &found)
            } else {
                firsts[member.name] = member
            }
        }
        addGaps(members, of: fields, to: &found)
    }

    // MARK: Names

    private func add(_ member: CacheDirective, to found: inout FindingCollector) {
        let own = isRequest ? DirectiveNames.ofRequests : DirectiveNames.ofResponses
        if let form = own[member.name] {
            ArgumentFindings.add(member, form, isRequest: isRequest, to: &found)
            return
        }
        let other = isRequest ? DirectiveNames.ofResponses : DirectiveNames.ofRequests
        let range = nameRange(member)
        if other[member.name] != nil {
            if isRequest {
                found.add(
                    .directiveResponseOnly, line: member.line, range,
                    "\(member.name) is a directive of responses, and caches ignore it in a request; remove it"
                        + (Self.insteadInRequest[member.name].map { ", or write \($0)" } ?? ""))
            } else {
                found.add(
                    .directiveRequestOnly, line: member.line, range,
                    "\(member.name) is a directive of requests, and caches ignore it in a response; remove it"
                        + (Self.insteadInResponse[member.name].map { ", or write \($0)" } ?? ""))
            }
            return
        }
        guard found.wants(.directiveMisspelt) || found.wants(.directiveUnknown) else { return }
        if let near = DirectiveNames.near(member.name) {
            found.add(
                .directiveMisspelt, line: member.line, range,
                "no cache knows \(Shown.text(member.name)), so it is ignored; write \(near)")
        } else {
            found.add(
                .directiveUnknown, line: member.line, range,
                "caches that do not know \(Shown.text(member.name)) ignore it; remove it unless one of yours does")
        }
    }

    private func nameRange(_ member: CacheDirective) -> Range<Int> {
        member.range.lowerBound..<(member.range.lowerBound + member.name.utf8.count)
    }

    private static let insteadInRequest = [
        "private": "no-store", "must-revalidate": "no-cache", "proxy-revalidate": "no-cache",
        "stale-while-revalidate": "max-stale", "s-maxage": "max-age",
    ]

    private static let insteadInResponse = ["max-stale": "stale-while-revalidate", "min-fresh": "max-age"]

    // MARK: Repetitions

    private func addRepetition(_ member: CacheDirective, of first: CacheDirective, to found: inout FindingCollector) {
        let known = (isRequest ? DirectiveNames.ofRequests : DirectiveNames.ofResponses)[member.name]
        if member.argument == first.argument || (member.seconds != nil && member.seconds == first.seconds) {
            found.add(
                .directiveRepeated, line: member.line, member.range,
                "\(Shown.text(member.name)) stands twice and says the same; remove one")
        } else if known == .seconds || known == .optionalSeconds {
            found.add(
                .directiveDuplicate, line: member.line, member.range,
                "\(member.name) stands twice with different values: some caches take the first, others take the response "
                    + "for stale; write it once")
        }
    }

    // MARK: What is no member

    /// What stands between members besides a comma.
    private func addGaps(_ members: [CacheDirective], of fields: FieldSection, to found: inout FindingCollector) {
        var next = members.startIndex
        for index in fields.indices(of: "Cache-Control") {
            let value = fields[index].value
            var start = 0
            var hasMembers = false
            var gaps = Gaps(value: value, line: index)
            while next < members.endIndex, members[next].line == index {
                gaps.look(
                    at: start..<members[next].range.lowerBound, afterMember: hasMembers, beforeMember: true, &found)
                start = members[next].range.upperBound
                hasMembers = true
                next += 1
            }
            gaps.look(at: start..<value.count, afterMember: hasMembers, beforeMember: false, &found)
            gaps.finish(hasMembers: hasMembers, &found)
        }
    }

    /// The parts of a line that no member covers.
    private struct Gaps {
        let value: [UInt8]
        let line: Int
        private var firstEmpty: Int?

        init(value: [UInt8], line: Int) {
            self.value = value
            self.line = line
        }

        mutating func look(
            at gap: Range<Int>, afterMember: Bool, beforeMember: Bool, _ found: inout FindingCollector
        ) {
            guard gap.lowerBound < gap.upperBound else { return }
            var start = gap.lowerBound
            var isFirst = true
            while start <= gap.upperBound {
                var end = start
                while end < gap.upperBound, value[end] != 0x2C { end += 1 }
                let isLast = end >= gap.upperBound
                // What follows a member belongs to it, and has been spoken of; what goes before one is blank.
                if !(isFirst && afterMember), !(isLast && beforeMember) { look(at: start..<end, &found) }
                isFirst = false
                start = end + 1
            }
        }

        private mutating func look(at piece: Range<Int>, _ found: inout FindingCollector) {
            guard let first = piece.first(where: { !value[$0].isBlank }) else {
                if firstEmpty == nil { firstEmpty = piece.lowerBound }
                return
            }
            let last = piece.last { !value[$0].isBlank } ?? first
            found.add(
                .directiveMalformed, line: line, first..<(last + 1),
                "\(Shown.bytes(value[first...last])) begins with no name, so caches pass over it; write a directive or "
                    + "remove it")
        }

        /// One word for all empty members of a line; none for a line without any bytes but blanks.
        func finish(hasMembers: Bool, _ found: inout FindingCollector) {
            guard let firstEmpty, hasMembers || value.contains(0x2C) else { return }
            // The comma that makes it empty: after it, or at the end of the value before it.
            let comma = value[firstEmpty...].firstIndex(of: 0x2C) ?? value.lastIndex(of: 0x2C) ?? 0
            found.add(
                .emptyMember, line: line, comma..<(comma + 1),
                "caches skip a comma with nothing beside it; remove it")
        }
    }
}
