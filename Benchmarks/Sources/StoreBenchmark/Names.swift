import DiskStore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// MD5 against OpenSSL's, if the machine has it, and a URL's way to its name.
func measureNames() {
    let large = [UInt8](repeating: 7, count: 1 << 20)
    var sink: UInt64 = 0
    if let library = dlopen("libcrypto.so.3", RTLD_NOW), let symbol = dlsym(library, "MD5") {
        typealias Digest = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
        let digest = unsafeBitCast(symbol, to: Digest.self)
        var output = [UInt8](repeating: 0, count: 16)
        let times = interleaved(60) { _ in
            large.withUnsafeBytes { _ = digest($0.baseAddress, $0.count, &output) }
        } _: { _ in
            sink &+= CacheKeyName(url: large.span).variant
        }
        report(
            "MD5 against OpenSSL's",
            fixed(times.first / times.second) + "  (\(fixed(1_048_576 / times.second * 1000, 0)) MB/s)",
            wanted: ">= 0.75", times.first / times.second >= 0.75)
    }
    let url = Array("https://cdn.example/assets/stylesheets/application-5f3a.css?".utf8)
    let batch = 1000
    let time =
        median(
            (0..<100).map { _ in
                nanoseconds { for _ in 0..<batch { sink &+= UInt64(CacheKeyName(url: url.span).text.utf8.count) } }
            }) / Double(batch)
    report("URL of \(url.count) bytes to name", fixed(time, 0) + " ns", wanted: "<= 500 ns", time <= 500)
    if sink == 1 { print("") }
}
