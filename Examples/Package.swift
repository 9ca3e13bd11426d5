// swift-tools-version: 6.2
import PackageDescription

/// A program of one file in a directory of its own.
func example(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "http-cache-semantics") }, path: name,
        exclude: ["README.md"])
}

let package = Package(
    name: "Examples",
    platforms: [.macOS("26.0")],
    dependencies: [.package(name: "http-cache-semantics", path: "..")],
    targets: [
        example("custom-transport", ["CachingClient", "HTTPCacheSemantics"]),
        example("policy-alone", ["HTTPCacheSemantics", "HTTPDate"]),
        example("slow-function", ["CachingClient", "HTTPCacheSemantics"]),
        example("url-session", ["CachingURLSession", "CachingClient", "HTTPCacheSemantics", "HTTPWire"]),
    ],
    swiftLanguageModes: [.v6]
)
