import HTTPCacheSemantics
import XCTest

typealias SF = StructuredField

/// An input that has to be refused, and where and why.
struct RefusedRow {
    let input: String
    let offset: Int
    let expected: StructuredFieldError.Expectation

    init(_ input: String, _ offset: Int, _ expected: StructuredFieldError.Expectation) {
        self.input = input
        self.offset = offset
        self.expected = expected
    }

    func check(_ parse: ([UInt8]) throws -> Any, line: UInt = #line) {
        do {
            let value = try parse([UInt8](input.utf8))
            XCTFail("\(input.debugDescription) was read as \(value)", line: line)
        } catch {
            let wanted = StructuredFieldError(offset: offset, expected: expected)
            XCTAssertEqual(error as? StructuredFieldError, wanted, input.debugDescription, line: line)
        }
    }
}

extension SF.BareItem {
    static func thousandths(_ thousandths: Int64) -> Self { .decimal(SF.Decimal(thousandths: thousandths)) }
    static func word(_ text: String) -> Self { .token(SF.Token(text)) }
    static func display(_ text: String) -> Self { .displayString(SF.DisplayString(text)) }
}

extension SF.Member {
    static func bare(_ bareItem: SF.BareItem, _ parameters: KeyValuePairs<String, SF.BareItem> = [:]) -> Self {
        .item(SF.Item(bareItem, parameters: SF.Parameters(parameters)))
    }

    static func inner(_ items: [SF.BareItem], _ parameters: KeyValuePairs<String, SF.BareItem> = [:]) -> Self {
        .innerList(SF.InnerList(items.map { SF.Item($0) }, parameters: SF.Parameters(parameters)))
    }
}
