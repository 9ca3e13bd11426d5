import Foundation
import PackagePlugin

/// `swift package httpcache-check [--target NAME]... [OPTIONS] [PATH]...`: runs `httpcache check` over the package's
/// fixtures.
///
/// Without a path and a target the whole package is looked through; everything but `--target` goes to the tool as it
/// is. Ends with the tool's exit status.
@main
struct HTTPCacheCheck: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        var words = extractor.remainingArguments
        if !names.isEmpty {
            words += try context.package.targets(named: names).map { $0.directoryURL.path(percentEncoded: false) }
        } else if !words.contains(where: FileManager.default.fileExists(atPath:)) {
            // Which words are values of options is the tool's to know; a path is one that is there.
            words.append(context.package.directoryURL.path(percentEncoded: false))
        }
        let tool = Process()
        tool.executableURL = try context.tool(named: "httpcache").url
        tool.arguments = ["check"] + words
        // A plugin's standard input is closed.
        tool.standardInput = FileHandle.nullDevice
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationReason == .exit else { throw Ended(signal: tool.terminationStatus) }
        if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
    }

    private struct Ended: Error, CustomStringConvertible {
        let signal: Int32

        var description: String { "httpcache was ended by signal \(signal)" }
    }
}
