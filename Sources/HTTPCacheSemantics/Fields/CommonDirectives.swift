/// A way in front of the general scanner for directives as servers write them: a known name alone, or with `=` and at
/// most eight digits, and then a comma or the end.
///
/// The name is recognised by words of eight bytes, so that its end need not be looked for. Whatever is written in
/// another way is left to ``DirectiveScanner/next(in:)``; a test holds the two to the same answers.
extension DirectiveScanner {
    /// The next member that is a directive known here; nil at the end of the line.
    @inline(__always)
    mutating func nextDirective(in line: Span<UInt8>) -> (directive: Directive, member: DirectiveMember)? {
        while true {
            skipEmptyMembers(in: line)
            guard position < line.count else { return nil }
            if let common = commonDirective(in: line) { return common }
            guard let member = next(in: line) else { return nil }
            if let directive = Directive(line.extracting(member.name)) { return (directive, member) }
        }
    }

    /// The directive at the present position, where it is written in the common way; else nil, and nothing is moved.
    @inline(__always)
    mutating func commonDirective(in line: Span<UInt8>) -> (directive: Directive, member: DirectiveMember)? {
        let start = position
        guard let name = CommonName(at: start, of: line) else { return nil }
        let nameEnd = start &+ name.length
        guard nameEnd <= line.count else { return nil }
        var member = DirectiveMember(name: start..<nameEnd)
        var end = nameEnd
        if nameEnd < line.count, line[nameEnd] == 0x3D {
            let digits = nameEnd &+ 1
            guard let number = EightDigits(line.word(at: min(digits, line.count))) else { return nil }
            end = digits &+ number.count
            member.argument = digits..<end
            member.secondsRead = number.value
        }
        if end < line.count {
            guard line[end] == 0x2C else { return nil }
            end &+= 1
            if end < line.count, line[end] == 0x20 { end &+= 1 }
        }
        position = end
        return (name.directive, member)
    }
}

/// A directive's name as words, as `Span.word(at:)` gives them.
struct CommonName {
    let directive: Directive
    let length: Int
    private let head: UInt64
    private let rest: UInt64
    /// The bytes of `head` and `rest` that count.
    private let headMask: UInt64
    private let restMask: UInt64

    private init(
        _ directive: Directive, _ length: Int, _ head: UInt64, _ headMask: UInt64, _ rest: UInt64, _ restMask: UInt64
    ) {
        self.directive = directive
        self.length = length
        self.head = head
        self.rest = rest
        self.headMask = headMask
        self.restMask = restMask
    }

    /// The name that stands at `start`; what follows it is not looked at, so that it may begin a longer name.
    @inline(__always)
    init?(at start: Int, of line: Span<UInt8>) {
        let head = line.word(at: start).withLettersFolded
        let name = Self.names[Self.slot(head)]
        guard head & name.headMask == name.head else { return nil }
        if name.length > 8 {
            let rest = line.word(at: min(start &+ 8, line.count)).withLettersFolded
            guard rest & name.restMask == name.rest else { return nil }
        }
        if name.length > 16 {
            // stale-while-reva is only one name's.
            let last = line.word(at: min(start &+ 16, line.count)).withLettersFolded
            guard last & Self.six == 0x6574_6164_696C else { return nil }  // lidate
        }
        self = name
    }

    /// The first six bytes of a word.
    private static var six: UInt64 { 0xFFFF_FFFF_FFFF }

    /// The top bits of a product of the first six bytes, which all names have; the factor was found by trial to give
    /// each name a slot of its own. The two names that begin with `stale-` are told apart by what follows.
    @inline(__always)
    private static func slot(_ head: UInt64) -> Int {
        let six = head & Self.six
        if six == 0x2D65_6C61_7473 { return head >> 48 & 0xFF == 0x77 ? 1 : 4 }
        return Int(truncatingIfNeeded: (six &* 0xC7B3_17D9_4D1F_E09F) >> 60)
    }

    /// A slot without a name holds an upper-case letter, which no folded word has.
    private static let names: [CommonName] = [
        CommonName(.noStore, 8, 0x6572_6F74_732D_6F6E, 0xFFFF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(
            .staleWhileRevalidate, 22, 0x6877_2D65_6C61_7473, 0xFFFF_FFFF_FFFF_FFFF, 0x6176_6572_2D65_6C69,
            0xFFFF_FFFF_FFFF_FFFF),
        CommonName(
            .mustUnderstand, 15, 0x646E_752D_7473_756D, 0xFFFF_FFFF_FFFF_FFFF, 0x0064_6E61_7473_7265,
            0x00FF_FFFF_FFFF_FFFF),
        CommonName(.noCache, 8, 0x6568_6361_632D_6F6E, 0xFFFF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(.staleIfError, 14, 0x6669_2D65_6C61_7473, 0xFFFF_FFFF_FFFF_FFFF, 0x726F_7272_652D, 0xFFFF_FFFF_FFFF),
        CommonName(.maxAge, 7, 0x0065_6761_2D78_616D, 0x00FF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(
            .proxyRevalidate, 16, 0x6572_2D79_786F_7270, 0xFFFF_FFFF_FFFF_FFFF, 0x6574_6164_696C_6176,
            0xFFFF_FFFF_FFFF_FFFF),
        CommonName(.noStore, 1, 0x0041, 0xFFFF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(.noTransform, 12, 0x736E_6172_742D_6F6E, 0xFFFF_FFFF_FFFF_FFFF, 0x6D72_6F66, 0xFFFF_FFFF),
        CommonName(.noStore, 1, 0x0041, 0xFFFF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(.immutable, 9, 0x6C62_6174_756D_6D69, 0xFFFF_FFFF_FFFF_FFFF, 0x0065, 0x00FF),
        CommonName(.private, 7, 0x0065_7461_7669_7270, 0x00FF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(
            .mustRevalidate, 15, 0x7665_722D_7473_756D, 0xFFFF_FFFF_FFFF_FFFF, 0x0065_7461_6469_6C61,
            0x00FF_FFFF_FFFF_FFFF),
        CommonName(.noStore, 1, 0x0041, 0xFFFF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(.sMaxAge, 8, 0x6567_6178_616D_2D73, 0xFFFF_FFFF_FFFF_FFFF, 0, 0),
        CommonName(.public, 6, 0x6369_6C62_7570, 0xFFFF_FFFF_FFFF, 0, 0),
    ]
}

/// One to eight digits at the beginning of a word, read all at once.
struct EightDigits {
    let count: Int
    let value: UInt32

    @inline(__always)
    init?(_ word: UInt64) {
        // Digits become their values; of every other byte the addition, or the byte itself, sets the highest bit. Only
        // bytes behind the first such byte can be wrong by a carry.
        let digits = word ^ 0x3030_3030_3030_3030
        let wrong = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
        count = wrong.trailingZeroBitCount / 8
        guard count > 0 else { return nil }
        // Zeros in front, then pairs, fours and all eight are joined.
        var joined = digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        joined = (joined &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        joined = (joined &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        value = UInt32(truncatingIfNeeded: (joined &* 42_949_672_960_001) >> 32)
    }
}
