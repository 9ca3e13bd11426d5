import Foundation

/// Waits for something that another thread does; false when it is not done within 10 seconds.
@discardableResult
public func waitUntil(_ condition: () -> Bool) -> Bool {
    for _ in 0..<10_000 {
        if condition() { return true }
        usleep(1000)
    }
    return condition()
}
