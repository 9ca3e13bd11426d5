import DiskStore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// StoreChild fill DIR FIRST   stores entries without end, from number FIRST on, and prints each number once it is
// stored StoreChild hold DIR         opens the store, prints whether it may write, and waits for the end of its input

/// A body that tells which entry and which writing of it it belongs to, so that a mixture of two is recognised.
func body(_ number: Int, _ generation: Int) -> [UInt8] {
    let text = Array("\(number):\(generation);".utf8)
    return (0..<(1 + number % 7 * 700)).flatMap { _ in text }
}

/// Writes at once: whoever reads may kill this process right after.
func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(1, line, line.count)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
do throws(StoreError) {
    var options = DiskStore.Options(capacity: 4 << 20)
    options.maintenanceInterval = 0.02
    let store = try DiskStore(at: arguments[2], options: options)
    switch arguments[1] {
    case "fill":
        var number = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
        say("ready")
        while true {
            let key = StoreKey(url: "https://example.com/\(number % 500)")
            let head = ArchiveHead(status: 200, requestTime: Int64(number), responseTime: Int64(number))
            let bytes = body(number % 500, number)
            try store.put(head, body: bytes.span, for: key)
            if number.isMultiple(of: 3) { _ = store.get(StoreKey(url: "https://example.com/\(number * 7 % 500)")) }
            if number.isMultiple(of: 11) { try store.remove(StoreKey(url: "https://example.com/\(number * 5 % 500)")) }
            say("\(number)")
            number += 1
        }
    case "hold":
        say(store.access == .readWrite ? "readWrite" : "readOnly")
        while readLine() != nil {}
    default: exit(2)
    }
} catch {
    say("error: \(error)")
    exit(1)
}
