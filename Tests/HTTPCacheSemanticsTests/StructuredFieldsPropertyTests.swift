import HTTPCacheSemantics
import TestSupport
import XCTest

final class StructuredFieldsPropertyTests: XCTestCase {
    private var generator = SplitMix(seed: 9651)

    private func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private func text(_ alphabet: String, _ lengths: ClosedRange<Int>) -> String {
        let characters = Array(alphabet)
        return String((0..<number(lengths)).map { _ in characters[number(0...characters.count - 1)] })
    }

    private func key() -> String {
        text("abcxyz*", 1...1) + text("abz019_-.*", 0...6)
    }

    private func bareItem() -> SF.BareItem {
        let wide = Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &generator)
        let narrow = Int64(number(-2000...2000))
        switch number(0...8) {
        case 0: return .integer(number(0...1) == 0 ? wide : narrow)
        case 1: return .thousandths(number(0...1) == 0 ? wide : narrow)
        case 2: return .string(text("ab \"\\,;()=%~", 0...9))
        case 3: return .word(text("aZ*", 1...1) + text("aZ09:/!#$%&'*+-.^_`|~", 0...9))
        case 4: return .byteSequence((0..<number(0...9)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        case 5: return .boolean(number(0...1) == 0)
        case 6: return .date(wide)
        default: return .display(text("a\"%\\\0\u{7F}é気\u{1F600}\u{FFFF}\u{301}", 0...9))
        }
    }

    private func parameters() -> SF.Parameters {
        var parameters = SF.Parameters()
        for _ in 0..<max(0, number(-3...12)) { parameters.set(key(), to: bareItem()) }
        return parameters
    }

    private func item() -> SF.Item {
        SF.Item(bareItem(), parameters: parameters())
    }

    private func member() -> SF.Member {
        guard number(0...2) == 0 else { return .item(item()) }
        return .innerList(SF.InnerList((0..<number(0...4)).map { _ in item() }, parameters: parameters()))
    }

    func testWhatIsWrittenIsReadBack() throws {
        for _ in 0..<3000 {
            let single = item()
            XCTAssertEqual(try SF.Item.parse(single.serialized()), single)
            let list = SF.List((0..<number(1...5)).map { _ in member() })
            XCTAssertEqual(try SF.List.parse(XCTUnwrap(list.serialized())), list)
            XCTAssertEqual(
                try SF.List.parse(lines: list.members.map { try XCTUnwrap(SF.List([$0]).serialized()) }), list)
            var dictionary = SF.Dictionary()
            for _ in 0..<number(1...12) { dictionary.set(key(), to: member()) }
            XCTAssertEqual(try SF.Dictionary.parse(XCTUnwrap(dictionary.serialized())), dictionary)
        }
    }

    /// Broken bytes are refused at an offset inside the value, or read as something that can be written and read back.
    func testDamageNeverTraps() throws {
        for _ in 0..<3000 {
            var bytes = try XCTUnwrap(SF.List([member(), member()]).serialized())
            for _ in 0..<number(1...3) {
                let position = number(0...bytes.count - 1)
                switch number(0...2) {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
                case 1 where bytes.count > 1: bytes.remove(at: position)
                default: bytes.insert([UInt8](" ,;=\"\\()%:?@-.*\t".utf8)[number(0...15)], at: position)
                }
            }
            do {
                let list = try SF.List.parse(bytes)
                if let written = try list.serialized() { XCTAssertEqual(try SF.List.parse(written), list) }
            } catch let error as StructuredFieldError {
                XCTAssertTrue((0...bytes.count).contains(error.offset), "\(error)")
            }
        }
    }

    func testEveryShortInputIsReadOrRefused() throws {
        let alphabet = [UInt8]("a1*-.\"\\%:?@=;, ()\t\u{80}".utf8)
        var inputs: [[UInt8]] = [[]]
        for _ in 0..<4 {
            inputs = inputs.flatMap { input in alphabet.map { input + [$0] } }
            for input in inputs {
                guard let list = try? SF.List.parse(input), let written = try list.serialized() else { continue }
                XCTAssertEqual(try SF.List.parse(written), list)
            }
        }
    }

    /// Shapes that a careless parser would read in quadratic time.
    func testWorkGrowsWithTheInput() {
        let shapes: [(String, (Int) -> String)] = [
            ("distinct dictionary keys", { n in (0..<n).map { "k\($0)" }.joined(separator: ",") }),
            ("one dictionary key", { n in Array(repeating: "k=1", count: n).joined(separator: ",") }),
            ("distinct parameters", { n in "k=1" + (0..<n).map { ";k\($0)" }.joined() }),
            ("an inner list", { n in "k=(" + Array(repeating: "1", count: n).joined(separator: " ") + ")" }),
            ("spaces", { n in "k=(" + String(repeating: " ", count: 4 * n) }),
            ("a string of escapes", { n in "k=\"" + String(repeating: "\\\\", count: 2 * n) + "\"" }),
            ("colons", { n in Array(repeating: "k=::", count: n).joined(separator: ",") }),
            ("base64 without an end", { n in "k=:" + String(repeating: "A", count: 4 * n) }),
            ("a display string", { n in "k=%\"" + String(repeating: "%41", count: n) + "\"" }),
            ("a token", { n in "k=" + String(repeating: "t", count: 4 * n) }),
        ]
        for (name, shape) in shapes {
            let growth = growthOfWork(from: 2000) { count in
                let field = [UInt8](shape(count).utf8)
                return { _ = try? SF.Dictionary.parse(field) }
            }
            XCTAssertTrue(growth.isLinear, "\(name): \(growth)")
        }
    }
}
