// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS("26.0")],
    dependencies: [.package(name: "http-cache-semantics", path: "..")],
    targets: [
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: [.product(name: "DiskStore", package: "http-cache-semantics")])
    ],
    swiftLanguageModes: [.v6]
)
