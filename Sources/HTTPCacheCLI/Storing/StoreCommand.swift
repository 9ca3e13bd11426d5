import DiskStore
import HTTPCacheSemantics
import HTTPDate

/// `httpcache store`: looks into a directory of stored responses, and puts some there.
///
/// All that only looks opens the store for reading, so that it works while another process owns the directory.
struct StoreCommand {
    enum Action: String, CaseIterable {
        case ls, show, put, verify, prune, rm
    }

    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        var operands = arguments.operands
        guard !operands.isEmpty else { return CommandOutput("", notes: HelpText.short(.store), status: .notAsked) }
        let word = operands.removeFirst()
        guard let action = Action(rawValue: word) else {
            throw ToolError(
                "unknown action \(ShownBytes.quoted(word))"
                    + NearName.suggestion(for: word, among: Action.allCases.map(\.rawValue)))
        }
        guard !operands.isEmpty else { throw ToolError("store \(word) wants a directory") }
        let path = operands.removeFirst()
        do {
            switch action {
            case .ls: return try with(path, operands, upTo: 0) { list($0) }
            case .show: return try with(path, operands, upTo: 1) { try show($0, try key(operands)) }
            case .verify: return try with(path, operands, upTo: 0) { verify($0) }
            case .put: return try StorePutting(arguments, context).run(path, operands)
            case .prune: return try writing(path, operands, upTo: 0) { try prune($0) }
            case .rm: return try writing(path, operands, upTo: 1) { try remove($0, try key(operands)) }
            }
        } catch let error as StoreError {
            // This one says itself which path it is about.
            if case .notADirectory = error { throw ToolError(ShownBytes.text("\(error)")) }
            throw ToolError("\(ShownBytes.text(path)): \(error)")
        }
    }

    private func with(
        _ path: String, _ operands: [String], upTo limit: Int, _ body: (DiskStore) throws -> CommandOutput
    ) throws -> CommandOutput {
        try using(path, operands, upTo: limit, readOnly: true, body)
    }

    private func writing(
        _ path: String, _ operands: [String], upTo limit: Int, _ body: (DiskStore) throws -> CommandOutput
    ) throws -> CommandOutput {
        try using(path, operands, upTo: limit, readOnly: false, body)
    }

    /// Only `put` makes a store where there is none.
    private func using(
        _ path: String, _ operands: [String], upTo limit: Int, readOnly: Bool,
        _ body: (DiskStore) throws -> CommandOutput
    ) throws -> CommandOutput {
        try Self.refuse(operands, beyond: limit)
        var options = DiskStore.Options(capacity: .max)
        options.readOnly = readOnly
        options.createsStore = false
        let store = try DiskStore(at: path, options: options)
        defer { store.close() }
        return try body(store)
    }

    static func refuse(_ operands: [String], beyond limit: Int) throws(ToolError) {
        if operands.count > limit { throw ToolError("\(ShownBytes.quoted(operands[limit])) is one too many") }
    }

    /// The name that the operand is, or the names that its URL has.
    private func key(_ operands: [String]) throws(ToolError) -> String {
        guard let key = operands.first else { throw ToolError("a key is wanted: a name as ls prints it, or a URL") }
        return key
    }

    private func names(_ key: String, in store: DiskStore) throws(ToolError) -> [CacheKeyName] {
        if let name = CacheKeyName(key) { return [name] }
        guard let target = try? TargetURI(key) else {
            throw ToolError("\(ShownBytes.quoted(key)) is neither a name as ls prints it nor a URL")
        }
        return store.variants(of: ResponseKey.resource(of: target)).map(\.name)
    }

    // MARK: Looking

    private func list(_ store: DiskStore) -> CommandOutput {
        let now = context.now()
        let rows = store.list().map { listed in StoreRow(listed, store.entry(named: listed.name), at: now) }
        let failures = store.statistics.readFailures
        let complaint = failures == 0 ? "" : "httpcache store: not all of it could be read\n"
        let status: ExitStatus = failures == 0 ? .answered : .notAsked
        if arguments[.format] == "json" {
            return CommandOutput(rows.map { $0.json.compact() + "\n" }.joined(), notes: complaint, status: status)
        }
        return CommandOutput(
            rows.map { $0.text + "\n" }.joined(), notes: "\(rows.count) stored\n" + complaint, status: status)
    }

    /// As an exchange that `explain` reads.
    private func show(_ store: DiskStore, _ key: String) throws -> CommandOutput {
        var entries: [StoredEntry] = []
        var findings: [DiskStore.Report.Finding] = []
        for name in try names(key, in: store) {
            if let entry = store.entry(named: name) {
                entries.append(entry)
            } else if let finding = store.verify(name) {
                findings.append(finding)
            }
        }
        if entries.count > 1 {
            let names = entries.map { "  \($0.name.text)\n" }.joined()
            return CommandOutput(
                "", notes: "several variants are stored; name one:\n" + names + Self.complaint(findings).notes,
                status: .notAsked)
        }
        guard let entry = entries.first else { return try nothing(for: key, store, findings) }
        guard let stored = ArchivedResponse(entry) else {
            throw ToolError("what \(entry.name.text) holds is whole, but no HTTP response")
        }
        var bytes = StoredExchangeText.head(stored.response)
        do throws(StoreError) {
            bytes += try entry.body.bytes()
        } catch {
            guard case .corrupt(let name) = error else { throw error }
            return Self.complaint([.damaged(name.text)])
        }
        try context.writeOutput(bytes)
        return Self.complaint(findings)
    }

    private func nothing(
        for key: String, _ store: DiskStore, _ findings: [DiskStore.Report.Finding]
    ) throws(ToolError) -> CommandOutput {
        guard findings.isEmpty else { return Self.complaint(findings) }
        if store.statistics.readFailures > 0 { throw ToolError("not all of the store could be read") }
        return CommandOutput(
            "", notes: "httpcache store: nothing is stored for \(ShownBytes.text(key))\n", status: .no)
    }

    private static func complaint(_ findings: [DiskStore.Report.Finding]) -> CommandOutput {
        CommandOutput(
            "", notes: findings.map { "httpcache store: \(words($0))\n" }.joined(), status: status(of: findings))
    }

    /// What could not be read may be sound.
    private static func status(of findings: [DiskStore.Report.Finding]) -> ExitStatus {
        if findings.isEmpty { return .answered }
        return findings.allSatisfy { if case .unreadable = $0 { true } else { false } } ? .notAsked : .no
    }

    private func verify(_ store: DiskStore) -> CommandOutput {
        let report = store.verify()
        let status = Self.status(of: report.findings)
        let lines = report.findings.map(Self.words)
        if arguments[.format] == "json" {
            let value = JSONValue.object([
                .init("schema", "httpcache.store/1"), .init("entries", JSONValue(report.entries)),
                .init("bytes", JSONValue(report.bytes)),
                .init("findings", .array(lines.map { .string($0) })),
            ])
            return CommandOutput(value.indented() + "\n", status: status)
        }
        return CommandOutput(
            lines.map { $0 + "\n" }.joined(), notes: "\(report.entries) stored, \(report.bytes) bytes\n",
            status: status)
    }

    private static func words(_ finding: DiskStore.Report.Finding) -> String {
        switch finding {
        case .damaged(let name): "damaged: \(name)"
        case .unreadable(let name): "unreadable: \(name)"
        case .foreign(let name): "foreign: \(name)"
        case .setAside(let name): "set aside: \(name)"
        case .unlisted(let name): "not in the books: \(name)"
        case .missing(let name): "missing on disk: \(name)"
        case .wrongSize(let name): "of another size than in the books: \(name)"
        }
    }

    // MARK: Changing

    private func prune(_ store: DiskStore) throws -> CommandOutput {
        guard let text = arguments[.to], let size = ByteSize.parse(text) else {
            throw ToolError("prune wants --to SIZE, such as 200MB or 1048576")
        }
        try store.prune(to: size)
        let statistics = store.statistics
        return CommandOutput("", notes: "\(statistics.entries) stored, \(statistics.usage) bytes\n")
    }

    private func remove(_ store: DiskStore, _ key: String) throws -> CommandOutput {
        var found: [CacheKeyName] = []
        for name in try names(key, in: store) where try store.remove(named: name) { found.append(name) }
        if found.isEmpty { return try nothing(for: key, store, []) }
        return CommandOutput(found.map { $0.text + "\n" }.joined())
    }
}

/// Sizes in bytes, with a unit of 1000 (kB, MB, GB) or 1024 (KiB, MiB, GiB) or none.
enum ByteSize {
    private static let units: [(name: String, bytes: Int)] = [
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1000), ("MB", 1_000_000),
        ("GB", 1_000_000_000), ("B", 1),
    ]

    /// nil for anything else, and for what does not fit.
    static func parse(_ text: String) -> Int? {
        let unit = units.first { text.hasSuffix($0.name) }
        let digits = text.dropLast(unit?.name.count ?? 0)
        guard 1...15 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits)
        else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
        return overflow ? nil : product
    }
}
