import Foundation

/// Something one thread leaves for another.
package final class Box<Value: Sendable>: @unchecked Sendable {
    // Unchecked: under a lock.
    private let lock = NSLock()
    private var stored: Value

    package init(_ value: Value) { stored = value }

    package var value: Value { lock.withLock { stored } }

    @discardableResult
    package func update<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}
