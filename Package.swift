// swift-tools-version: 6.2
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
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "HTTPDate", targets: ["HTTPDate"]),
        .library(name: "HTTPDateFoundation", targets: ["HTTPDateFoundation"]),
        .library(name: "HTTPCacheSemantics", targets: ["HTTPCacheSemantics"]),
        .library(name: "HTTPTranscript", targets: ["HTTPTranscript"]),
    ],
    targets: [
        module("HTTPDate"),
        .executableTarget(name: "DateTables", dependencies: ["HTTPDate"], swiftSettings: settings),
        module("HTTPDateFoundation", ["HTTPDate"]),
        module("HTTPCacheSemantics", ["HTTPDate"]),
        module("HTTPTranscript", ["HTTPDate", "HTTPCacheSemantics"]),
        module("HTTPCacheCLI", ["HTTPDate", "HTTPCacheSemantics", "HTTPTranscript"]),
        .executableTarget(name: "httpcache", dependencies: ["HTTPCacheCLI"], swiftSettings: settings),

        .testTarget(
            name: "Conformance", dependencies: ["HTTPCacheSemantics", "HTTPTranscript"], exclude: ["mutants.tsv"],
            swiftSettings: settings),
        tests("HTTPDateTests", ["HTTPDate"]),
        tests("HTTPTranscriptTests", ["HTTPTranscript", "HTTPCacheSemantics", "HTTPDate"]),
        tests("HTTPDateFoundationTests", ["HTTPDateFoundation", "HTTPDate"]),
        tests("HTTPCacheSemanticsTests", ["HTTPCacheSemantics"]),
        .testTarget(name: "OracleTests", exclude: ["Oracle/CHOICES.md"], swiftSettings: settings),
        tests("HTTPCacheCLITests", ["HTTPCacheCLI", "HTTPCacheSemantics", "HTTPDate", "HTTPTranscript"]),
    ]
)
