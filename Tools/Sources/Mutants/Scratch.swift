import Foundation

/// A copy of what the conformance fixtures need, with a manifest of its own; mutants are applied here and never to the
/// tree. It stays between runs, so that only what changed is built again.
struct Scratch {
    let root: URL

    private static let copied = [
        "Sources/HTTPDate", "Sources/HTTPCacheSemantics", "Sources/HTTPTranscript", "Tests/Conformance", "Fixtures",
    ]

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "mutants",
            platforms: [.macOS(.v14)],
            targets: [
                .target(name: "HTTPDate"),
                .target(name: "HTTPCacheSemantics", dependencies: ["HTTPDate"]),
                .target(name: "HTTPTranscript", dependencies: ["HTTPDate", "HTTPCacheSemantics"]),
                .testTarget(
                    name: "Conformance", dependencies: ["HTTPCacheSemantics", "HTTPTranscript"],
                    sources: ["ConformanceTests.swift"]),
            ]
        )
        """

    /// Makes the copy equal to the tree, touching no file that is equal already.
    init(of tree: URL, at root: URL) throws {
        self.root = root
        try write(Data(Self.manifest.utf8), to: root.appendingPathComponent("Package.swift"))
        let files = FileManager.default
        for directory in Self.copied {
            let copy = root.appendingPathComponent(directory)
            let wanted = try files.subpathsOfDirectory(atPath: tree.appendingPathComponent(directory).path)
            for name in try files.fileExists(atPath: copy.path) ? files.subpathsOfDirectory(atPath: copy.path) : []
            where !wanted.contains(name) {
                try files.removeItem(at: copy.appendingPathComponent(name))
            }
            for name in wanted {
                let source = tree.appendingPathComponent(directory).appendingPathComponent(name)
                var isDirectory: ObjCBool = false
                guard files.fileExists(atPath: source.path, isDirectory: &isDirectory), !isDirectory.boolValue else {
                    continue
                }
                try write(try Data(contentsOf: source), to: copy.appendingPathComponent(name))
            }
        }
    }

    private func write(_ data: Data, to file: URL) throws {
        if (try? Data(contentsOf: file)) == data { return }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    func file(of mutant: Mutant) -> URL {
        root.appendingPathComponent("Sources/HTTPCacheSemantics").appendingPathComponent(mutant.file)
    }

    enum Outcome {
        case passed
        case failed
        case notBuilt(String)
    }

    /// Builds the copy as it is and runs the fixtures; a run that takes more than a minute has failed.
    func run() throws -> Outcome {
        let build = try swift(["build", "--build-tests", "-j", "2"], seconds: 1800)
        guard build.status == 0 else { return .notBuilt(build.output) }
        let test = try swift(
            ["test", "--skip-build", "--disable-swift-testing", "--filter", "ConformanceTests/testEveryCaseHolds"],
            seconds: 60)
        return test.status == 0 ? .passed : .failed
    }

    private func swift(_ arguments: [String], seconds: Double) throws -> (status: Int32, output: String) {
        let log = root.appendingPathComponent("log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift"] + arguments
        process.currentDirectoryURL = root
        let handle = try FileHandle(forWritingTo: log)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        let deadline = Date(timeIntervalSinceNow: seconds)
        while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.05) }
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        try handle.close()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
    }
}
