// swift-tools-version: 6.2
import PackageDescription

// Built by Scripts/fuzz: without its flags there is no main, and without `-sanitize=fuzzer` for the compiler as well as
// the linker the fuzzer sees no edges. Links in the sources lead to the oracle of Tests/OracleTests, and to the reader
// of `decide`'s lines, whose module is no product.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS("26.0")],
    dependencies: [.package(name: "http-cache-semantics", path: "..")],
    targets: [
        fuzzer("FuzzDate", ["HTTPDate"]),
        fuzzer("FuzzFields", ["HTTPCacheSemantics"]),
        fuzzer("FuzzText", ["HTTPCacheSemantics", "HTTPDate", "HTTPTranscript"]),
        fuzzer("FuzzDecision", ["HTTPCacheSemantics", "HTTPDate", "HTTPTranscript"], exclude: ["Oracle/CHOICES.md"]),
        fuzzer("FuzzRequest", ["HTTPWire", "HTTPCacheSemantics"]),
        fuzzer("FuzzResponse", ["HTTPWire", "HTTPCacheSemantics"]),
    ],
    swiftLanguageModes: [.v6]
)

func fuzzer(_ name: String, _ modules: [String], exclude: [String] = []) -> Target {
    .executableTarget(
        name: name, dependencies: modules.map { .product(name: $0, package: "http-cache-semantics") }, exclude: exclude,
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}
