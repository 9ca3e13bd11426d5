// swift-tools-version: 6.2
import PackageDescription

// The tests that Scripts/proof and Scripts/agreement run in a release build, beside the modules that they need and no
// others: `swift test -c release` in the package itself builds everything. Links in Tests lead to the tests.
let package = Package(
    name: "Proofs",
    platforms: [.macOS("26.0")],
    dependencies: [.package(name: "http-cache-semantics", path: "..")],
    targets: [
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        tests("HTTPDateTests", ["HTTPDate"]),
        tests("HTTPCacheSemanticsTests", ["HTTPCacheSemantics"]),
        tests(
            "OracleTests", ["HTTPCacheSemantics", "HTTPDate", "HTTPTranscript"],
            exclude: ["Oracle/CHOICES.md", "DISAGREEMENTS.md", "logs"]),
    ],
    swiftLanguageModes: [.v6]
)

func tests(_ name: String, _ modules: [String], exclude: [String] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: ["TestSupport"] + modules.map { .product(name: $0, package: "http-cache-semantics") },
        exclude: exclude)
}
