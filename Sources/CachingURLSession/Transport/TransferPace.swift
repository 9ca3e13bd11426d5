import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// Stops and lets go of what a session receives for one transfer.
    ///
    /// On Linux a task that is suspended begins its request anew when it is resumed, and what was received waits in the
    /// delegate's queue without bound. So the session's thread is made to wait before it adds to that queue
    /// (``TransferQueue``): it reads nothing from its sockets meanwhile. That stops all of its tasks, wherefore a session
    /// has one at a time (``SessionPool``).
    ///
    /// Unchecked because its state is touched under the condition's lock only.
    final class TransferPace: @unchecked Sendable {
        /// Calls of the delegate that may wait, each with at most 16 KB.
        static let limit = 16

        private let condition = NSCondition()
        private var isPaused = false
        private var isReleased = false
        private var waiting = 0

        func setPaused(_ isPaused: Bool, _ task: URLSessionTask?) { change { self.isPaused = isPaused } }

        /// Whatever waits goes on, and nothing waits any more.
        func release(_ task: URLSessionTask) { change { isReleased = true } }

        /// Waits until one more call may be added.
        func enter() {
            condition.lock()
            while !isReleased, isPaused || waiting >= Self.limit { condition.wait() }
            waiting += 1
            condition.unlock()
        }

        func leave() { change { waiting -= 1 } }

        private func change(_ body: () -> Void) {
            condition.lock()
            body()
            condition.broadcast()
            condition.unlock()
        }
    }

    /// The delegate's queue, which makes its session wait while the session's transfer is paused.
    ///
    /// Unchecked as its superclass is; what it adds is under a lock.
    final class TransferQueue: OperationQueue, @unchecked Sendable {
        private let pace = Locked(TransferPace())

        override init() {
            super.init()
            maxConcurrentOperationCount = 1
        }

        /// From now on this pace counts.
        func follow(_ pace: TransferPace) { self.pace.withLock { $0 = pace } }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            let pace = pace.withLock { $0 }
            pace.enter()
            super.addOperation {
                block()
                pace.leave()
            }
        }
    }
#else
    /// Stops and lets go of what a session receives for one transfer, by suspending its task.
    final class TransferPace: Sendable {
        private let isPaused = Locked(false)

        func setPaused(_ isPaused: Bool, _ task: URLSessionTask?) {
            self.isPaused.withLock { state in
                guard state != isPaused else { return }
                state = isPaused
                if isPaused { task?.suspend() } else { task?.resume() }
            }
        }

        func release(_ task: URLSessionTask) { setPaused(false, task) }
    }
#endif
