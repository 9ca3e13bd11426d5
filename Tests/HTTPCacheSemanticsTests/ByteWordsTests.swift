import Foundation
import XCTest

@testable import HTTPCacheSemantics

final class ByteWordsTests: XCTestCase {
    /// The bytes lie right before memory that must not be read: a load beyond the end would end the process.
    func testWordsNeverReadBeyondTheEnd() throws {
        let page = Int(getpagesize())
        let pages = try XCTUnwrap(
            mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), "mmap")
        defer { munmap(pages, 3 * page) }
        mprotect(pages, page, PROT_NONE)
        mprotect(pages + 2 * page, page, PROT_NONE)
        for (count, atStart) in (0...33).flatMap({ [($0, true), ($0, false)] }) {
            let start = atStart ? pages + page : pages + 2 * page - count
            let bytes = UnsafeMutableRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
            for index in 0..<count { bytes[index] = UInt8(truncatingIfNeeded: 0x41 + index * 7) }
            let span = UnsafeBufferPointer(bytes).span
            for offset in 0...count {
                XCTAssertEqual(span.word(at: offset), word(bytes.dropFirst(offset).prefix(8)), "\(offset) of \(count)")
            }
            let ends = span.ends
            XCTAssertEqual(ends.first, word(bytes.prefix(8)), "\(count)")
            XCTAssertEqual(ends.last, word(bytes.suffix(8)), "\(count)")
        }
    }

    private func word(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func testEqualityLooksAtEveryByte() {
        for count in 0...40 {
            let bytes = (0..<count).map { UInt8(0x61 + $0 % 26) }
            XCTAssertTrue(bytes.span.equals(bytes.span))
            XCTAssertFalse(bytes.span.equals((bytes + [0]).span))
            for index in 0..<count {
                var other = bytes
                other[index] ^= 1
                XCTAssertFalse(bytes.span.equals(other.span), "\(index) of \(count)")
                XCTAssertFalse(bytes.span.equalsIgnoringCase(other.span), "\(index) of \(count)")
                other[index] = bytes[index] ^ 0x20
                XCTAssertFalse(bytes.span.equals(other.span), "\(index) of \(count)")
                XCTAssertTrue(bytes.span.equalsIgnoringCase(other.span), "\(index) of \(count)")
            }
        }
    }

    /// Every pair of bytes, in each place of a word: only letters of one another's case are the same.
    func testOnlyLettersLoseTheirCase() {
        for (first, second) in (0...255).flatMap({ first in (0...255).map { (UInt8(first), UInt8($0)) } }) {
            let isLetter = (0x61...0x7A).contains(first | 0x20)
            let isSame = first == second || (isLetter && first ^ second == 0x20)
            let place = Int(first &+ second) % 8
            var (a, b) = ([UInt8](repeating: 0x2D, count: 9), [UInt8](repeating: 0x2D, count: 9))
            (a[place], b[place]) = (first, second)
            XCTAssertEqual(a.span.equalsIgnoringCase(b.span), isSame, "\(first), \(second)")
        }
    }

    func testEqualityWithALowerCaseName() {
        let rows: [(String, Bool)] = [
            ("no-cache", true), ("No-Cache", true), ("NO-CACHE", true), ("no-cach", false), ("no-cache-", false),
            ("no\rcache", false), ("no_cache", false), ("", false), ("no-cachE", true), ("no-cach\u{5}", false),
        ]
        for (text, isSame) in rows {
            XCTAssertEqual(Array(text.utf8).span.equalsIgnoringCase("no-cache"), isSame, text)
        }
    }
}
