/// XXH64 with seed 0, in one go or in pieces: tells accidental damage from whole bytes, and is no defence against
/// forgery.
struct XXH64: Sendable {
    private var v1 = p1 &+ p2
    private var v2 = p2
    private var v3: UInt64 = 0
    private var v4 = 0 &- p1
    private var total: UInt64 = 0
    /// Bytes that do not fill a stripe of 32 yet.
    private var pending: [UInt8] = []

    init() {
        pending.reserveCapacity(stripe)
    }

    /// The sum of all of `bytes`.
    static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard let base = bytes.baseAddress, bytes.count >= stripe else {
            return finish(p5 &+ UInt64(bytes.count), bytes)
        }
        var lanes = (p1 &+ p2, p2, UInt64(0), 0 &- p1)
        let whole = bytes.count & ~(stripe - 1)
        absorb(base, whole, &lanes)
        let rest = UnsafeRawBufferPointer(rebasing: bytes[whole...])
        return finish(converge(lanes) &+ UInt64(bytes.count), rest)
    }

    static func sum(_ bytes: Span<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { sum($0) }
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var input = bytes
        total &+= UInt64(input.count)
        var lanes = (v1, v2, v3, v4)
        if !pending.isEmpty {
            let taken = min(stripe - pending.count, input.count)
            pending.append(contentsOf: input.prefix(taken))
            input = UnsafeRawBufferPointer(rebasing: input[taken...])
            guard pending.count == stripe else { return }
            pending.withUnsafeBytes { buffer in
                if let base = buffer.baseAddress { absorb(base, stripe, &lanes) }
            }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = input.count & ~(stripe - 1)
        if let base = input.baseAddress, whole > 0 { absorb(base, whole, &lanes) }
        pending.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[whole...]))
        (v1, v2, v3, v4) = lanes
    }

    /// The sum of everything given so far.
    func value() -> UInt64 {
        let start = total >= UInt64(stripe) ? converge((v1, v2, v3, v4)) : p5
        return pending.withUnsafeBytes { finish(start &+ total, $0) }
    }
}

private let stripe = 32
private let p1: UInt64 = 0x9e37_79b1_85eb_ca87
private let p2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
private let p3: UInt64 = 0x1656_67b1_9e37_79f9
private let p4: UInt64 = 0x85eb_ca77_c2b2_ae63
private let p5: UInt64 = 0x27d4_eb2f_1656_67c5

private typealias Lanes = (UInt64, UInt64, UInt64, UInt64)

// Unsafe: unchecked loads, needed to keep up with memory. `count` is a multiple of 32 within the caller's buffer; the
// tests compare every length from 0 to 300 and every cut of one buffer.
@inline(__always)
private func absorb(_ base: UnsafeRawPointer, _ count: Int, _ lanes: inout Lanes) {
    var (a, b, c, d) = lanes
    var at = base
    let end = base + count
    while at < end {
        a = round(a, load(at, 0))
        b = round(b, load(at, 8))
        c = round(c, load(at, 16))
        d = round(d, load(at, 24))
        at += stripe
    }
    lanes = (a, b, c, d)
}

@inline(__always)
private func load(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

@inline(__always)
private func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 { value &<< count | value &>> (64 &- count) }

@inline(__always)
private func round(_ lane: UInt64, _ input: UInt64) -> UInt64 { rotated(lane &+ input &* p2, 31) &* p1 }

private func converge(_ lanes: Lanes) -> UInt64 {
    let (a, b, c, d) = lanes
    var sum = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
    sum = (sum ^ round(0, a)) &* p1 &+ p4
    sum = (sum ^ round(0, b)) &* p1 &+ p4
    sum = (sum ^ round(0, c)) &* p1 &+ p4
    return (sum ^ round(0, d)) &* p1 &+ p4
}

private func finish(_ start: UInt64, _ rest: UnsafeRawBufferPointer) -> UInt64 {
    var sum = start
    var offset = 0
    while offset + 8 <= rest.count {
        let word = UInt64(littleEndian: rest.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        sum = rotated(sum ^ round(0, word), 27) &* p1 &+ p4
        offset += 8
    }
    if offset + 4 <= rest.count {
        let word = UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        sum = rotated(sum ^ UInt64(word) &* p1, 23) &* p2 &+ p3
        offset += 4
    }
    while offset < rest.count {
        sum = rotated(sum ^ UInt64(rest[offset]) &* p5, 11) &* p1
        offset += 1
    }
    sum = (sum ^ sum &>> 33) &* p2
    sum = (sum ^ sum &>> 29) &* p3
    return sum ^ sum &>> 32
}
