import DiskStore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// Usage: StoreBenchmark [--dir PATH] [--large] [SECTION...]
// Sections: names calls threads scale. `--large` adds the figures for 1,000,000 entries to `scale`.

var directory = "/tmp/store-benchmark"
var isLarge = false
var sections: Set<String> = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--dir": directory = arguments.popFirst() ?? directory
    case "--large": isLarge = true
    default: sections.insert(argument)
    }
}
if sections.isEmpty { sections = ["names", "calls", "threads", "scale"] }

removeTree(directory)
mkdir(directory, 0o700)
defer { removeTree(directory) }

if sections.contains("names") { measureNames() }
if sections.contains("calls") { measureCalls(directory) }
if sections.contains("threads") { measureThreads(directory) }
if sections.contains("scale") {
    measureScale(directory, entries: 100_000, openLimit: 15, scanLimit: 300)
    if isLarge { measureScale(directory, entries: 1_000_000, openLimit: 250, scanLimit: 3_000) }
}
