/// Completions for zsh, by its `_arguments`.
///
/// The script works in a directory of `fpath` under the name `_httpcache`, and sourced once `compinit` has run.
enum ZshCompletions {
    static var script: String {
        """
        #compdef httpcache
        # Completion of httpcache for zsh, as `httpcache completions zsh` writes it.

        # WORD=FILE; the words are the arguments.
        _httpcache_word_and_file() {
            if compset -P '*='; then _files; else compadd -S = -- "$@"; fi
        }

        \(pairFunctions.joined(separator: "\n\n"))

        _httpcache() {
            local -a commands=(
        \(Command.allCases.map(described).joined(separator: "\n"))
            )
            if ((CURRENT == 2)); then
                if [[ $PREFIX == -* ]]; then
                    compadd -- \(CompletionTable.general.joined(separator: " "))
                else
                    _describe command commands
                fi
                return
            fi
            local command=$words[2]
            shift words
            ((CURRENT--))
            case $command in
        \(Command.allCases.map(clause).joined(separator: "\n"))
            esac
        }

        if [[ $funcstack[1] == _httpcache ]]; then
            _httpcache "$@"
        else
            compdef _httpcache httpcache
        fi

        """
    }

    /// A function for each option that takes NAME=VALUE.
    private static var pairFunctions: [String] {
        CompletionTable.values.compactMap { value in
            guard case .pairs(let pairs) = value.completed else { return nil }
            let clauses = pairs.filter { !$0.values.isEmpty }.map { pair in
                "        \(pair.name)=*) compset -P '*='; compadd -- \(pair.values.joined(separator: " ")) ;;"
            }
            return """
                # NAME=VALUE of \(value.option.longName).
                \(pairFunction(of: value.option))() {
                    case $PREFIX in
                \(clauses.joined(separator: "\n"))
                        *=*) _message value ;;
                        *) compadd -S = -- \(pairs.map(\.name).joined(separator: " ")) ;;
                    esac
                }
                """
        }
    }

    private static func pairFunction(of option: Option) -> String { "_httpcache_\(option.name.rawValue)" }

    private static func described(_ command: Command) -> String {
        "        " + quoted(command.rawValue + ":" + HelpText.purpose(of: command))
    }

    private static func clause(of command: Command) -> String {
        let specifications =
            OptionTable.options(of: command).map { specification(of: $0, in: command) } + operands(of: command)
        return "        \(command.rawValue))\n            _arguments -s -S "
            + specifications.joined(separator: " \\\n                ") + "\n            ;;"
    }

    /// `'(-q --quiet)'{-q,--quiet}'[the answer alone]'`, as `_arguments` reads it.
    private static func specification(of option: Option, in command: Command) -> String {
        var text = "[\(escaped(option.summary, "[]\\"))]"
        var sign = ""
        if let completed = Completed(option, of: command) {
            text += ":\(escaped(option.value.notation, ":\\")):\(action(completed, of: option))"
            sign = "="
        }
        text = quoted(text)
        if option.isRepeatable { return quoted("*") + option.spellings.map { $0 + sign }.joined() + text }
        guard option.spellings.count > 1 else { return option.spellings.map { $0 + sign }.joined() + text }
        let both = option.spellings
        return quoted("(\(both.joined(separator: " ")))") + "{\(both.map { $0 + sign }.joined(separator: ","))}" + text
    }

    private static func operands(of command: Command) -> [String] {
        let operands = Completed.operands(of: command)
        return operands.enumerated().map { index, completed in
            let number = index == operands.count - 1 ? "*" : "\(index + 1)"
            return quoted("\(number):\(command.rawValue):\(action(completed))")
        }
    }

    /// What is done for a value; a space before a function keeps `_arguments` from adding to it.
    private static func action(_ completed: Completed, of option: Option? = nil) -> String {
        switch completed {
        case .nothing: " "
        case .files: "_files"
        case .directories: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .wordAndFile(let words): " _httpcache_word_and_file \(words.joined(separator: " "))"
        case .pairs: option.map { " " + pairFunction(of: $0) } ?? " "
        }
    }

    private static func escaped(_ text: String, _ signs: String) -> String {
        text.reduce(into: "") { result, sign in
            if signs.contains(sign) { result.append("\\") }
            result.append(sign)
        }
    }

    private static func quoted(_ text: String) -> String { CompletionTable.quoted(text, escaping: "'\\''") }
}
