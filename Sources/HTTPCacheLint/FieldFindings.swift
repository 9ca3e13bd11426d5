import HTTPCacheSemantics

/// Fields as a whole: names that are nearly a caching field's, fields that stand twice, Age, and Structured Fields.
enum FieldFindings {
    static func add(_ subject: ResponseSubject, to found: inout FindingCollector) {
        addNames(subject, to: &found)
        addDuplicates(subject, to: &found)
        addAge(subject, to: &found)
        addStructured(subject, to: &found)
    }

    // MARK: Names

    /// The names that a slip of the hand is looked for in: long enough for one not to make another word of it.
    private static let names = ["Cache-Control", "Expires", "Last-Modified", "CDN-Cache-Control", "No-Vary-Search"]
        .map { (name: $0, bytes: $0.utf8.map(\.lowercased), letters: letters(of: $0.utf8.map(\.lowercased))) }
    /// Too short for that, and written often all the same.
    private static let slips = ["e-tag": "ETag", "expire": "Expires", "cachecontrol": "Cache-Control"]

    private static func addNames(_ subject: ResponseSubject, to found: inout FindingCollector) {
        var misspelt: [(line: Int, name: String)] = []
        var line = 0
        subject.fields.forEachLine { name, _ in
            defer { line += 1 }
            guard 5...20 ~= name.count, misspelt.count < Linter.maximumOfOneCode else { return }
            let bytes = name.withUnsafeBufferPointer { $0.map(\.lowercased) }
            if let near = near(bytes) { misspelt.append((line, near)) }
        }
        for one in misspelt {
            found.add(
                .fieldMisspelt, line: one.line, nil, "no cache knows this field, so it is ignored; write \(one.name)")
        }
    }

    private static func near(_ bytes: [UInt8]) -> String? {
        if let slip = slips[String(decoding: bytes, as: UTF8.self)] { return slip }
        let own = letters(of: bytes)
        for (name, wanted, letters) in names {
            if bytes == wanted { return nil }
            let limit = wanted.count > 10 ? 2 : 1
            // An edit changes the set of letters by two at most.
            guard abs(wanted.count - bytes.count) <= limit, bytes.first == wanted.first,
                (own ^ letters).nonzeroBitCount <= 2 * limit
            else { continue }
            if EditDistance.between(bytes, wanted) <= limit { return name }
        }
        return nil
    }

    /// The bytes that occur, folded into 64 bits.
    private static func letters(of bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

    // MARK: Fields that are no lists

    private static func addDuplicates(_ subject: ResponseSubject, to found: inout FindingCollector) {
        for name in ["Date", "Expires", "Last-Modified", "ETag", "Age"] {
            let lines = subject.fields.indices(of: name)
            guard lines.count > 1, let first = lines.first else { continue }
            let value = subject.fields[first].value
            guard let other = lines.dropFirst().first(where: { subject.fields[$0].value != value }) else { continue }
            found.add(
                .fieldDuplicate, line: other, 0..<subject.fields[other].value.count,
                "\(name) stands twice with different values: some caches take the first, others take the response for "
                    + "invalid; send it once")
        }
    }

    private static func addAge(_ subject: ResponseSubject, to found: inout FindingCollector) {
        guard let line = subject.fields.indices(of: "Age").first else { return }
        let value = subject.fields[line].value
        guard value.isEmpty || !value.allSatisfy(\.isDigit) else { return }
        let start = value.firstIndex { $0 != 0x2C && !$0.isBlank } ?? value.endIndex
        let first = value[start...].prefix { $0 != 0x2C }.reversed().drop(while: \.isBlank)
        let effect =
            !first.isEmpty && first.allSatisfy(\.isDigit)
            ? "and caches take the first member alone" : "so a cache cannot tell how old the response is"
        found.add(
            .ageInvalid, line: line, 0..<value.count,
            "\(Shown.bytes(value)) is no number of seconds, \(effect); write the seconds since it was generated, or leave "
                + "Age to caches")
    }

    // MARK: Structured Fields

    private static func addStructured(_ subject: ResponseSubject, to found: inout FindingCollector) {
        for name in ["No-Vary-Search", "Cache-Groups", "Cache-Group-Invalidation", "Cache-Status"] {
            let lines = subject.fields.indices(of: name)
            guard let first = lines.first, let (error, line) = fault(name, lines.map { subject.fields[$0].value })
            else { continue }
            let place = line < lines.count ? lines[line] : first
            let count = subject.fields[place].value.count
            let range = error.offset.map { min($0, count)..<min(count, $0 + 1) }
            found.add(
                .structuredFieldInvalid, line: place, range,
                "\(error.words), so caches ignore the whole field; write it as its definition asks")
        }
    }

    /// What is wrong with a Structured Field, and in which of its lines.
    private static func fault(
        _ name: String, _ lines: [[UInt8]]
    ) -> (error: (words: String, offset: Int?), line: Int)? {
        do throws(StructuredFieldRejection) {
            switch name {
            case "No-Vary-Search": _ = try NoVarySearch.parse(lines: lines)
            case "Cache-Status":
                do { _ = try StructuredField.List.parse(lines: lines) } catch { throw .syntax(error) }
            default: _ = try CacheGroups.parse(lines: lines)
            }
            return nil
        } catch {
            switch error {
            case .syntax(let error):
                return (("a parser wants \(error.expected.rawValue) here", error.offset), error.line)
            case .memberType(let index): return (("member \(index + 1) is of a type that is not wanted", nil), 0)
            case .parameterType(let index, let key):
                return (("the parameter \(key) of member \(index + 1) is of a wrong type", nil), 0)
            case .valueType(let key): return (("the value of \(key) is of a wrong type", nil), 0)
            case .exclusive(let key, let other): return (("\(key) and \(other) exclude each other", nil), 0)
            case .limit(let index): return (("member \(index + 1) is one too many, or too long", nil), 0)
            }
        }
    }
}
