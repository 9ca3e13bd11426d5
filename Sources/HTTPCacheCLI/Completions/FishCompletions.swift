/// Completions for fish, from version 3 on: one `complete` a line.
enum FishCompletions {
    static var script: String {
        """
        # Completion of httpcache for fish, as `httpcache completions fish` writes it.

        # Whether the command is one of the arguments; without arguments, whether there is none yet.
        function __httpcache_command
            set -l words (commandline -opc)
            if test (count $words) -lt 2
                test (count $argv) -eq 0
                return
            end
            contains -- $words[2] $argv
        end

        # Whether the operand $argv[2], counted from 1, is being written; $argv[1] lists the options that take a value.
        function __httpcache_operand
            set -l words (commandline -opc)
            set -l number 1
            set -l index 3
            while test $index -le (count $words)
                if contains -- $words[$index] (string split ' ' -- $argv[1])
                    set index (math $index + 1)
                else if not string match -q -- '-?*' $words[$index]
                    set number (math $number + 1)
                end
                set index (math $index + 1)
            end
            test $number -eq $argv[2]
        end

        # WORD=FILE; the words are the arguments.
        function __httpcache_word_and_file
            set -l value (string replace -r '^--[a-z-]+=' '' -- (commandline -ct))
            set -l parts (string split -m 1 = -- $value)
            if test (count $parts) -lt 2
                printf '%s=\\n' $argv
                return
            end
            for path in $parts[2]*
                test -d $path; and set path $path/
                printf '%s=%s\\n' $parts[1] $path
            end
        end

        \(lines.joined(separator: "\n"))

        """
    }

    private static var lines: [String] {
        Command.allCases.map { command in
            line("__httpcache_command", "-f -a \(command.rawValue)", HelpText.purpose(of: command))
        } + [
            line("__httpcache_command", "-s h", "the commands"),
            line("__httpcache_command", "-l help", "commands, exit statuses and examples"),
            line("__httpcache_command", "-s V -l version", "the version"),
        ] + flags + values + Command.allCases.flatMap(operands)
    }

    private static func line(_ condition: String, _ what: String, _ description: String? = nil) -> String {
        "complete -c httpcache -n \(quoted(condition)) \(what)" + (description.map { " -d " + quoted($0) } ?? "")
    }

    private static var flags: [String] {
        OptionTable.options.filter { $0.value == .none }.map { option in
            line(condition(option.commands), names(of: option), option.summary)
        }
    }

    private static var values: [String] {
        CompletionTable.values.map { value in
            let offered = value.completed == .files ? "-r -F" : "-x" + arguments(value.completed)
            return line(
                condition(value.commands), "\(names(of: value.option)) \(offered)", value.option.summary)
        }
    }

    private static func names(of option: Option) -> String {
        [option.letter.map { "-s \($0)" }, option.hasLongName ? "-l \(option.name.rawValue)" : nil].compactMap(\.self)
            .joined(separator: " ")
    }

    private static func operands(of command: Command) -> [String] {
        let operands = Completed.operands(of: command)
        let valued = OptionTable.options(of: command).filter { $0.value != .none }.flatMap(\.spellings)
        return operands.enumerated().filter { $0.element != .files }.map { index, completed in
            var condition = condition([command])
            if operands.count > 1 {
                condition += "; and __httpcache_operand '\(valued.joined(separator: " "))' \(index + 1)"
            }
            return line(condition, "-f" + arguments(completed))
        }
    }

    /// What is offered, as `-a` takes it.
    private static func arguments(_ completed: Completed) -> String {
        switch completed {
        case .nothing, .files: ""
        case .directories: " -a '(__fish_complete_directories)'"
        case .words(let words): " -a '\(words.joined(separator: " "))'"
        case .wordAndFile(let words): " -a '(__httpcache_word_and_file \(words.joined(separator: " ")))'"
        case .pairs(let pairs):
            " -a '"
                + pairs.flatMap(\.spellings).joined(separator: " ") + "'"
        }
    }

    private static func condition(_ commands: [Command]) -> String {
        (["__httpcache_command"] + commands.map(\.rawValue)).joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        CompletionTable.quoted(
            text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\"), escaping: "\\'")
    }
}
