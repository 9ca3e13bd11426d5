import Foundation
import PackagePlugin

/// Holds the `.httpcache` files of a target when it is built: an expectation that fails is an error at its line.
///
/// The files are found where SwiftPM finds sources and resources: in the target's directory, and not excluded.
@main
struct HTTPCacheCheckOnBuild: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let fixtures = module.sourceFiles.map(\.url).filter { $0.pathExtension == "httpcache" }
        if fixtures.isEmpty { return [] }
        let paths = fixtures.map { $0.path(percentEncoded: false) }.sorted()
        let configuration = context.package.directoryURL.appending(path: ".httpcacherc")
        let isConfigured = FileManager.default.fileExists(atPath: configuration.path(percentEncoded: false))
        return [
            .buildCommand(
                displayName: "Checking the HTTP caching fixtures of \(target.name)",
                executable: try context.tool(named: "httpcache").url,
                arguments: ["check", "--format", "xcode"] + paths,
                inputFiles: fixtures + (isConfigured ? [configuration] : []),
                // Every file that a plugin makes becomes a source or a resource of the target; a check makes none.
                outputFiles: [])
        ]
    }
}
