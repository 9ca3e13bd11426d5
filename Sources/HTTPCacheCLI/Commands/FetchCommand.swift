import CachingClient
import HTTPCacheSemantics
import HTTPWire

/// `httpcache fetch`: downloads that are kept for as long as the caller says.
struct FetchCommand {
    private let arguments: Arguments
    private let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        guard !arguments.operands.isEmpty else {
            return CommandOutput("", notes: HelpText.short(.fetch), status: .notAsked)
        }
        let urls = try arguments.operands.map(Self.target)
        guard let directory = arguments[.dir], !directory.isEmpty else { throw ToolError("--dir DIR is missing") }
        let lifetime = try lifetime()
        guard let loops = EventLoopGroup(count: 1) else { throw ToolError("no thread for the network") }
        let manager: DownloadManager
        do {
            manager = try DownloadManager(
                directory: directory, transport: SocketTransport(on: loops), options: try options())
        } catch let error as DownloadError {
            throw ToolError("\(ShownBytes.text(directory)): \(FetchWording.reason(error))")
        }
        let board = FetchBoard(count: urls.count)
        context.whenStopped { Task.detached { await manager.close() } }
        Self.start(urls, lifetime, manager, board)
        var display = FetchDisplay(urls, arguments, context)
        while true {
            let items = board.look()
            display.show(items, at: WallClock.system.now)
            if items.allSatisfy({ $0.outcome != nil }) { break }
        }
        try Waiting.value { await manager.close() }
        context.endIfStopped()
        return display.output
    }

    /// The downloads, each in a task of its own; the manager lets so many run at once as it may.
    private static func start(
        _ urls: [TargetURI], _ lifetime: Int, _ manager: DownloadManager, _ board: FetchBoard
    ) {
        let fields = FieldSection([("Accept", "*/*"), ("User-Agent", "httpcache/\(Tool.version)")])
        for (index, url) in urls.enumerated() {
            Task.detached {
                if let cached = manager.cached(url) { return board.report(index, .cached(cached)) }
                let download = manager.download(url, expiresIn: lifetime, fields: fields)
                for await progress in download.progress { board.report(index, progress) }
                do throws(DownloadError) {
                    board.report(index, .fetched(try await download.value))
                } catch {
                    board.report(index, .failed(error))
                }
            }
        }
    }

    // MARK: Arguments

    private static func target(_ text: String) throws(ToolError) -> TargetURI {
        let shown = ShownBytes.quoted(text)
        let target: TargetURI
        do {
            target = try TargetURI(text)
        } catch {
            throw ToolError("\(shown) is no absolute URL: expected \(error.expected) at byte \(error.offset)")
        }
        switch target.scheme {
        case "http": return target
        case "https":
            throw ToolError(
                "\(shown): this tool speaks plain http only; for https use DownloadManager with the URLSessionTransport"
                    + " of the library CachingURLSession")
        default: throw ToolError("\(shown): the scheme \(target.scheme) is not http")
        }
    }

    private func lifetime() throws(ToolError) -> Int {
        guard let text = arguments[.expires] else { return 3600 }
        guard let seconds = TimeArgument.length(Array(text.utf8)[...]) else {
            throw ToolError("--expires: \(ShownBytes.quoted(text)) is no time such as 20s, 5m, 1h or 7d")
        }
        return seconds
    }

    private func options() throws(ToolError) -> DownloadManager.Options {
        var options = DownloadManager.Options()
        if let text = arguments[.jobs] {
            guard text.utf8.count <= 2, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(text),
                1...64 ~= count
            else {
                throw ToolError("--jobs: \(ShownBytes.quoted(text)) is no number from 1 to 64")
            }
            options.maximumConcurrent = count
        }
        if arguments.has(.resume) { options.incomplete = .resume }
        return options
    }
}
