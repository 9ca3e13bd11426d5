extension HelpText {
    /// What the exit status of a command means; of the tool as a whole for nil.
    static func exitStatuses(of command: Command?) -> String {
        let (yes, no): (String, String?) =
            switch command {
            case .explain: ("the exchange was explained, whatever the verdict", nil)
            case .check: ("every expectation held", "an expectation failed, or a case was not judged; see --fail-on")
            case .lint: ("no finding at or above --fail-on", "a finding stands")
            case .har: ("the HAR was read", "with --fail-on warning: something is wasted; with --lint: see lint")
            case .decide:
                ("every line was answered; of one that cannot be, its answer says why, and the status is 2", nil)
            case .date: ("every date is valid", "a date is invalid")
            case .store: ("it was done", "a response may not be stored, an entry is damaged, nothing has that key")
            case .rule, .completions: ("it was printed", nil)
            case .proxy: ("it was told to stop, and every rule held", "a rule does not hold for what passed")
            case .fetch: ("every download is there", "a download failed")
            case nil:
                (
                    "the question was answered; every expectation held; nothing was found from --fail-on on",
                    "the answer is no: an expectation failed, a finding stands, a date is invalid, a store is damaged"
                )
            }
        var lines = ["exit status", "  0  \(yes)"]
        if let no { lines.append("  1  \(no)") }
        lines += [
            "  2  the question could not be asked: usage, unreadable or malformed input, something unknown named,",
            "     no case found, I/O",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}
