/// A descriptor that a loop watches. Everything here happens on the loop's thread.
class Channel {
    let loop: EventLoop
    let descriptor: Int32
    fileprivate(set) var interest: Readiness = []
    /// Milliseconds of the loop's clock after which `deadlinePassed` is called.
    var deadline = Int64.max
    private(set) var isOpen = false
    var token: UInt64 = 0
    var isUnflushed = false

    init(loop: EventLoop, descriptor: Int32) {
        self.loop = loop
        self.descriptor = descriptor
    }

    /// Begins to be watched; false when the system refuses, and the descriptor is closed then.
    func open(_ interest: Readiness) -> Bool {
        guard loop.register(self, interest) else {
            System.closeDescriptor(descriptor)
            return false
        }
        self.interest = interest
        isOpen = true
        return true
    }

    func setInterest(_ bit: Readiness, _ isOn: Bool) {
        guard isOpen, interest.contains(bit) != isOn else { return }
        let before = interest
        if isOn { interest.insert(bit) } else { interest.remove(bit) }
        loop.change(self, from: before, to: interest)
    }

    /// Nil means never.
    func setDeadline(after milliseconds: Int64?) {
        guard let milliseconds else {
            deadline = .max
            return
        }
        deadline = loop.now + milliseconds
        loop.watch(deadline: deadline)
    }

    /// Stops being watched and closes the descriptor; with `reset` the peer sees that something went wrong.
    func closeDescriptor(reset: Bool = false) {
        guard isOpen else { return }
        isOpen = false
        deadline = .max
        loop.unregister(self)
        if reset { System.reset(descriptor) } else { System.closeDescriptor(descriptor) }
    }

    func readable() {}

    func writable() {}

    /// Both sides are closed or broken while nothing is being read or written.
    func hungUp() { closeNow(.closed) }

    func deadlinePassed() {}

    /// The end of a turn in which something was written from outside of an event.
    func endTurn() {}

    func closeNow(_ error: ConnectionError) { closeDescriptor() }
}

extension Duration {
    /// Whole milliseconds, rounded up, at least 1 and at most about 24 days.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        guard seconds >= 0 else { return 1 }
        return max(1, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
