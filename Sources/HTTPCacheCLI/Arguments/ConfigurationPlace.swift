#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the configuration of a run lies.
///
/// The nearest `.httpcacherc` in the directory of the input or above it, up to the root of the repository; outside a
/// repository only in that directory, so that no file of a stranger in `/tmp` is heard. `$HTTPCACHE_CONFIG_PATH` names
/// another file and ends the search.
enum ConfigurationPlace {
    static let name = ".httpcacherc"
    static let variable = "HTTPCACHE_CONFIG_PATH"

    /// Nil where there is none, or `--no-config` is given. Inputs that have different ones are an error: one run has
    /// one.
    static func place(
        for arguments: Arguments, _ context: ToolContext
    ) throws(ToolError) -> (path: String, isFound: Bool)? {
        if arguments.has(.noConfig) { return nil }
        if let path = context.variable(variable), !path.isEmpty { return (path, false) }
        let inputs = arguments.operands.isEmpty ? ["-"] : arguments.operands
        // Many inputs lie in few directories.
        var known: [String: String?] = [:]
        func nearest(toInput input: String) -> String? {
            let directory = directory(of: input)
            if let path = known[directory] { return path }
            let path = search(from: directory)
            known[directory] = .some(path)
            return path
        }
        let first = nearest(toInput: inputs[0])
        for input in inputs.dropFirst() {
            let other = nearest(toInput: input)
            guard other == first else {
                func words(_ input: String, _ path: String?) -> String {
                    "\(ShownBytes.text(input)) has \(path.map { ShownBytes.text($0) } ?? "none")"
                }
                throw ToolError(
                    "one run has one configuration, and \(words(inputs[0], first)) where \(words(input, other)); "
                        + "see --no-config and $\(variable)")
            }
        }
        return first.map { ($0, true) }
    }

    /// That of the input, or the input where it is one; standard input counts as lying in the working directory.
    private static func directory(of input: String) -> String {
        if input == "-" { return "." }
        return kind(of: input) == S_IFDIR ? input : parent(of: input)
    }

    private static func search(from directory: String) -> String? {
        guard let start = resolved(directory) else { return nil }
        var candidates: [String] = []
        var place = start
        while true {
            candidates.append(place)
            if kind(of: place + "/.git") != nil { break }
            guard place != "/" else {
                candidates = [start]
                break
            }
            place = parent(of: place)
        }
        return candidates.map { $0 == "/" ? "/" + name : $0 + "/" + name }.first { kind(of: $0) != nil }.map(shown)
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// Below the working directory, the way from there.
    private static func shown(_ path: String) -> String {
        guard let here = resolved("."), here != "/", path.hasPrefix(here + "/") else { return path }
        return String(path.dropFirst(here.count + 1))
    }
}
