/// Completions for bash, from version 3.2 on, the one of macOS.
///
/// Files are bash's own business: where one may stand nothing is offered, and `-o default` has them completed.
enum BashCompletions {
    static var script: String {
        """
        # Completion of httpcache for bash, as `httpcache completions bash` writes it.

        # Says in $kind and $words what the value of the option $2 of the command $1 may be; fails where it takes none.
        _httpcache_value() {
            case "$1 $2" in
        \(CompletionTable.values.map(clause).joined(separator: "\n"))
                *) return 1 ;;
            esac
        }

        # The same for the operand $2, counted from 1, of the command $1.
        _httpcache_operand() {
            case "$1 $2" in
        \(Command.allCases.flatMap(clauses).joined(separator: "\n"))
                *) kind=files ;;
            esac
        }

        _httpcache_options() {
            case "$1" in
        \(Command.allCases.map(options).joined(separator: "\n"))
            esac
        }

        \(body)
        """
    }

    private static func clause(of value: CompletionTable.Value) -> String {
        let patterns = value.commands.map { "\"\($0.rawValue) \(value.option.longName)\"" }.joined(separator: "|")
        return "        \(patterns)) \(assignment(of: value.completed)) ;;"
    }

    private static func clauses(ofOperandsOf command: Command) -> [String] {
        let operands = Completed.operands(of: command)
        return operands.enumerated().filter { $0.element != .files }.map { index, completed in
            let number = index == operands.count - 1 ? "*" : "\(index + 1)"
            return "        \"\(command.rawValue) \"\(number)) \(assignment(of: completed)) ;;"
        }
    }

    private static func assignment(of completed: Completed) -> String {
        switch completed {
        case .nothing: "kind=nothing"
        case .files: "kind=files"
        case .directories: "kind=directories"
        case .words(let words): "words=\"\(words.joined(separator: " "))\""
        case .wordAndFile(let words): "kind=file-after words=\"\(words.map { $0 + "=" }.joined(separator: " "))\""
        case .pairs(let pairs):
            "words=\""
                + pairs.flatMap(\.spellings).joined(separator: " ") + "\""
        }
    }

    private static func options(of command: Command) -> String {
        "        \(command.rawValue)) words=\"\(CompletionTable.spellings(of: command).joined(separator: " "))\" ;;"
    }

    private static var commands: String {
        (Command.allCases.map(\.rawValue) + CompletionTable.general).joined(separator: " ")
    }

    private static var body: String {
        #"""
        _httpcache() {
            local kind=words words= parts=() last=0 index piece command option value operands=0 ended=
            COMPREPLY=()
            # bash cuts words at "=" where COMP_WORDBREAKS says so; here they are whole again.
            for ((index = 0; index <= COMP_CWORD; index++)); do
                piece=${COMP_WORDS[index]}
                if ((index > 1)) && [[ $piece == = || ${COMP_WORDS[index - 1]} == = ]]; then
                    parts[last]+=$piece
                else
                    parts+=("$piece")
                    last=$((${#parts[@]} - 1))
                fi
            done
            command=${parts[1]}
            value=${parts[last]}
            if ((last < 2)); then
                words="\#(commands)"
            else
                # What is neither an option nor its value is an operand.
                for ((index = 2; index < last; index++)); do
                    piece=${parts[index]}
                    if [[ -n $ended || $piece != -* || $piece == - ]]; then
                        operands=$((operands + 1))
                    elif [[ $piece == -- ]]; then
                        ended=yes
                    elif _httpcache_value "$command" "$piece"; then
                        index=$((index + 1))
                    fi
                done
                kind=words words=
                if [[ -n $ended ]]; then
                    _httpcache_operand "$command" "$((operands + 1))"
                elif [[ $value == --*=* ]]; then
                    option=${value%%=*}
                    value=${value#*=}
                    _httpcache_value "$command" "$option" || kind=nothing
                elif ((index > last)); then
                    _httpcache_value "$command" "${parts[last - 1]}"
                elif [[ $value == -* ]]; then
                    _httpcache_options "$command"
                else
                    _httpcache_operand "$command" "$((operands + 1))"
                fi
            fi

            local IFS=$' \t\n' prefix=
            [[ $kind == files || ($kind == file-after && $value == *=*) ]] && return
            compopt +o default +o bashdefault 2>/dev/null
            case $kind in
                nothing) return ;;
                directories)
                    IFS=$'\n'
                    COMPREPLY=($(compgen -d -- "$value"))
                    compopt -o filenames 2>/dev/null
                    return
                    ;;
            esac
            # Of NAME=VALUE the names come first.
            if [[ $words == *=* && $value != *=* ]]; then
                words=$(for piece in $words; do printf '%s=\n' "${piece%%=*}"; done | sort -u)
                compopt -o nospace 2>/dev/null
            fi
            COMPREPLY=($(compgen -W "$words" -- "$value"))
            ((${#COMPREPLY[@]})) || return 0
            # bash puts back what it cut off before the last "=".
            if [[ $COMP_WORDBREAKS == *=* ]]; then
                [[ $value == *=* ]] && prefix=${value%=*}=
                COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
            elif [[ -n $option ]]; then
                COMPREPLY=("${COMPREPLY[@]/#/$option=}")
            fi
            return 0
        }

        complete -o bashdefault -o default -F _httpcache httpcache

        """#
    }
}
