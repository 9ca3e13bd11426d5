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
        .library(name: "HTTPWire", targets: ["HTTPWire"]),
    ],
    targets: [
        module("HTTPDate"),
        module("HTTPDateFoundation", ["HTTPDate"]),
        module("HTTPCacheSemantics", ["HTTPDate"]),
        .systemLibrary(name: "CEpoll"),
        module(
            "HTTPWire",
            [
                "HTTPCacheSemantics", "HTTPDate",
                .target(name: "CEpoll", condition: .when(platforms: [.linux, .android])),
            ]),

        tests("HTTPDateTests", ["HTTPDate"]),
        tests("HTTPDateFoundationTests", ["HTTPDateFoundation", "HTTPDate"]),
        tests("HTTPWireTests", ["HTTPWire", "HTTPCacheSemantics"]),
    ]
)
