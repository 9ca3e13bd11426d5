import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The sessions of a transport: one for everything, or on Linux one for each transfer that is under way.
///
/// On Linux a session keeps its own connections, so that one that has asked an origin before is taken again for it.
final class SessionPool: Sendable {
    private struct Member: Sendable {
        let session: URLSession
        let delegate: SessionDelegate
        let queue: OperationQueue?
        let origin: String
    }

    private struct State {
        var idle: [Member] = []
        var isClosed = false
    }

    /// Sessions that are kept although they have nothing to do.
    private static let idleLimit = 8

    private let configuration: URLSessionConfiguration
    private let state = Locked(State())

    init(_ configuration: URLSessionConfiguration) { self.configuration = configuration }

    deinit { close() }

    func start(
        _ request: URLRequest, to origin: String, upload: UploadStream?, timeout: Double?,
        onInterim: @escaping @Sendable (HTTPURLResponse) -> Void
    ) -> Transfer {
        let member = take(origin)
        let pace = TransferPace()
        #if canImport(FoundationNetworking)
            (member.queue as? TransferQueue)?.follow(pace)
        #endif
        let task = member.session.dataTask(with: request)
        let transfer = Transfer(pace: pace, upload: upload, onInterim: onInterim)
        member.delegate.add(transfer, for: task) { [weak self] in
            if let self { giveBack(member) } else { member.session.finishTasksAndInvalidate() }
        }
        transfer.start(task, timeout: timeout)
        return transfer
    }

    /// Lets what is under way end.
    private func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for member in idle { member.session.finishTasksAndInvalidate() }
    }

    #if canImport(FoundationNetworking)
        private func take(_ origin: String) -> Member {
            let known: Member? = state.withLock { state in
                state.idle.lastIndex { $0.origin == origin }.map { state.idle.remove(at: $0) }
            }
            return known ?? member(for: origin, TransferQueue())
        }

        private func giveBack(_ member: Member) {
            let surplus: Member? = state.withLock { state in
                if state.isClosed { return member }
                state.idle.append(member)
                return state.idle.count > Self.idleLimit ? state.idle.removeFirst() : nil
            }
            surplus?.session.finishTasksAndInvalidate()
        }
    #else
        /// The one session, which is never idle and never busy.
        private func take(_ origin: String) -> Member {
            state.withLock { state in
                if state.idle.isEmpty { state.idle = [member(for: "", nil)] }
                return state.idle[0]
            }
        }

        private func giveBack(_ member: Member) {}
    #endif

    private func member(for origin: String, _ queue: OperationQueue?) -> Member {
        let delegate = SessionDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        return Member(session: session, delegate: delegate, queue: queue, origin: origin)
    }
}
