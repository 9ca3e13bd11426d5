import Foundation

/// A directory for all tests of this process. What is written there after its test is over, as by a store that closes
/// late, goes with the process.
package enum ProcessDirectory {
    package static let path: String = {
        let path = FileManager.default.temporaryDirectory.path + "/tests-\(ProcessInfo.processInfo.processIdentifier)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: ProcessDirectory.path) }
        return path
    }()
}
