import Foundation

// SessionBenchmark [hits | lookups | transfer session|slow|protocol|socket MEGABYTES]
//
// `hits`: the same request from CachingClient's memory and over URLSession to a server on the loopback interface.
// `lookups`: 10,000 entries in Foundation's URLCache, in DiskURLCache and in DiskStore.
// `transfer`: a large response, and the growth of peak memory over that of a small one; one way in each process.
// Ratios are of medians of rounds that take turns in one run.

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch arguments.first {
    case "hits": try await hits()
    case "lookups": try lookups()
    case "transfer": try await transfer(arguments.dropFirst().first ?? "session", Int(arguments.last ?? "") ?? 300)
    default:
        try await hits()
        try lookups()
    }
} catch {
    print("failed: \(error)")
    exit(1)
}
