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
    platforms: [.macOS("26.0"), .iOS("26.0")],
    products: [
        .library(name: "HTTPDate", targets: ["HTTPDate"]),
        .library(name: "HTTPDateFoundation", targets: ["HTTPDateFoundation"]),
        .library(name: "HTTPCacheSemantics", targets: ["HTTPCacheSemantics"]),
        .library(name: "DiskStore", targets: ["DiskStore"]),
    ],
    targets: [
        module("HTTPDate"),
        module("HTTPDateFoundation", ["HTTPDate"]),
        module("HTTPCacheSemantics", ["HTTPDate"]),
        module("DiskStore"),

        tests("HTTPDateTests", ["HTTPDate"]),
        tests("DiskStoreTests", ["DiskStore", "StoreChild"]),
        // A process that tests of the store start, kill and watch.
        .executableTarget(
            name: "StoreChild", dependencies: ["DiskStore"], path: "Tests/StoreChild", swiftSettings: settings),
    ]
)
