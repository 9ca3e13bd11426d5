/// A number that many threads add to.
package final class Counter: Sendable {
    private let value = Box(0)

    package init() {}

    /// The sum so far.
    @discardableResult
    package func add(_ amount: Int) -> Int {
        value.update { value in
            value += amount
            return value
        }
    }

    package var count: Int { value.value }
}
