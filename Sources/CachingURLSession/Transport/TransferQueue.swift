import Foundation

#if canImport(FoundationNetworking)
    /// The delegate's queue, in which a bounded number of calls wait.
    ///
    /// On Linux what was received waits in the delegate's queue without bound, and one queue works for all sessions of
    /// the process. It is made to wait here for the delegate, which only ever puts away what it gets, and never for a
    /// reader. Nor for a thread of the pool that runs Swift's tasks: all of those may be waiting for that one queue, as
    /// everybody does who makes, begins or cancels a task of any session.
    ///
    /// Unchecked as its superclass is; what it adds is touched under the condition's lock only.
    final class TransferQueue: OperationQueue, @unchecked Sendable {
        /// Calls that may wait, each with at most 16 KB.
        static let limit = 32

        /// A serial queue gets a thread whenever it has something to do.
        private let calls = DispatchQueue(label: "CachingURLSession.delegate")
        private let condition = NSCondition()
        private var waiting = 0

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            condition.lock()
            while waiting >= Self.limit { condition.wait() }
            waiting += 1
            condition.unlock()
            calls.async { [self] in
                block()
                condition.lock()
                waiting -= 1
                condition.signal()
                condition.unlock()
            }
        }
    }
#endif
