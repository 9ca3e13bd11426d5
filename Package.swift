// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "http-cache-semantics",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: [
        .library(name: "HTTPDate", targets: ["HTTPDate"]),
        .library(name: "HTTPDateFoundation", targets: ["HTTPDateFoundation"]),
        .library(name: "HTTPCacheSemantics", targets: ["HTTPCacheSemantics"]),
        .library(name: "HTTPTranscript", targets: ["HTTPTranscript"]),
        .library(name: "HTTPCacheLint", targets: ["HTTPCacheLint"]),
        .library(name: "DiskStore", targets: ["DiskStore"]),
        .library(name: "HTTPWire", targets: ["HTTPWire"]),
        .library(name: "CachingClient", targets: ["CachingClient"]),
        .library(name: "HTTPCacheProxy", targets: ["HTTPCacheProxy"]),
        .library(name: "CachingURLSession", targets: ["CachingURLSession"]),
        .library(name: "StoreConformance", targets: ["StoreConformance"]),
        .executable(name: "httpcache", targets: ["httpcache"]),
        .plugin(name: "HTTPCacheCheck", targets: ["HTTPCacheCheck"]),
        .plugin(name: "HTTPCacheCheckOnBuild", targets: ["HTTPCacheCheckOnBuild"]),
    ],
    targets: [
        module("HTTPDate"),
        module("HTTPDateFoundation", ["HTTPDate"]),
        module("HTTPCacheSemantics", ["HTTPDate"]),
        module("HTTPTranscript", ["HTTPDate", "HTTPCacheSemantics"]),
        module("Locking"),
        module("DiskStore", ["HTTPDate", "HTTPCacheSemantics", "Locking"]),
        .systemLibrary(name: "CLinux"),
        module(
            "HTTPWire",
            [
                "HTTPCacheSemantics", "HTTPDate", "Locking",
                .target(name: "CLinux", condition: .when(platforms: [.linux, .android])),
            ]),
        module("CachingClient", ["HTTPDate", "HTTPCacheSemantics", "HTTPWire", "DiskStore", "Locking"]),
        .systemLibrary(name: "CLoadingQueue"),
        module(
            "CachingURLSession",
            [
                "CachingClient", "DiskStore", "HTTPDate", "HTTPCacheSemantics", "Locking",
                .target(name: "CLoadingQueue", condition: .when(platforms: [.linux, .android, .windows])),
            ]),
        module("StoreConformance", ["CachingClient", "HTTPDate", "HTTPCacheSemantics"]),
        module("HTTPCacheLint", ["HTTPDate", "HTTPCacheSemantics"]),
        module("HTTPCacheProxy", ["CachingClient", "HTTPWire", "HTTPDate", "HTTPCacheSemantics", "Locking"]),
        .target(
            name: "HTTPCacheCLI",
            dependencies: [
                "HTTPDate", "HTTPCacheSemantics", "HTTPTranscript", "HTTPCacheLint", "DiskStore", "HTTPWire",
                "CachingClient", "HTTPCacheProxy",
                .target(name: "CLinux", condition: .when(platforms: [.linux, .android])),
            ],
            // In the code: the tool is one file.
            resources: [.embedInCode("Rules/examples.httpcache")], swiftSettings: settings),
        .executableTarget(name: "httpcache", dependencies: ["HTTPCacheCLI"], swiftSettings: settings),
        .plugin(
            name: "HTTPCacheCheck",
            capability: .command(
                intent: .custom(verb: "httpcache-check", description: "Hold caching decisions against fixtures")),
            dependencies: ["httpcache"]),
        .plugin(name: "HTTPCacheCheckOnBuild", capability: .buildTool(), dependencies: ["httpcache"]),
        // Makes the date machine's tables anew: Scripts/date-tables.
        .executableTarget(name: "DateTables", dependencies: ["HTTPDate"], swiftSettings: settings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        // Sockets by which tests say what no client and no server should.
        .target(name: "LoopbackSockets", path: "Tests/LoopbackSockets", swiftSettings: settings),
        // A process that tests of the store start, kill and watch.
        .executableTarget(
            name: "StoreChild", dependencies: ["DiskStore"], path: "Tests/StoreChild", swiftSettings: settings),

        .testTarget(
            name: "Conformance", dependencies: ["HTTPCacheSemantics", "HTTPTranscript", "HTTPCacheLint"],
            exclude: ["mutants.tsv"], swiftSettings: settings),
        tests("HTTPDateTests", ["HTTPDate", "TestSupport"]),
        tests("HTTPTranscriptTests", ["HTTPTranscript", "HTTPCacheSemantics", "HTTPDate", "TestSupport"]),
        tests("HTTPDateFoundationTests", ["HTTPDateFoundation", "HTTPDate"]),
        tests("HTTPCacheSemanticsTests", ["HTTPCacheSemantics", "TestSupport"]),
        .testTarget(
            name: "OracleTests", dependencies: ["HTTPCacheSemantics", "HTTPDate", "HTTPTranscript", "TestSupport"],
            exclude: ["Oracle/CHOICES.md", "DISAGREEMENTS.md", "logs"], swiftSettings: settings),
        tests("LockingTests", ["Locking"]),
        tests("DiskStoreTests", ["DiskStore", "StoreChild", "HTTPCacheSemantics", "HTTPDate", "TestSupport"]),
        tests("HTTPWireTests", ["HTTPWire", "HTTPCacheSemantics", "Locking", "LoopbackSockets", "TestSupport"]),
        tests(
            "CachingClientTests",
            [
                "CachingClient", "StoreConformance", "DiskStore", "HTTPWire", "HTTPDate", "HTTPCacheSemantics",
                "Locking", "LoopbackSockets", "TestSupport",
            ]),
        tests(
            "CachingURLSessionTests",
            [
                "CachingURLSession", "CachingClient", "DiskStore", "HTTPWire", "HTTPDate", "HTTPCacheSemantics",
                "Locking", "StoreConformance", "LoopbackSockets", "TestSupport",
            ]),
        tests("HTTPCacheLintTests", ["HTTPCacheLint", "HTTPCacheSemantics", "HTTPDate"]),
        tests(
            "HTTPCacheProxyTests",
            [
                "HTTPCacheProxy", "CachingClient", "HTTPWire", "DiskStore", "StoreConformance", "HTTPDate",
                "HTTPCacheSemantics", "LoopbackSockets", "TestSupport",
            ]),
        tests(
            "HTTPCacheCLITests",
            [
                "HTTPCacheCLI", "CachingClient", "HTTPCacheLint", "HTTPCacheProxy", "HTTPCacheSemantics", "HTTPDate",
                "HTTPTranscript", "HTTPWire", "TestSupport",
            ]),
    ]
)
