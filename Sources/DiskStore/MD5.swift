/// MD5 (RFC 1321), for naming files only: it is not collision resistant, so whoever finds a file by this digest
/// compares the URL kept inside it.
struct MD5: Sendable, Hashable {
    /// Digest bytes 0 to 7 and 8 to 15, each read big-endian, so that hexadecimal digits come out from the top.
    let high: UInt64
    let low: UInt64

    /// Digests any number of bytes in one pass.
    init(of bytes: Span<UInt8>) {
        (high, low) = bytes.withUnsafeBytes { buffer in Self.digest(buffer) }
    }

    // Unsafe: unchecked loads keep this at OpenSSL's speed. Every offset is below `buffer.count`, or within the
    // 128-byte tail, by the loop bounds; the tests run every length from 0 to 200.
    private static func digest(_ buffer: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        var state = State()
        let whole = buffer.count & ~63
        if let base = buffer.baseAddress {
            var offset = 0
            while offset < whole {
                state.absorb(base + offset)
                offset += 64
            }
        }
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { tail in
            let rest = buffer.count - whole
            tail.initializeMemory(as: UInt8.self, repeating: 0)
            tail.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[whole...]))
            tail[rest] = 0x80
            let length = rest < 56 ? 64 : 128
            tail.storeBytes(of: (UInt64(buffer.count) &<< 3).littleEndian, toByteOffset: length - 8, as: UInt64.self)
            guard let base = tail.baseAddress else { return }
            state.absorb(UnsafeRawPointer(base))
            if length == 128 { state.absorb(UnsafeRawPointer(base + 64)) }
        }
        return (
            UInt64(state.a.byteSwapped) << 32 | UInt64(state.b.byteSwapped),
            UInt64(state.c.byteSwapped) << 32 | UInt64(state.d.byteSwapped)
        )
    }
}

/// The four words of RFC 1321 §3.3, and the 64 steps of §3.4 over one block.
private struct State {
    var a: UInt32 = 0x6745_2301
    var b: UInt32 = 0xefcd_ab89
    var c: UInt32 = 0x98ba_dcfe
    var d: UInt32 = 0x1032_5476

    @inline(__always)
    mutating func absorb(_ block: UnsafeRawPointer) {
        let before = self
        round1(block)
        round2(block)
        round3(block)
        round4(block)
        a &+= before.a
        b &+= before.b
        c &+= before.c
        d &+= before.d
    }

    @inline(__always)
    private mutating func round1(_ x: UnsafeRawPointer) {
        a = step(a, b, f(b, c, d), word(x, 0), 7, 0xd76a_a478)
        d = step(d, a, f(a, b, c), word(x, 1), 12, 0xe8c7_b756)
        c = step(c, d, f(d, a, b), word(x, 2), 17, 0x2420_70db)
        b = step(b, c, f(c, d, a), word(x, 3), 22, 0xc1bd_ceee)
        a = step(a, b, f(b, c, d), word(x, 4), 7, 0xf57c_0faf)
        d = step(d, a, f(a, b, c), word(x, 5), 12, 0x4787_c62a)
        c = step(c, d, f(d, a, b), word(x, 6), 17, 0xa830_4613)
        b = step(b, c, f(c, d, a), word(x, 7), 22, 0xfd46_9501)
        a = step(a, b, f(b, c, d), word(x, 8), 7, 0x6980_98d8)
        d = step(d, a, f(a, b, c), word(x, 9), 12, 0x8b44_f7af)
        c = step(c, d, f(d, a, b), word(x, 10), 17, 0xffff_5bb1)
        b = step(b, c, f(c, d, a), word(x, 11), 22, 0x895c_d7be)
        a = step(a, b, f(b, c, d), word(x, 12), 7, 0x6b90_1122)
        d = step(d, a, f(a, b, c), word(x, 13), 12, 0xfd98_7193)
        c = step(c, d, f(d, a, b), word(x, 14), 17, 0xa679_438e)
        b = step(b, c, f(c, d, a), word(x, 15), 22, 0x49b4_0821)
    }

    @inline(__always)
    private mutating func round2(_ x: UnsafeRawPointer) {
        a = step(a, b, g(b, c, d), word(x, 1), 5, 0xf61e_2562)
        d = step(d, a, g(a, b, c), word(x, 6), 9, 0xc040_b340)
        c = step(c, d, g(d, a, b), word(x, 11), 14, 0x265e_5a51)
        b = step(b, c, g(c, d, a), word(x, 0), 20, 0xe9b6_c7aa)
        a = step(a, b, g(b, c, d), word(x, 5), 5, 0xd62f_105d)
        d = step(d, a, g(a, b, c), word(x, 10), 9, 0x0244_1453)
        c = step(c, d, g(d, a, b), word(x, 15), 14, 0xd8a1_e681)
        b = step(b, c, g(c, d, a), word(x, 4), 20, 0xe7d3_fbc8)
        a = step(a, b, g(b, c, d), word(x, 9), 5, 0x21e1_cde6)
        d = step(d, a, g(a, b, c), word(x, 14), 9, 0xc337_07d6)
        c = step(c, d, g(d, a, b), word(x, 3), 14, 0xf4d5_0d87)
        b = step(b, c, g(c, d, a), word(x, 8), 20, 0x455a_14ed)
        a = step(a, b, g(b, c, d), word(x, 13), 5, 0xa9e3_e905)
        d = step(d, a, g(a, b, c), word(x, 2), 9, 0xfcef_a3f8)
        c = step(c, d, g(d, a, b), word(x, 7), 14, 0x676f_02d9)
        b = step(b, c, g(c, d, a), word(x, 12), 20, 0x8d2a_4c8a)
    }

    @inline(__always)
    private mutating func round3(_ x: UnsafeRawPointer) {
        a = step(a, b, h(b, c, d), word(x, 5), 4, 0xfffa_3942)
        d = step(d, a, h(a, b, c), word(x, 8), 11, 0x8771_f681)
        c = step(c, d, h(d, a, b), word(x, 11), 16, 0x6d9d_6122)
        b = step(b, c, h(c, d, a), word(x, 14), 23, 0xfde5_380c)
        a = step(a, b, h(b, c, d), word(x, 1), 4, 0xa4be_ea44)
        d = step(d, a, h(a, b, c), word(x, 4), 11, 0x4bde_cfa9)
        c = step(c, d, h(d, a, b), word(x, 7), 16, 0xf6bb_4b60)
        b = step(b, c, h(c, d, a), word(x, 10), 23, 0xbebf_bc70)
        a = step(a, b, h(b, c, d), word(x, 13), 4, 0x289b_7ec6)
        d = step(d, a, h(a, b, c), word(x, 0), 11, 0xeaa1_27fa)
        c = step(c, d, h(d, a, b), word(x, 3), 16, 0xd4ef_3085)
        b = step(b, c, h(c, d, a), word(x, 6), 23, 0x0488_1d05)
        a = step(a, b, h(b, c, d), word(x, 9), 4, 0xd9d4_d039)
        d = step(d, a, h(a, b, c), word(x, 12), 11, 0xe6db_99e5)
        c = step(c, d, h(d, a, b), word(x, 15), 16, 0x1fa2_7cf8)
        b = step(b, c, h(c, d, a), word(x, 2), 23, 0xc4ac_5665)
    }

    @inline(__always)
    private mutating func round4(_ x: UnsafeRawPointer) {
        a = step(a, b, i(b, c, d), word(x, 0), 6, 0xf429_2244)
        d = step(d, a, i(a, b, c), word(x, 7), 10, 0x432a_ff97)
        c = step(c, d, i(d, a, b), word(x, 14), 15, 0xab94_23a7)
        b = step(b, c, i(c, d, a), word(x, 5), 21, 0xfc93_a039)
        a = step(a, b, i(b, c, d), word(x, 12), 6, 0x655b_59c3)
        d = step(d, a, i(a, b, c), word(x, 3), 10, 0x8f0c_cc92)
        c = step(c, d, i(d, a, b), word(x, 10), 15, 0xffef_f47d)
        b = step(b, c, i(c, d, a), word(x, 1), 21, 0x8584_5dd1)
        a = step(a, b, i(b, c, d), word(x, 8), 6, 0x6fa8_7e4f)
        d = step(d, a, i(a, b, c), word(x, 15), 10, 0xfe2c_e6e0)
        c = step(c, d, i(d, a, b), word(x, 6), 15, 0xa301_4314)
        b = step(b, c, i(c, d, a), word(x, 13), 21, 0x4e08_11a1)
        a = step(a, b, i(b, c, d), word(x, 4), 6, 0xf753_7e82)
        d = step(d, a, i(a, b, c), word(x, 11), 10, 0xbd3a_f235)
        c = step(c, d, i(d, a, b), word(x, 2), 15, 0x2ad7_d2bb)
        b = step(b, c, i(c, d, a), word(x, 9), 21, 0xeb86_d391)
    }
}

@inline(__always)
private func word(_ block: UnsafeRawPointer, _ index: Int) -> UInt32 {
    UInt32(littleEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
}

@inline(__always)
private func step(_ a: UInt32, _ b: UInt32, _ mixed: UInt32, _ x: UInt32, _ shift: UInt32, _ t: UInt32) -> UInt32 {
    let sum = a &+ x &+ t &+ mixed
    return b &+ (sum &<< shift | sum &>> (32 &- shift))
}

@inline(__always)
private func f(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 { z ^ (x & (y ^ z)) }

// The two halves never share a set bit, so `&+` is `|`; it lets the processor start on the half that does not wait.
@inline(__always)
private func g(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 { (x & z) &+ (y & ~z) }

@inline(__always)
private func h(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 { x ^ y ^ z }

@inline(__always)
private func i(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 { y ^ (x | ~z) }
