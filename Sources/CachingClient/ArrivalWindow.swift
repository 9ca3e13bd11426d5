/// The books of content that is arriving: what of it lies in memory, who reads it, and whether more is wanted.
///
/// A value without locks or waiting; ``ArrivingBody`` carries out what it says. Readers are at different places. The
/// fastest one sets the pace, `readAhead` bytes ahead of it at most; one that has fallen out of the window reads what
/// it missed from the store. When the store does not take the content after all, the slowest one sets the pace, and the
/// window keeps what it has not read.
struct ArrivalWindow {
    /// What a reader is to do next.
    enum Step: Sendable {
        case take(ArraySlice<UInt8>)
        /// Read so many bytes at this offset from what was written already.
        case readBack(offset: Int, count: Int)
        /// Read on in the body that the store has now.
        case readStored(any BodyReader, offset: Int)
        case end
        case fail(ClientError)
        /// Wait until something changes.
        case wait
    }

    enum Ending: Sendable {
        /// All of it arrived; the stored body, where it was stored.
        case whole((any BodyReader)?)
        case broken(ClientError)
    }

    private var pieces: [ArraySlice<UInt8>] = []
    private var positions: [Int: Int] = [:]
    private var lastReader = 0
    /// Those who were promised that they may read.
    private var reservations = 0

    /// The offset of the first byte in the window, and of the byte to arrive next.
    private(set) var start = 0
    private(set) var end = 0
    /// How far the store has taken it, and whether it goes on taking it.
    private(set) var written = 0
    private(set) var isWriting = true
    private(set) var ending: Ending?
    /// As many bytes as announced have arrived, though the last ones are not in the window before the end.
    private(set) var isAllThere = false
    /// Nobody wants the rest.
    private(set) var isAbandoned = false

    let readAhead: Int
    /// Whether it is wanted for the store's sake, even without a reader.
    let isWantedAnyway: Bool
    private(set) var isReadableBeforeCommit = true

    /// Pieces are joined up to this size, so that the window has few of them however small they arrive.
    private static let joinedSize = 4096

    init(readAhead: Int, isWantedAnyway: Bool) {
        // Sums of two are counted with.
        self.readAhead = max(1, min(readAhead, .max / 4))
        self.isWantedAnyway = isWantedAnyway
    }

    // MARK: Readers

    /// A new reader at the beginning; nil when it cannot be had from there any more.
    mutating func addReader() -> Int? {
        if isAbandoned { return nil }
        if start > 0, !isKeptByStore { return nil }
        if case .broken = ending { return nil }
        lastReader += 1
        positions[lastReader] = 0
        return lastReader
    }

    mutating func removeReader(_ reader: Int) {
        positions[reader] = nil
        trim()
        abandonIfUnwanted()
    }

    mutating func reserve(_ count: Int) { reservations += count }

    mutating func release() {
        reservations -= 1
        trim()
        abandonIfUnwanted()
    }

    /// Without a reader what has yet to come is not waited for.
    private mutating func abandonIfUnwanted() {
        guard positions.isEmpty, reservations == 0, !(isWantedAnyway && isWriting), ending == nil, !isAllThere else {
            return
        }
        isAbandoned = true
    }

    mutating func next(for reader: Int) -> Step {
        guard let position = positions[reader] else { return .fail(.cancelled) }
        if position < start { return stepBehind(position) }
        if position < end {
            let piece = piece(at: position)
            advance(reader, by: piece.count)
            return .take(piece)
        }
        switch ending {
        case .whole: return .end
        case .broken(let error): return .fail(error)
        case nil: return .wait
        }
    }

    private func stepBehind(_ position: Int) -> Step {
        switch ending {
        case .whole(let body?): return .readStored(body, offset: position)
        case .broken(let error): return .fail(error)
        case .whole(nil), nil: break
        }
        if isReadableBeforeCommit {
            return .readBack(offset: position, count: min(written - position, readAhead))
        }
        return ending == nil && isWriting ? .wait : .fail(.storedContentLost(nil))
    }

    /// Whether the reader can do nothing now.
    func isWaiting(_ reader: Int) -> Bool {
        guard let position = positions[reader], position >= start || isBehindInVain(position) else { return false }
        return position < start || (position >= end && ending == nil)
    }

    private func isBehindInVain(_ position: Int) -> Bool {
        if case .wait = stepBehind(position) { return true }
        return false
    }

    mutating func advance(_ reader: Int, by count: Int) {
        positions[reader]? += count
        trim()
    }

    /// Few pieces lie in the window, so that a look at each is quick.
    private func piece(at position: Int) -> ArraySlice<UInt8> {
        var offset = start
        for piece in pieces {
            if position < offset + piece.count { return piece.dropFirst(position - offset) }
            offset += piece.count
        }
        return []
    }

    // MARK: The sender

    /// Whether another piece is to be fetched now.
    var wantsMore: Bool {
        if isAbandoned || ending != nil { return false }
        if isAllThere { return true }
        guard isWriting else { return end - (positions.values.min() ?? start) < readAhead }
        if isWantedAnyway || end - (positions.values.max() ?? 0) < readAhead { return true }
        // One that can only go on when everything is stored.
        return !isReadableBeforeCommit && positions.values.contains { $0 < start }
    }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        if let last = pieces.last, last.count + piece.count <= Self.joinedSize {
            pieces[pieces.count - 1].append(contentsOf: piece)
        } else {
            pieces.append(piece)
        }
        end += piece.count
    }

    mutating func holdLast() { isAllThere = true }

    mutating func wrote() {
        guard isWriting else { return }
        written = end
        trim()
    }

    mutating func stopWriting() {
        isWriting = false
        trim()
        abandonIfUnwanted()
    }

    /// Whether the store writes on, or a reader has yet to read back what was written.
    var needsWriter: Bool { isWriting || positions.values.contains { $0 < start } }

    mutating func cannotReadBack() { isReadableBeforeCommit = false }

    mutating func finish(_ ending: Ending) {
        self.ending = ending
        trim()
    }

    /// Whether what leaves the window can still be had.
    private var isKeptByStore: Bool {
        switch ending {
        case nil: isWriting
        case .whole(let body): body != nil
        case .broken: false
        }
    }

    private mutating func trim() {
        // So much stays that the fastest reader, whose pace `wantsMore` keeps, always finds what it has not read.
        let kept = readAhead + max(readAhead, pieces.last?.count ?? 0)
        var dropped = 0
        while dropped < pieces.count {
            let pieceEnd = start + pieces[dropped].count
            if isKeptByStore {
                guard end - pieceEnd >= kept, pieceEnd <= (ending == nil ? written : end) else { break }
            } else {
                guard reservations == 0, pieceEnd <= (positions.values.min() ?? end) else { break }
            }
            start = pieceEnd
            dropped += 1
        }
        if dropped > 0 { pieces.removeFirst(dropped) }
    }
}
