import Dispatch
import Locking

/// One thread that waits for many sockets and runs what is to be done for them.
///
/// Everything that belongs to a loop (its channels, the exchanges on them, what receives their content) is touched on
/// its thread only; from elsewhere, `execute` is the way in. Unchecked because that confinement is not visible to the
/// compiler: all stored state is either constant, under a lock, or used after `isCurrent` holds.
public final class EventLoop: @unchecked Sendable {
    private struct Inbox {
        var tasks: [@Sendable () -> Void] = []
        var isStopped = false
    }

    /// A channel's place in the table; the number tells it from earlier ones in the same place.
    private struct Slot {
        var channel: Channel?
        var number: UInt32 = 0
    }

    private let poller: Poller
    private let inbox = Locked(Inbox())
    private var threadNumber: UInt = 0
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var unflushed: [Channel] = []
    /// What those do who have work on the loop that no channel stands for, when the loop stops.
    private var endings: [ObjectIdentifier: () -> Void] = [:]
    /// Once true, no channel is taken any more: nobody would close it.
    private(set) var isEnding = false
    private var nextSweep = Int64.max
    private let readBuffer: UnsafeMutableRawBufferPointer
    /// Lent to the connection whose turn it is, so that answers cost no allocation.
    var spareOutput: [UInt8] = []
    /// Milliseconds, read once a turn.
    private(set) var now = System.milliseconds()

    static let readSize = 64 * 1024

    /// Starts a thread; nil when the system has no event queue or no thread left to give.
    public init?() {
        guard let poller = Poller() else { return nil }
        self.poller = poller
        readBuffer = .allocate(byteCount: Self.readSize, alignment: 16)
        let started = DispatchSemaphore(value: 0)
        let isStarted = SystemThread.start { [self] in
            threadNumber = SystemThread.currentNumber
            System.askForShortSlice()
            started.signal()
            run()
        }
        guard isStarted else {
            poller.closeQueue()
            return nil
        }
        started.wait()
    }

    deinit { readBuffer.deallocate() }

    /// Whether this is the loop's own thread.
    public var isCurrent: Bool { SystemThread.currentNumber == threadNumber }

    /// Runs a task on the loop's thread, in order with the others; false, and nothing is run, after `stop`.
    @discardableResult
    public func execute(_ task: @escaping @Sendable () -> Void) -> Bool {
        let isOwn = isCurrent
        return inbox.withLock { inbox in
            guard !inbox.isStopped else { return false }
            inbox.tasks.append(task)
            // Under the lock, so that the queue is not closed in between.
            if inbox.tasks.count == 1, !isOwn { poller.wake() }
            return true
        }
    }

    /// Closes all channels and ends the thread, after what was given to `execute` before.
    public func stop() {
        execute { [self] in inbox.withLock { $0.isStopped = true } }
    }

    // MARK: The thread

    private func run() {
        while true {
            runTasks()
            endTurn()
            if inbox.withLock({ $0.isStopped && $0.tasks.isEmpty }) { break }
            var isFirst = true
            poller.wait(milliseconds: timeout) { event in
                // The wait may have been long: deadlines that begin with this event are counted from now.
                if isFirst { now = System.milliseconds() }
                isFirst = false
                dispatch(event)
                // Not after all events: what is answered first need not wait for the rest.
                endTurn()
            }
            now = System.milliseconds()
            sweepDeadlines()
        }
        end()
        poller.closeQueue()
    }

    private func end() {
        isEnding = true
        for ending in endings.values { ending() }
        endings = [:]
        for slot in slots { slot.channel?.closeNow(.shutDown) }
        // They know the loop, which would keep itself by them.
        unflushed = []
    }

    private var timeout: Int32 {
        if inbox.withLock({ !$0.tasks.isEmpty }) { return 0 }
        guard nextSweep < .max else { return -1 }
        return Int32(clamping: max(0, nextSweep - System.milliseconds()))
    }

    private func runTasks() {
        let tasks = inbox.withLock { inbox in
            defer { inbox.tasks = [] }
            return inbox.tasks
        }
        if !tasks.isEmpty { now = System.milliseconds() }
        for task in tasks { task() }
    }

    private func dispatch(_ event: Poller.Event) {
        let index = Int(event.token & 0xFFFF_FFFF)
        guard index < slots.count, slots[index].number == UInt32(truncatingIfNeeded: event.token >> 32),
            let channel = slots[index].channel
        else { return }
        if event.readiness.contains(.read) || (event.readiness.contains(.hangUp) && channel.interest.contains(.read)) {
            channel.readable()
        } else if event.readiness.contains(.hangUp), !channel.interest.contains(.write) {
            channel.hungUp()
        }
        guard slots[index].channel === channel else { return }
        if event.readiness.contains(.write) || (event.readiness.contains(.hangUp) && channel.interest.contains(.write))
        {
            channel.writable()
        }
    }

    private func endTurn() {
        while !unflushed.isEmpty {
            let channels = unflushed
            unflushed = []
            for channel in channels {
                channel.isUnflushed = false
                if channel.isOpen { channel.endTurn() }
            }
        }
    }

    private func sweepDeadlines() {
        guard now >= nextSweep else { return }
        nextSweep = .max
        var earliest = Int64.max
        for slot in slots {
            guard let channel = slot.channel else { continue }
            if channel.deadline <= now {
                channel.deadline = .max
                channel.deadlinePassed()
            }
            if channel.isOpen { earliest = min(earliest, channel.deadline) }
        }
        // At most a hundred sweeps a second, however the deadlines lie.
        if earliest < .max { nextSweep = min(nextSweep, max(earliest, now + 10)) }
    }

    // MARK: Channels

    func register(_ channel: Channel, _ interest: Readiness) -> Bool {
        guard !isEnding else { return false }
        let index = freeSlots.popLast() ?? slots.count
        if index == slots.count { slots.append(Slot()) }
        slots[index].number &+= 1
        let token = UInt64(slots[index].number) << 32 | UInt64(index)
        guard poller.add(channel.descriptor, token: token, interest) else {
            freeSlots.append(index)
            return false
        }
        slots[index].channel = channel
        channel.token = token
        return true
    }

    func unregister(_ channel: Channel) {
        let index = Int(channel.token & 0xFFFF_FFFF)
        guard index < slots.count, slots[index].channel === channel else { return }
        poller.remove(channel.descriptor, channel.interest)
        slots[index].channel = nil
        freeSlots.append(index)
    }

    func change(_ channel: Channel, from: Readiness, to: Readiness) {
        poller.change(channel.descriptor, token: channel.token, from: from, to: to)
    }

    /// Has `ending` called when the loop stops, before its channels are closed; nil takes that back.
    func atEnd(of owner: AnyObject, _ ending: (() -> Void)?) { endings[ObjectIdentifier(owner)] = ending }

    func watch(deadline: Int64) {
        if deadline < nextSweep { nextSweep = deadline }
    }

    func flushAtEndOfTurn(_ channel: Channel) {
        guard !channel.isUnflushed else { return }
        channel.isUnflushed = true
        unflushed.append(channel)
    }

    /// Reads into the loop's buffer; the bytes are good until the next read.
    func read(from descriptor: Int32) -> (System.Outcome, UnsafeRawBufferPointer) {
        let outcome = System.read(descriptor, into: readBuffer)
        guard case .done(let count) = outcome else { return (outcome, UnsafeRawBufferPointer(start: nil, count: 0)) }
        return (outcome, UnsafeRawBufferPointer(rebasing: readBuffer[0..<count]))
    }
}

/// Loops that share work.
public final class EventLoopGroup: Sendable {
    /// The loops, never none and never more than were asked for.
    public let loops: [EventLoop]

    /// `count` loops, at least one; nil when the system gives none.
    ///
    /// The default is eight for each processor: on a machine that others use too, a loop that has lost its processor
    /// holds up fewer connections then, which shows in the slowest answers and costs little where nobody else is. With
    /// more than eight processors it is 64, or one for each.
    public init?(count: Int? = nil) {
        loops = (0..<max(1, count ?? Self.defaultCount(processors: System.processors))).compactMap { _ in EventLoop() }
        if loops.isEmpty { return nil }
    }

    /// A loop takes two descriptors: eight for each of 64 processors would leave none of the 1024 that most processes may
    /// have.
    static func defaultCount(processors: Int) -> Int { max(processors, min(8 * processors, 64)) }

    /// Stops all loops; see `EventLoop.stop`.
    public func stop() {
        for loop in loops { loop.stop() }
    }
}

/// A value of a loop's thread that others may carry about, but only that thread may look at.
///
/// Unchecked because the confinement is checked when it runs.
struct LoopBound<Value>: @unchecked Sendable {
    private let loop: EventLoop
    private let value: Value

    init(_ value: Value, to loop: EventLoop) {
        self.loop = loop
        self.value = value
    }

    /// Runs on the loop's thread; false, and nothing is run, if it was stopped.
    @discardableResult
    func run(_ body: @escaping @Sendable (Value) -> Void) -> Bool {
        loop.execute { body(value) }
    }
}
