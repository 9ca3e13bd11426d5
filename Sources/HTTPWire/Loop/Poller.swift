#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
#if os(Linux) || os(Android)
    import CLinux
#endif

/// What a descriptor is watched for, or what was seen on it.
struct Readiness: OptionSet {
    let rawValue: UInt8

    static let read = Readiness(rawValue: 1)
    static let write = Readiness(rawValue: 2)
    /// Both directions are closed or broken; seen without being asked for.
    static let hangUp = Readiness(rawValue: 4)
}

/// The system's event queue, level-triggered: epoll on Linux, kqueue on Apple's systems.
struct Poller {
    struct Event {
        let token: UInt64
        let readiness: Readiness
    }

    /// The token of an event that only says that `wake` was called.
    static let wakeToken = UInt64.max
    private static let capacity = 256

    private let queue: Int32
    #if os(Linux) || os(Android)
        private let waker: Int32
        private let buffer = UnsafeMutablePointer<epoll_event>.allocate(capacity: Self.capacity)

        init?() {
            queue = epoll_create1(Int32(EPOLL_CLOEXEC))
            waker = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
            guard queue >= 0, waker >= 0 else {
                closeQueue()
                return nil
            }
            _ = control(EPOLL_CTL_ADD, waker, Self.wakeToken, .read)
        }

        func add(_ descriptor: Int32, token: UInt64, _ interest: Readiness) -> Bool {
            control(EPOLL_CTL_ADD, descriptor, token, interest)
        }

        func change(_ descriptor: Int32, token: UInt64, from: Readiness, to interest: Readiness) {
            _ = control(EPOLL_CTL_MOD, descriptor, token, interest)
        }

        func remove(_ descriptor: Int32, _ interest: Readiness) { _ = control(EPOLL_CTL_DEL, descriptor, 0, []) }

        private func control(_ operation: Int32, _ descriptor: Int32, _ token: UInt64, _ interest: Readiness) -> Bool {
            var bits: UInt32 = 0
            if interest.contains(.read) { bits |= EPOLLIN.rawValue }
            if interest.contains(.write) { bits |= EPOLLOUT.rawValue }
            var event = epoll_event(events: bits, data: epoll_data_t(u64: token))
            return epoll_ctl(queue, operation, descriptor, &event) == 0
        }

        /// Can be called from any thread.
        func wake() { eventfd_write(waker, 1) }

        /// Waits at most so many milliseconds, for ever when negative, and hands on what happened.
        func wait(milliseconds: Int32, _ handle: (Event) -> Void) {
            let count = epoll_wait(queue, buffer, Int32(Self.capacity), milliseconds)
            for index in 0..<max(0, Int(count)) {
                let event = buffer[index]
                if event.data.u64 == Self.wakeToken {
                    var value: eventfd_t = 0
                    eventfd_read(waker, &value)
                    continue
                }
                var readiness: Readiness = []
                if event.events & EPOLLIN.rawValue != 0 { readiness.insert(.read) }
                if event.events & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
                if event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hangUp) }
                handle(Event(token: event.data.u64, readiness: readiness))
            }
        }

        func closeQueue() {
            buffer.deallocate()
            _ = close(queue)
            _ = close(waker)
        }
    #else
        private let buffer = UnsafeMutablePointer<kevent>.allocate(capacity: Self.capacity)

        init?() {
            queue = kqueue()
            guard queue >= 0 else {
                buffer.deallocate()
                return nil
            }
            submit(0, Int32(EVFILT_USER), UInt16(EV_ADD | EV_CLEAR), 0, Self.wakeToken)
        }

        func add(_ descriptor: Int32, token: UInt64, _ interest: Readiness) -> Bool {
            change(descriptor, token: token, from: [], to: interest)
            return true
        }

        func change(_ descriptor: Int32, token: UInt64, from: Readiness, to interest: Readiness) {
            for (bit, filter) in [(Readiness.read, EVFILT_READ), (Readiness.write, EVFILT_WRITE)]
            where from.contains(bit) != interest.contains(bit) {
                let action = UInt16(interest.contains(bit) ? EV_ADD : EV_DELETE)
                submit(UInt(descriptor), Int32(filter), action, 0, token)
            }
        }

        func remove(_ descriptor: Int32, _ interest: Readiness) {
            change(descriptor, token: 0, from: interest, to: [])
        }

        private func submit(_ ident: UInt, _ filter: Int32, _ flags: UInt16, _ fflags: UInt32, _ token: UInt64) {
            var event = kevent(
                ident: ident, filter: Int16(filter), flags: flags, fflags: fflags, data: 0,
                udata: UnsafeMutableRawPointer(bitPattern: UInt(token)))
            _ = kevent(queue, &event, 1, nil, 0, nil)
        }

        /// Can be called from any thread.
        func wake() { submit(0, Int32(EVFILT_USER), 0, UInt32(NOTE_TRIGGER), Self.wakeToken) }

        /// Waits at most so many milliseconds, for ever when negative, and hands on what happened.
        func wait(milliseconds: Int32, _ handle: (Event) -> Void) {
            var limit = timespec(tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
            let count = withUnsafePointer(to: &limit) {
                kevent(queue, nil, 0, buffer, Int32(Self.capacity), milliseconds < 0 ? nil : $0)
            }
            for index in 0..<max(0, Int(count)) {
                let event = buffer[index]
                guard event.filter != Int16(EVFILT_USER) else { continue }
                var readiness: Readiness = event.filter == Int16(EVFILT_READ) ? .read : .write
                if event.flags & UInt16(EV_EOF) != 0, readiness == .write { readiness.insert(.hangUp) }
                handle(Event(token: UInt64(UInt(bitPattern: event.udata)), readiness: readiness))
            }
        }

        func closeQueue() {
            buffer.deallocate()
            _ = close(queue)
        }
    #endif
}
