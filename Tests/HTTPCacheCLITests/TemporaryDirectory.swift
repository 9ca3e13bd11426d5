import Foundation
import TestSupport

/// A directory of a test's own, gone with it.
final class TemporaryDirectory {
    let root: String

    init() throws {
        root = ProcessDirectory.path + "/httpcache-cli-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { root + "/" + name }

    /// Writes a file, with the directories that it needs.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let path = path(name)
        let directory = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}

enum FileNames {
    static func inDirectory(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
