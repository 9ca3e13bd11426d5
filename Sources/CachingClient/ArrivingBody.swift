import HTTPCacheSemantics
import Locking

/// Content on its way from the origin to a store and to any number of readers.
///
/// A task of its own moves it, so that no reader's pace or cancellation is another's. When the end of the content has
/// been read, or as many bytes as the head announced, it is stored.
final class ArrivingBody: Sendable {
    /// What is to be done when the content ended.
    struct Course: Sendable {
        /// What is stored of it when it arrived whole; the length is that of what arrived.
        var whole: StoredContent
        /// What is stored of it when it broke off after so many bytes; nil for nothing.
        var partial: @Sendable (_ length: Int) -> StoredContent?
        /// Stored bytes that go before and after those that arrive.
        var prefix: StoredContentSource?
        var suffix: StoredContentSource?
        var prefixLength = 0
        /// The length that the head announced; it must be right.
        var expected: Int?
        var storeFailed: @Sendable (any Error) -> Void
        /// Called once, when the store has it or has given it up and before readers see the end.
        var ended: @Sendable (_ isStored: Bool) async -> Void
    }

    private struct State {
        var window: ArrivalWindow
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var sender: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?
        var isStoringForbidden = false
        var isCommitting = false
        /// Those who wait for the commit to end.
        var observers: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>
    private let writer: any BodyWriter
    private let course: Course

    init(_ writer: any BodyWriter, _ course: Course, readAhead: Int, isWantedAnyway: Bool) {
        self.writer = writer
        self.course = course
        state = Locked(State(window: ArrivalWindow(readAhead: readAhead, isWantedAnyway: isWantedAnyway)))
    }

    /// Begins to move the content. Readers that are to keep it from being given up come before.
    func start(_ content: Content) {
        let task = Task { await move(content) }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.window.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    /// Waits until all has arrived, or it was given up. To be called after ``start(_:)``.
    func finish() async { await state.withLock { $0.task }?.value }

    /// Its content from the beginning, for one more reader; nil when it was given up.
    func read() -> Content? {
        let reader = state.withLock { $0.window.addReader() }
        return reader.map { Content(ArrivingReader(self, $0), length: course.expected) }
    }

    /// Keeps it from being given up until as many calls of ``release()``.
    func reserve(_ count: Int) { change { $0.window.reserve(count) } }

    func release() { change { $0.window.release() } }

    /// Readers get it to the end, but nothing of it is stored any more; a commit that has begun ends all the same.
    func forbidStoring() { state.withLock { $0.isStoringForbidden = true } }

    /// Waits for a commit that has begun. Whoever has forbidden storing finds in the store then what there is to remove.
    func finishCommit() async {
        await withCheckedContinuation { continuation in
            let isCommitting = state.withLock { state in
                if state.isCommitting { state.observers.append(continuation) }
                return state.isCommitting
            }
            if !isCommitting { continuation.resume() }
        }
    }

    // MARK: Readers

    fileprivate func next(_ reader: Int) async throws(ClientError) -> ArraySlice<UInt8>? {
        while true {
            if Task.isCancelled { remove(reader) }
            switch change({ $0.window.next(for: reader) }) {
            case .take(let piece): return piece
            case .end: return nil
            case .fail(let error): throw error
            case .wait: await wait(reader)
            case .readBack(let offset, let count):
                if let piece = await readBack(offset, count) {
                    change { $0.window.advance(reader, by: piece.count) }
                    return piece
                }
            case .readStored(let body, let offset):
                let piece: ArraySlice<UInt8>
                do {
                    piece = try await body.read(at: course.prefixLength + offset, upTo: 64 << 10)
                } catch {
                    throw .storedContentLost(error)
                }
                guard !piece.isEmpty else { throw .storedContentLost(nil) }
                // What follows the arriving part in the stored body is not part of this content.
                let rest = state.withLock { $0.window.end } - offset
                change { $0.window.advance(reader, by: min(piece.count, rest)) }
                return piece.prefix(rest)
            }
        }
    }

    /// nil where the window has to be asked again.
    private func readBack(_ offset: Int, _ count: Int) async -> ArraySlice<UInt8>? {
        do {
            if let piece = try await writer.read(at: course.prefixLength + offset, upTo: count) {
                if !piece.isEmpty { return piece }
            }
        } catch {
            // It was committed or given up meanwhile, and the window knows; or it is tried at the end.
        }
        change { $0.window.cannotReadBack() }
        return nil
    }

    private func wait(_ reader: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.window.isWaiting(reader), !Task.isCancelled else { return true }
                    state.waiters[reader] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            remove(reader)
        }
    }

    fileprivate func remove(_ reader: Int) { change { $0.window.removeReader(reader) } }

    /// Changes the state and wakes whoever has something to do after it.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        var woken: [CheckedContinuation<Void, Never>] = []
        var abandoned: Task<Void, Never>?
        let result = state.withLock { state in
            let result = body(&state)
            for (reader, waiter) in state.waiters where !state.window.isWaiting(reader) {
                woken.append(waiter)
                state.waiters[reader] = nil
            }
            if let sender = state.sender, state.window.wantsMore || state.window.isAbandoned {
                woken.append(sender)
                state.sender = nil
            }
            if state.window.isAbandoned { abandoned = state.task }
            return result
        }
        abandoned?.cancel()
        for continuation in woken { continuation.resume() }
        return result
    }

    // MARK: The sender

    private func move(_ content: Content) async {
        var isWriting = true
        var isGivenUp = false
        var received = 0
        // Whoever counts bytes knows the last ones for the end, and may ask again at once.
        var last: ArraySlice<UInt8>?
        do throws(ClientError) {
            isWriting = await write(course.prefix)
            var pieces = content.makeAsyncIterator()
            while true {
                try await waitUntilWanted()
                if !isWriting, !isGivenUp, !state.withLock({ $0.window.needsWriter }) {
                    // What comes may take as long as it likes, and the store has no use for what it was given.
                    isGivenUp = true
                    await writer.cancel()
                }
                guard let piece = try await nextPiece(&pieces, received) else { break }
                received += piece.count
                if let expected = course.expected, received > expected { throw .contentTooLong(expected: expected) }
                if received == course.expected {
                    last = piece
                    change { $0.window.holdLast() }
                    if isWriting { isWriting = await write(piece) }
                } else {
                    change { $0.window.append(piece) }
                    if isWriting { isWriting = await write(piece) }
                    change { $0.window.wrote() }
                }
            }
            if let expected = course.expected, received < expected {
                throw .contentCut(received: received, expected: expected, nil)
            }
            if isWriting { isWriting = await write(course.suffix) }
            var whole = course.whole
            if case .complete(nil) = whole { whole = .complete(length: received) }
            let (body, isStored) = isWriting ? await commit(as: whole) : (nil, false)
            await end(.whole(body), last, isStored: isStored)
        } catch {
            if isWriting, let partial = course.partial(received), await commit(as: partial).isStored {
                return await end(.broken(error), isStored: true)
            }
            await writer.cancel()
            await end(.broken(error), isStored: false)
        }
    }

    private func nextPiece(
        _ pieces: inout Content.Iterator, _ received: Int
    ) async throws(ClientError) -> ArraySlice<UInt8>? {
        do {
            return try await pieces.next()
        } catch {
            throw Task.isCancelled ? .cancelled : error.counting(received, of: course.expected)
        }
    }

    private func waitUntilWanted() async throws(ClientError) {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                guard !state.window.wantsMore, !state.window.isAbandoned else { return true }
                state.sender = continuation
                return false
            }
            if goesOn { continuation.resume() }
        }
        if state.withLock({ $0.window.isAbandoned }) { throw .cancelled }
    }

    /// False when the store takes no more.
    private func write(_ piece: ArraySlice<UInt8>) async -> Bool {
        do {
            try await writer.append(piece)
            return true
        } catch {
            course.storeFailed(error)
            change { $0.window.stopWriting() }
            return false
        }
    }

    private func write(_ stored: StoredContentSource?) async -> Bool {
        guard let stored else { return true }
        do {
            while let piece = try await stored.next() {
                guard await write(piece) else { return false }
            }
            return true
        } catch {
            course.storeFailed(error)
            change { $0.window.stopWriting() }
            return false
        }
    }

    /// The body can be read even where it does not stay stored.
    private func commit(as content: StoredContent) async -> (body: (any BodyReader)?, isStored: Bool) {
        let mayCommit = state.withLock { state in
            state.isCommitting = !state.isStoringForbidden
            return state.isCommitting
        }
        // The writer stays readable for those who have fallen behind, and goes with the last of them.
        guard mayCommit else { return (nil, false) }
        var body: (any BodyReader)?
        do {
            body = try await writer.commit(as: content)
        } catch {
            course.storeFailed(error)
            await writer.cancel()
        }
        let (isForbidden, observers) = state.withLock { state in
            state.isCommitting = false
            defer { state.observers = [] }
            return (state.isStoringForbidden, state.observers)
        }
        for observer in observers { observer.resume() }
        return (body, body != nil && !isForbidden)
    }

    private func end(_ ending: ArrivalWindow.Ending, _ last: ArraySlice<UInt8>? = nil, isStored: Bool) async {
        await course.ended(isStored)
        change { state in
            if let last {
                state.window.append(last)
                state.window.wrote()
            }
            state.window.finish(ending)
        }
    }
}

/// One reader's place in arriving content.
private final class ArrivingReader: ContentSource {
    private let body: ArrivingBody
    private let reader: Int

    init(_ body: ArrivingBody, _ reader: Int) {
        self.body = body
        self.reader = reader
    }

    deinit { body.remove(reader) }

    func next() async throws -> ArraySlice<UInt8>? { try await body.next(reader) }
}
