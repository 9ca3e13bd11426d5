import TestSupport
import XCTest

@testable import HTTPCacheSemantics

/// The word-wise way and the general scanner give the same answers.
final class CommonDirectivesTests: XCTestCase {
    private static let common: [Directive] = Directive.allCases.filter {
        ![.maxStale, .minFresh, .onlyIfCached].contains($0)
    }

    /// Were a word mistyped, every other test would still pass, only slower.
    func testEveryCommonDirectiveIsTakenTheShortWay() {
        for directive in Self.common {
            let name = directive.name.description
            for text in [name, name + ",x", name + ", x", name + "=5", name + "=5,x", name + "=12345678"] {
                for spelling in [text, text.uppercased()] {
                    let bytes = Array(spelling.utf8)
                    var scanner = DirectiveScanner()
                    let found = scanner.commonDirective(in: bytes.span)
                    XCTAssertEqual(found?.directive, directive, spelling)
                    XCTAssertEqual(found?.member.name, 0..<name.utf8.count, spelling)
                }
            }
        }
    }

    func testWhatIsLeftToTheGeneralScanner() {
        for text in [
            "", "x", "no-stor", "no-storex", "no-store x", "no-store\t", "no-store=", "max-age=x", "max-age=5 ",
            "max-ag",
            "max-age=\"5\"", "max-age=123456789", "max-age=1x", "publik", "public\0", "private;x", "no\rstore",
            "stale-",
            "stale-if-erro", "immutable-", "must-revalidat", "stale-while-revalidat", "stale-while-revalidates",
            "proxy-revalidat3", "stale-while-revalidbte", "stale-if-errors", "MAX\rAGE=1", "a", "max-stale", "A",
        ] {
            let bytes = Array(text.utf8)
            var scanner = DirectiveScanner()
            XCTAssertNil(scanner.commonDirective(in: bytes.span), text)
            XCTAssertEqual(scanner.position, 0, text)
        }
    }

    func testDigitsAreReadAtOnce() {
        for (text, count, value) in [
            ("0", 1, 0), ("7", 1, 7), ("60", 2, 60), ("00000009", 8, 9), ("31536000", 8, 31_536_000),
            ("99999999", 8, 99_999_999), ("1,234567", 1, 1), ("12 45678", 2, 12), ("123456\u{FF}", 6, 123_456),
            ("12345:78", 5, 12_345), ("9/999999", 1, 9),
        ] as [(String, Int, UInt32)] {
            let number = EightDigits(Array(text.utf8).span.word(at: 0))
            XCTAssertEqual(number?.count, count, text)
            XCTAssertEqual(number?.value, value, text)
        }
        for text in ["", ",1", " 1", "-1", "x", "/", ":", "\0001", "\u{B0}"] {
            XCTAssertNil(EightDigits(Array(text.utf8).span.word(at: 0)), text)
        }
    }

    func testBothWaysAgreeOnGeneratedValues() {
        #if DEBUG
            let values = 20_000
        #else
            let values = 2_000_000
        #endif
        var generator = SplitMix(seed: 20_260_101)
        for _ in 0..<values {
            let line = Self.line(&generator)
            let (fast, general) = (Self.fast(line), Self.general(line))
            guard fast == general else {
                return XCTFail("\(String(decoding: line, as: UTF8.self).debugDescription): \(fast), \(general)")
            }
        }
    }

    private struct Reading: Equatable {
        var directives: [Directive] = []
        var members: [DirectiveMember] = []
        var seconds: [UInt32?] = []
        var hasUnclosedQuote = false

        mutating func add(_ directive: Directive, _ member: DirectiveMember, _ line: [UInt8]) {
            directives.append(directive)
            seconds.append(member.seconds(in: line.span))
            var member = member
            member.secondsRead = nil
            members.append(member)
        }
    }

    private static func fast(_ line: [UInt8]) -> Reading {
        var reading = Reading()
        var scanner = DirectiveScanner()
        while let (directive, member) = scanner.nextDirective(in: line.span) { reading.add(directive, member, line) }
        reading.hasUnclosedQuote = scanner.hasUnclosedQuote
        return reading
    }

    private static func general(_ line: [UInt8]) -> Reading {
        var reading = Reading()
        var scanner = DirectiveScanner()
        while let member = scanner.next(in: line.span) {
            guard let directive = Directive(line.span.extracting(member.name)) else { continue }
            reading.add(directive, member, line)
        }
        reading.hasUnclosedQuote = scanner.hasUnclosedQuote
        return reading
    }

    /// Mostly what servers write, with changes that come near it.
    private static func line(_ generator: inout SplitMix) -> [UInt8] {
        let names = Directive.allCases.map { Array($0.name.description.utf8) }
        let arguments = [
            "", "", "", "=0", "=60", "=31536000", "=4294967296", "=99999999999999999999", "=\"60\"", "=\"a, b\"",
        ]
        let oddities = ["=", "= ", " =", "=-1", "=1.5", "=\"", "=\"\\", "x", " x", ";", "\0", "=a", "==", "\"", "=6 0"]
        let separators = [", ", ",", " ,", ",,", ", ,", "\t", " ", ";", ", \t", ""]
        var line: [UInt8] = []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            var name = names[Int.random(in: 0..<names.count, using: &generator)]
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: name = name.map { $0 >= 0x61 ? $0 ^ 0x20 : $0 }
            case 1: name[Int.random(in: 0..<name.count, using: &generator)] ^= 0x20
            case 2: name[Int.random(in: 0..<name.count, using: &generator)] = .random(in: 0...255, using: &generator)
            case 3: name.removeLast(Int.random(in: 1..<name.count, using: &generator))
            case 4: name.append(0x61)
            default: break
            }
            line += name
            let isOdd = Int.random(in: 0..<8, using: &generator) == 0
            line += ((isOdd ? oddities : arguments).randomElement(using: &generator) ?? "").utf8
            let isUsual = Int.random(in: 0..<4, using: &generator) != 0
            line += (isUsual ? ", " : separators.randomElement(using: &generator) ?? ",").utf8
        }
        if Bool.random(using: &generator), line.count >= 2 { line.removeLast(2) }
        return line
    }
}
