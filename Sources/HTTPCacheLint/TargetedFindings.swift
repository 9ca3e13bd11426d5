import HTTPCacheSemantics

/// Targeted fields such as CDN-Cache-Control, which are Dictionaries (RFC 9213 §2.1).
struct TargetedFindings {
    private let subject: ResponseSubject
    private let linter: Linter

    init(_ subject: ResponseSubject, _ linter: Linter) {
        self.subject = subject
        self.linter = linter
    }

    func add(to found: inout FindingCollector) {
        for name in names { add(name, to: &found) }
    }

    /// Fields whose names end in `-Cache-Control`, other than those that begin with `X-`, and those that caches are
    /// told to heed; in lower case.
    private var names: [String] {
        let listed = linter.options.targetedFields.map { $0.utf8.map(\.lowercased) }
        var names: [String] = []
        subject.fields.forEachLine { name, _ in
            guard names.count < Linter.maximumOfOneCode,
                Self.isTargeted(name) || listed.contains(where: { name.isEqual(toLowerCase: $0) })
            else { return }
            let text = FieldLine.text(name.withUnsafeBufferPointer { $0.map(\.lowercased) })
            if !names.contains(text) { names.append(text) }
        }
        return names
    }

    private static let suffix = Array("-cache-control".utf8)

    private static func isTargeted(_ name: Span<UInt8>) -> Bool {
        guard name.count > suffix.count, !(name[0].lowercased == 0x78 && name[1] == 0x2D) else { return false }
        return name.extracting(last: suffix.count).isEqual(toLowerCase: suffix)
    }

    private func add(_ name: String, to found: inout FindingCollector) {
        let lines = subject.fields.indices(of: name)
        guard let first = lines.first else { return }
        switch TargetedCacheControl.read(lines: lines.map { subject.fields[$0].value }) {
        case .empty:
            found.add(
                .targetedEmpty, line: first, nil,
                "a targeted field without a member counts as absent, and caches read Cache-Control; leave it out, or "
                    + "write what you mean")
        case .malformed(let error):
            let line = error.line < lines.count ? lines[error.line] : first
            let count = subject.fields[line].value.count
            let start = min(error.offset, count)
            found.add(
                .targetedNotStructured, line: line, start..<min(count, start + 1),
                "a parser wants \(error.expected.rawValue) here, so caches ignore the whole field and read Cache-Control; "
                    + "write lower-case directives with bare numbers, as in max-age=60, no-cache")
        case .directives(let control): add(control, of: name, to: &found)
        }
    }

    private func add(_ control: TargetedCacheControl, of name: String, to found: inout FindingCollector) {
        let table = DirectiveTable(subject.fields.targetedDirectives(of: name))
        for key in control.negative {
            guard let member = table[key] else { continue }
            found.add(
                .targetedWrongType, line: member.line, member.range,
                "seconds have no sign, so a cache takes the response for stale at once; write \(key)=0")
        }
        for key in control.unusable {
            guard let member = table[key] else { continue }
            let form = DirectiveNames.ofResponses[key] ?? .flag
            found.add(.targetedWrongType, line: member.line, member.range, Self.message(key, form))
        }
        for key in control.unrecognized {
            guard found.wants(.directiveMisspelt) || found.wants(.directiveUnknown) else { break }
            guard let member = table[key] else { continue }
            if let near = DirectiveNames.near(key) {
                found.add(
                    .directiveMisspelt, line: member.line, member.range,
                    "no cache knows \(Shown.text(key)), so it is ignored; write \(near)")
            } else {
                found.add(
                    .directiveUnknown, line: member.line, member.range,
                    "caches that do not know \(Shown.text(key)) ignore it; remove it unless one of yours does")
            }
        }
        // A directive that is not usable conflicts with nothing.
        let unusable = Set(control.unusable)
        ConflictFindings(subject, linter, hasExpires: false).add(
            DirectiveTable(table.members.filter { !unusable.contains($0.name) }), to: &found)
    }

    private static func message(_ key: String, _ form: DirectiveNames.Form) -> String {
        switch form {
        case .seconds, .optionalSeconds:
            "the value of \(key) is no Integer from 0 on, so caches do not use it; write \(key)=60"
        case .flag: "\(key) takes no value, so caches do not use it; write \(key)"
        case .optionalFields:
            "the value of \(key) is no String, so caches do not use it; write \(key), or \(key)=\"Set-Cookie\""
        }
    }
}
