import CachingClient
import DiskStore
import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPWire

/// `httpcache proxy`: the cache in front of a real origin, until it is told to stop.
///
/// What passes is reported by the command's own thread: lines to standard output, entries to a HAR, exchanges to the
/// rules. What it cannot keep up with is left out and counted.
struct ProxyCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        guard arguments.operands.isEmpty else {
            throw ToolError("unexpected \(ShownBytes.quoted(arguments.operands[0])): a proxy takes options only")
        }
        guard arguments[.upstream] != nil else {
            return CommandOutput("", notes: HelpText.short(.proxy), status: .notAsked)
        }
        let settings = try ProxySettings(arguments)
        let reports = try ReportArguments(arguments)
        let isOfRules = reports.format != .text && reports.format != .json
        if !arguments.has(.rules), isOfRules || !reports.files.isEmpty {
            let option = isOfRules ? "--format \(reports.format.rawValue)" : "--report"
            throw ToolError("\(option) is for what --rules finds")
        }
        var report = TrafficReport(
            // A document of the rules' has standard output to itself.
            lines: arguments.has(.quiet) || isOfRules ? .none : reports.format == .json ? .json : .text,
            archive: arguments[.record],
            rules: try RuleTraffic(arguments, settings.policy))
        let readyFile = try ReadyFile(arguments[.readyFile])
        defer { readyFile.remove() }
        FileLimits.raise()
        MemoryArenas.limit()
        guard let group = EventLoopGroup(count: settings.threads) else {
            throw ToolError("the system gives no event queue")
        }
        defer { group.stop() }
        let disk = try settings.openDisk()
        defer { disk?.close() }
        if let disk, disk.access != .readWrite {
            throw ToolError("--store: \(ShownBytes.quoted(arguments[.store] ?? "")) is in use or may not be written to")
        }
        let queue = TrafficQueue(report.wanted)
        let running = try RunningProxy(settings, disk: disk, on: group, observer: queue)
        try report.begin(context, queue)
        let limit = settings.drainLimit
        // Not by this thread, which may have much to write still: what passes meanwhile has to be taken, or nothing could
        // finish.
        let drain: @Sendable () -> Void = {
            // While the address is nobody else's yet.
            readyFile.remove()
            Task.detached {
                await running.drain(within: limit)
                queue.end()
            }
        }
        context.whenStopped(drain)
        try announce(running, settings, readyFile)
        queue.handOn { exchanges in try report.take(exchanges) }
        if queue.failure != nil {
            drain()
            queue.awaitEnd()
        }
        return try report.finish(arguments, context, reports, queue)
    }

    private func announce(_ running: RunningProxy, _ settings: ProxySettings, _ readyFile: ReadyFile) throws {
        let address = running.proxy.address
        var notes = ""
        if !address.isLoopback {
            notes += "httpcache proxy: warning: \(address) is open to other machines; nothing asks them who they are\n"
        }
        notes += "httpcache proxy: listening on http://\(address), forwarding to http://\(settings.upstreamText)\n"
        var ready = "\(address)\n"
        if let admin = running.admin {
            notes += "httpcache proxy: control channel at \(admin.address)\n"
            ready += "\(admin.address)\n"
        }
        try? context.writeErrors(Array(notes.utf8))
        try readyFile.write(ready)
    }
}
