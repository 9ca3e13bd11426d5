import Foundation

#if canImport(FoundationNetworking)
    /// The delegate's queue, in which a bounded number of calls wait.
    ///
    /// On Linux what was received waits in the delegate's queue without bound, and one queue works for all sessions of
    /// the process. It is made to wait here for the delegate, which only ever puts away what it gets, and never for a
    /// reader.
    ///
    /// Unchecked as its superclass is; what it adds is touched under the condition's lock only.
    final class TransferQueue: OperationQueue, @unchecked Sendable {
        /// Calls that may wait, each with at most 16 KB.
        static let limit = 32

        private let condition = NSCondition()
        private var waiting = 0

        override init() {
            super.init()
            maxConcurrentOperationCount = 1
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            condition.lock()
            while waiting >= Self.limit { condition.wait() }
            waiting += 1
            condition.unlock()
            super.addOperation { [self] in
                block()
                condition.lock()
                waiting -= 1
                condition.signal()
                condition.unlock()
            }
        }
    }
#endif
