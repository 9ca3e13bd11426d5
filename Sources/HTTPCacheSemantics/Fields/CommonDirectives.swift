/// A way in front of the general scanner for directives as servers write them: a known name alone, or with `=` and
/// digits, and then a comma or the end.
///
/// The name is recognised by words of eight bytes, so that its end need not be looked for. Whatever is written in
/// another way is left to ``DirectiveScanner/next(in:)``; a test holds the two to the same answers.
extension DirectiveScanner {
    /// The next member that is a directive known here; nil at the end of the line.
    @inline(__always)
    mutating func nextDirective(in line: Span<UInt8>) -> (directive: Directive, member: DirectiveMember)? {
        while true {
            skipEmptyMembers(in: line)
            if let common = commonDirective(in: line) { return common }
            guard let member = next(in: line) else { return nil }
            if let directive = Directive(line.extracting(member.name)) { return (directive, member) }
        }
    }

    /// The directive at the present position, where it is written in the common way; else nil, and nothing is moved.
    @inline(__always)
    mutating func commonDirective(in line: Span<UInt8>) -> (directive: Directive, member: DirectiveMember)? {
        let start = position
        guard let (directive, length) = Directive.common(at: start, of: line) else { return nil }
        let nameEnd = start &+ length
        guard nameEnd < line.count else {
            position = line.count
            return nameEnd == line.count ? (directive, DirectiveMember(name: start..<nameEnd)) : nil
        }
        if line[nameEnd] == 0x2C {
            position = nameEnd
            return (directive, DirectiveMember(name: start..<nameEnd))
        }
        guard line[nameEnd] == 0x3D else { return nil }
        let digits = nameEnd &+ 1
        var end = digits
        var seconds: UInt64 = 0
        while end < line.count, case let digit = line[end] &- 0x30, digit < 10 {
            seconds = seconds &* 10 &+ UInt64(digit)
            end &+= 1
        }
        guard 1...18 ~= end &- digits, end == line.count || line[end] == 0x2C else { return nil }
        position = end
        var member = DirectiveMember(name: start..<nameEnd, argument: digits..<end)
        member.secondsRead = UInt32(truncatingIfNeeded: min(seconds, UInt64(DeltaSeconds.overflow)))
        return (directive, member)
    }
}

extension Directive {
    /// The directive whose name stands at `start`, and the name's length; what follows it is not looked at, so that it
    /// may be the beginning of a longer name.
    @inline(__always)
    static func common(at start: Int, of line: Span<UInt8>) -> (directive: Directive, length: Int)? {
        @inline(__always)
        func continues(_ rest: UInt64, _ length: Int) -> Bool {
            line.word(at: min(start &+ 8, line.count)).withLettersFolded & ~0 &>> UInt64(64 &- 8 &* length) == rest
        }
        let head = line.word(at: start).withLettersFolded
        switch head {
        case 0x3D65_6761_2D78_616D: return (.maxAge, 7)  // max-age=
        case 0x6567_6178_616D_2D73: return (.sMaxAge, 8)  // s-maxage
        case 0x6568_6361_632D_6F6E: return (.noCache, 8)  // no-cache
        case 0x6572_6F74_732D_6F6E: return (.noStore, 8)  // no-store
        case 0x7665_722D_7473_756D:  // must-rev alidate
            return continues(0x65_7461_6469_6C61, 7) ? (.mustRevalidate, 15) : nil
        case 0x646E_752D_7473_756D:  // must-und erstand
            return continues(0x64_6E61_7473_7265, 7) ? (.mustUnderstand, 15) : nil
        case 0x6572_2D79_786F_7270:  // proxy-re validate
            return continues(0x6574_6164_696C_6176, 8) ? (.proxyRevalidate, 16) : nil
        case 0x6C62_6174_756D_6D69:  // immutabl e
            return continues(0x65, 1) ? (.immutable, 9) : nil
        case 0x736E_6172_742D_6F6E:  // no-trans form
            return continues(0x6D72_6F66, 4) ? (.noTransform, 12) : nil
        case 0x6877_2D65_6C61_7473:  // stale-wh ile-reva lidate
            let rest = line.word(at: min(start &+ 16, line.count)).withLettersFolded & 0xFFFF_FFFF_FFFF
            return continues(0x6176_6572_2D65_6C69, 8) && rest == 0x6574_6164_696C ? (.staleWhileRevalidate, 22) : nil
        case 0x6669_2D65_6C61_7473:  // stale-if -error
            return continues(0x726F_7272_652D, 6) ? (.staleIfError, 14) : nil
        default: break
        }
        if head & 0xFFFF_FFFF_FFFF == 0x6369_6C62_7570 { return (.public, 6) }  // public
        if head & 0xFF_FFFF_FFFF_FFFF == 0x65_7461_7669_7270 { return (.private, 7) }  // private
        return nil
    }
}
