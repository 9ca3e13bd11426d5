import Foundation

#if canImport(FoundationNetworking)
    import CDispatch
    import CLoadingQueue

    /// The queue on which Foundation began a load.
    ///
    /// A session looks each task up in a table that it changes on this queue, without a lock: a client that is told
    /// something elsewhere meets the table half changed. Foundation names its queue to nobody, but runs what begins a
    /// load on it.
    ///
    /// Unchecked because a queue is for any thread, and the reference to it never changes.
    final class LoadingPlace: @unchecked Sendable {
        private let queue: dispatch_queue_t = loading_queue()

        deinit { loading_queue_release(queue) }

        /// Returns when `call` has.
        func perform(_ call: @escaping @Sendable () -> Void) async {
            await withCheckedContinuation { continuation in
                dispatch_async(queue) {
                    call()
                    continuation.resume()
                }
            }
        }
    }
#else
    /// The run loop on which Foundation began a load.
    ///
    /// Unchecked because blocks may be given to a run loop from any thread.
    final class LoadingPlace: @unchecked Sendable {
        private let loop: CFRunLoop
        private let mode: CFRunLoopMode

        init() {
            loop = CFRunLoopGetCurrent()
            mode = CFRunLoopCopyCurrentMode(loop) ?? .defaultMode
        }

        /// Does not wait for `call`: a loop that has ended would never come to it.
        func perform(_ call: @escaping @Sendable () -> Void) async {
            CFRunLoopPerformBlock(loop, mode.rawValue, call)
            CFRunLoopWakeUp(loop)
        }
    }
#endif
