@_spi(Measuring) import HTTPCacheSemantics

/// Values of Cache-Control as responses carry them, and values made to keep a reader busy.
struct CacheControlValues {
    private var bytes: [UInt8] = []
    /// Where each value ends in `bytes`; the next begins there.
    private var ends: [Int] = []

    /// A million of the lengths and shapes that servers send, one after the other in an order from a seed.
    static let realistic = CacheControlValues(count: 1_000_000)

    private init(count: Int) {
        var state: UInt64 = 9111
        let rows = Self.rows.map { Array($0.utf8) }
        for _ in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes += rows[Int(state >> 33) % rows.count]
            ends.append(bytes.count)
        }
    }

    func describe() -> String {
        let lengths = zip(ends, [0] + ends).map { $0 - $1 }.sorted()
        return "\(lengths.count) values, median \(lengths[lengths.count / 2]) bytes, longest \(lengths.last ?? 0)"
    }

    var count: Int { ends.count }

    @inline(never)
    func readAll() -> Int {
        var sum = 0
        var start = 0
        let span = bytes.span
        for end in ends {
            sum &+= CacheControlReading.digest(span.extracting(start..<end))
            start = end
        }
        return sum
    }

    private static func read(_ value: [UInt8]) -> Int { CacheControlReading.digest(value.span) }

    /// The best of nine passes, in 10^6 bytes a second.
    func megabytesPerSecond() -> Double {
        Double(bytes.count) / Self.nanoseconds(9) { readAll() }[0] * 1000
    }

    /// The slowest of 64 KiB of each hostile shape, in microseconds.
    static func slowestHostile() -> (shape: String, microseconds: Double) {
        let times = hostile.map { shape in
            let bytes = Array(String(repeating: shape, count: 65_536 / shape.utf8.count).utf8)
            return (shape, nanoseconds(21) { read(bytes) }[10] / 1000)
        }
        return times.max { $0.1 < $1.1 } ?? ("", 0)
    }

    private static func nanoseconds(_ passes: Int, _ work: () -> Int) -> [Double] {
        var sum = 0
        let samples = (0..<passes).map { _ in
            let start = threadNanoseconds()
            sum &+= work()
            return threadNanoseconds() - start
        }
        if sum == .min { print("never") }
        return samples.sorted()
    }

    private static let hostile = [
        ",", "\"", "a=\"", "a=\",", "\\", "a=\"\\", "max-age=1,", "no-store,", "max-age=\"1\",", "a =\"b\" c\"",
        "private=\"a,", "private=\"a\",", "9", "max-age=9", "x", " ", "\t,", "=", "public x\" ,", "a=\"\\\",", "a,",
    ]

    private static let rows = [
        "no-cache", "no-store", "private", "max-age=0", "max-age=3600", "max-age=31536000", "no-cache, private",
        "public, max-age=0", "private, max-age=0", "public, max-age=86400", "max-age=604800, public",
        "public, max-age=604800", "public, max-age=604800", "public, max-age=31536000", "public, max-age=31536000",
        "max-age=31536000, immutable", "max-age=0, must-revalidate", "no-cache=\"Set-Cookie\", public",
        "public, max-age=31536000, immutable", "no-cache, no-store, must-revalidate",
        "max-age=0, private, must-revalidate", "private, no-cache, no-store, must-revalidate",
        "s-maxage=60, stale-while-revalidate=30", "no-store, no-cache, must-revalidate, post-check=0, pre-check=0",
        "max-age=3600, s-maxage=900, stale-while-revalidate=86400, stale-if-error=604800, immutable",
    ]
}
