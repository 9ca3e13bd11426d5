import HTTPCacheSemantics
import HTTPDate
import Locking

/// One download from request to file.
struct DownloadCourse: Sendable {
    private let manager: DownloadManager
    private let request: RequestHead
    private let lifetime: Int
    private let transfer: DownloadTransfer
    private let url: String

    init(_ manager: DownloadManager, _ request: RequestHead, lifetime: Int, _ transfer: DownloadTransfer) {
        self.manager = manager
        self.request = request
        self.lifetime = lifetime
        self.transfer = transfer
        url = request.target.description
    }

    func run() async -> Result<CachedDownload, DownloadError> {
        // Another one may have come in while this one waited its turn.
        if let cached = manager.cached(request.target) { return .success(cached) }
        var entry = DownloadRecord.Entry(
            start: manager.clock.now, lifetime: lifetime, name: DownloadDirectory.newName(for: request.target.path))
        do throws(DownloadError) {
            let held = try await startingPoint(&entry)
            let (response, resumesAt) = try await send(entry, held)
            return .success(try await receive(response, resumingAt: resumesAt, &entry))
        } catch {
            await giveUp(entry, because: error)
            return .failure(Task.isCancelled ? .cancelled : error)
        }
    }

    /// Bytes that an earlier attempt has left, whose entry is then taken over; what else there is of the URL goes.
    private func startingPoint(_ entry: inout DownloadRecord.Entry) async throws(DownloadError) -> Int {
        let old = manager.state.withLock { $0.record.entries[url] }
        guard let old else { return 0 }
        if old.end == nil, old.validator != nil, manager.options.incomplete == .resume {
            let part = old.name + DownloadDirectory.partSuffix
            let size = try await manager.files.run { (files) throws(DownloadError) in files.size(of: part) }
            if let size, size > 0 {
                entry.name = old.name
                entry.validator = old.validator
                entry.total = old.total
                return size
            }
        }
        try await manager.change(url, nil)
        try await manager.files.run { (files) throws(DownloadError) in
            files.remove(old.name)
            files.remove(old.name + DownloadDirectory.partSuffix)
        }
        return 0
    }

    /// The response, and at which byte of the representation it goes on.
    private func send(
        _ entry: DownloadRecord.Entry, _ held: Int
    ) async throws(DownloadError) -> (IncomingResponse, resumesAt: Int) {
        if held > 0, let validator = entry.validator {
            var fields = request.fields
            fields.set("Range", to: "bytes=\(held)-")
            fields.set("If-Range", to: validator)
            let response = try await send(request.with(fields: fields))
            switch response.head.status.value {
            case 206 where continues(response.head, at: held, entry): return (response, held)
            case 200: return (response, 0)
            case let status where Self.passes(status): throw .status(response.head.status)
            // Another part than was asked for, of another representation, or none: all of it is asked for.
            default: break
            }
        }
        let response = try await send(request)
        switch response.head.status.value {
        case 200, 203: return (response, 0)
        case 206: throw .unrequestedPartialContent
        default: throw .status(response.head.status)
        }
    }

    /// The response that is no redirection, wherever redirections lead to.
    private func send(_ head: RequestHead) async throws(DownloadError) -> IncomingResponse {
        var redirections = Redirections(from: head, limit: manager.options.maximumRedirections)
        while true {
            let response: IncomingResponse
            do {
                response = try await manager.transport.send(OutgoingRequest(head: redirections.request))
            } catch {
                throw .origin(error)
            }
            do throws(RedirectionError) {
                guard try redirections.follow(response.head) else { return response }
            } catch {
                throw .redirection(error)
            }
        }
    }

    /// Whether a 206 is the rest of what is there (RFC 9110 §15.3.7.3); of another length than its range, nobody knows
    /// which bytes these are.
    private func continues(_ head: ResponseHead, at held: Int, _ entry: DownloadRecord.Entry) -> Bool {
        guard let range = head.contentRange, let part = range.range, part.lowerBound == held,
            !head.isPartOfAnotherLength, !head.hasSeveralParts, range.total == nil || range.total == part.upperBound,
            entry.total == nil || range.total == nil || entry.total == range.total
        else { return false }
        return Self.strongTag(of: head) == entry.validator
    }

    private static func strongTag(of head: ResponseHead) -> String? {
        let values = head.fields.values(of: "ETag")
        guard values.count == 1, let tag = EntityTag(values[0]), !tag.isWeak else { return nil }
        return tag.text
    }

    private func receive(
        _ response: IncomingResponse, resumingAt start: Int, _ entry: inout DownloadRecord.Entry
    ) async throws(DownloadError) -> CachedDownload {
        let expected = response.head.announcedLength(inAnswerTo: .get)
        entry.total = start > 0 ? response.head.contentRange?.total ?? entry.total : expected
        entry.validator = Self.strongTag(of: response.head)
        try await manager.change(url, entry)
        let total = entry.total
        transfer.report { $0 = DownloadProgress(received: start, total: total, resumedFrom: start) }
        let name = entry.name
        let file = try await manager.files.run { (files) throws(DownloadError) in
            try files.openPart(name, keeping: start)
        }
        let received = try await write(Content(CheckedContent(response.content, expected: expected)), to: file)
        if let total, start + received != total {
            throw .origin(ClientError.contentCut(received: start + received, expected: total, nil))
        }
        entry.total = start + received
        entry.end = manager.clock.now
        try await manager.files.run { (files) throws(DownloadError) in
            try file.finish()
            try files.rename(name + DownloadDirectory.partSuffix, to: name)
        }
        try await manager.change(url, entry)
        guard let download = manager.download(request.target, entry) else { throw .cancelled }
        return download
    }

    /// Returns how many bytes came.
    private func write(_ content: Content, to file: DownloadFile) async throws(DownloadError) -> Int {
        var received = 0
        var pieces = content.makeAsyncIterator()
        while true {
            let piece: ArraySlice<UInt8>?
            do {
                piece = try await pieces.next()
            } catch {
                throw .origin(error)
            }
            guard let piece else { return received }
            try await manager.files.run { (_) throws(DownloadError) in try file.write(piece) }
            received += piece.count
            transfer.report { $0.received += piece.count }
        }
    }

    /// Whether a status speaks of the moment and not of the representation (RFC 9110 §15.5.9, §15.6, RFC 6585 §4).
    private static func passes(_ status: Int) -> Bool { status == 408 || status == 429 || (500...599).contains(status) }

    /// Removes what a failed attempt leaves, unless it is to be resumed.
    private func giveUp(_ entry: DownloadRecord.Entry, because error: DownloadError) async {
        let part = entry.name + DownloadDirectory.partSuffix
        var isKept = manager.options.incomplete == .resume && entry.validator != nil
        // The origin has said that there is nothing to resume.
        if case .status(let status) = error, !Self.passes(status.value) { isKept = false }
        let held = try? await manager.files.run { (files) throws(DownloadError) in files.size(of: part) ?? 0 }
        if isKept, held ?? 0 > 0 { return }
        try? await manager.change(url, nil)
        try? await manager.files.run { (files) throws(DownloadError) in
            files.remove(part)
            files.remove(entry.name)
        }
    }
}
