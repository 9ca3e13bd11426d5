#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Finds the fixture files that paths name.
enum FixtureFiles {
    static let suffix = ".httpcache"

    /// Files in the order of the arguments; of a directory, every `.httpcache` file in it and below, by path in byte
    /// order. A path that comes twice is taken once.
    ///
    /// A directory without one is an error; a file is taken whatever its name. Hidden directories are passed over, and
    /// symbolic links to directories are not followed, so that no loop is walked.
    static func collect(_ paths: [String]) throws -> [String] {
        var files: [String] = []
        var seen: Set<String> = []
        for path in paths {
            // Standard input; a file of that name is ./-.
            guard try path != "-" && isDirectory(path, followingLinks: true) else {
                if seen.insert(path).inserted { files.append(path) }
                continue
            }
            let found = try walk(path)
            if found.isEmpty { throw ToolError("\(ShownBytes.text(path)): no \(suffix) file in this directory") }
            files += found.filter { seen.insert($0).inserted }
        }
        return files
    }

    private static func walk(_ root: String) throws(FileError) -> [String] {
        var found: [String] = []
        var pending = [root]
        while let directory = pending.popLast() {
            for name in try names(in: directory) where !name.hasPrefix(".") {
                let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
                if try isDirectory(path, followingLinks: false) {
                    pending.append(path)
                } else if name.hasSuffix(suffix) {
                    found.append(path)
                }
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func isDirectory(_ path: String, followingLinks: Bool) throws(FileError) -> Bool {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { throw FileError(path: path, code: errno) }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    private static func names(in directory: String) throws(FileError) -> [String] {
        guard let stream = opendir(directory) else { throw FileError(path: directory, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
