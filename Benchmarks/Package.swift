// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS("26.0")],
    dependencies: [.package(name: "http-cache-semantics", path: "..")],
    targets: [
        .target(name: "CMallocCount"),
        .executableTarget(
            name: "DecisionBenchmark",
            dependencies: [
                "CMallocCount",
                .product(name: "HTTPCacheSemantics", package: "http-cache-semantics"),
                .product(name: "HTTPDate", package: "http-cache-semantics"),
            ]),
        .executableTarget(
            name: "DateBenchmark",
            dependencies: [.product(name: "HTTPDate", package: "http-cache-semantics")]),
        .executableTarget(
            name: "DateRatio",
            dependencies: [.product(name: "HTTPDate", package: "http-cache-semantics")]),
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: [.product(name: "DiskStore", package: "http-cache-semantics")]),
        .executableTarget(
            name: "ClientBenchmark",
            dependencies: [
                "CMallocCount",
                .product(name: "CachingClient", package: "http-cache-semantics"),
                .product(name: "DiskStore", package: "http-cache-semantics"),
                .product(name: "HTTPWire", package: "http-cache-semantics"),
                .product(name: "HTTPCacheSemantics", package: "http-cache-semantics"),
            ]),
        .executableTarget(
            name: "SessionBenchmark",
            dependencies: [
                .product(name: "CachingURLSession", package: "http-cache-semantics"),
                .product(name: "CachingClient", package: "http-cache-semantics"),
                .product(name: "DiskStore", package: "http-cache-semantics"),
                .product(name: "HTTPWire", package: "http-cache-semantics"),
                .product(name: "HTTPCacheSemantics", package: "http-cache-semantics"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
