import HTTPDate

/// Rows of bytes, one after another in one buffer that is never freed, so that walking over them costs next to nothing.
struct Rows {
    private let rows: [UnsafeBufferPointer<UInt8>]

    var count: Int { rows.count }

    init(_ rows: [[UInt8]]) {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rows.reduce(0) { $0 + $1.count } + 1)
        var end = 0
        self.rows = rows.map { row in
            _ = buffer[end...].update(fromContentsOf: row)
            end += row.count
            return UnsafeBufferPointer(rebasing: buffer[end - row.count..<end])
        }
    }

    /// The sum of what a closure says of each row.
    @inline(__always)
    func sum(_ value: (Span<UInt8>) -> Int64) -> Int {
        rows.withUnsafeBufferPointer { rows in
            var sum: Int64 = 0
            for row in rows { sum &+= value(row.span) }
            return Int(truncatingIfNeeded: sum)
        }
    }
}

/// What the date benchmark reads and writes: the same for each run.
struct DateCorpus {
    static let count = 1000

    let instants: [HTTPDate]
    let strings: [String]
    let fixdates: Rows
    let rfc850: Rows
    let asctime: Rows
    /// 90 % IMF-fixdate, 5 % RFC 850, 5 % asctime.
    let mix: Rows
    let rejected: Rows
    /// Fixdates that go wrong at their last but one byte only.
    let rejectedLate: Rows

    init(rejected: [[UInt8]]) {
        // 1970 to 2037, in steps that have no part in common with a day.
        let instants = (0..<Self.count).map { HTTPDate(secondsSinceEpoch: Int64($0) * 2_147_483 % 2_145_916_799) }
        self.instants = instants
        func rows(_ form: (Int) -> HTTPDate.Form) -> Rows {
            Rows(instants.indices.map { Array(instants[$0].formatted(form($0)).utf8) })
        }
        strings = instants.map { $0.formatted() }
        fixdates = rows { _ in .imfFixdate }
        rfc850 = rows { _ in .rfc850 }
        asctime = rows { _ in .asctime }
        mix = rows { index in index % 20 == 7 ? .rfc850 : index % 20 == 13 ? .asctime : .imfFixdate }
        self.rejected = Rows(rejected)
        rejectedLate = Rows(strings.map { Array($0.dropLast(2).utf8) + Array("XT".utf8) })
    }
}
