import CollectionRun

/// `apus completions SHELL`: a script that completes the command line, written from its table.
enum CompletionsCommand {
    /// The shells that a script is written for.
    static let shells = ["bash", "zsh", "fish"]

    /// Prints the script.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws(UsageError) -> ExitCode {
        let shell = arguments.operands.first ?? ""
        let text: String
        switch shell {
        case "bash": text = bash
        case "zsh": text = zsh
        case "fish": text = fish
        default:
            throw UsageError(
                .completions,
                "there are no completions for '\(shell)'; there are for "
                    + shells.joined(separator: ", ") + Suggestion.phrase(for: shell, in: shells)
            )
        }
        context.console.output.write(text)
        return .success
    }

    private static let rows = Subcommand.allCases.map(CommandTable.row)
    private static let words = rows.map(\.subcommand.rawValue).filter { !$0.isEmpty }

    /// What may follow an option or stand as an operand: words of a fixed list, or files.
    private static func operandWords(_ subcommand: Subcommand) -> [String] {
        switch subcommand {
        case .help: words + ["exit-codes"]
        case .completions: shells
        default: []
        }
    }

    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: "'\\''"
            )
            + "'"
    }

    // MARK: bash

    private static var bash: String {
        var text = """
            # Completes apus in bash: put `source <(apus completions bash)` into ~/.bashrc.
            _apus() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local word command='' words='' options=''
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case $word in
                        \(words.joined(separator: "|"))) command=$word; break ;;
                        -*) ;;
                        *) break ;;
                    esac
                done
                case $command:$previous in

            """
        for row in rows {
            for option in row.allOptions where !option.choices.isEmpty {
                text += "        \(row.subcommand.rawValue):--\(option.name)) "
                text += "words='\(option.choices.joined(separator: " "))' ;;\n"
            }
        }
        text += """
                esac
                if [ -n "$words" ]; then
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                    return
                fi
                case $command in

            """
        for row in rows {
            let options = row.allOptions.map { "--\($0.name)" }.joined(separator: " ")
            let operands = operandWords(row.subcommand).joined(separator: " ")
            let name = row.subcommand == .explore ? "''" : row.subcommand.rawValue
            let first = row.subcommand == .explore ? words.joined(separator: " ") : operands
            text += "        \(name)) options='\(options)'; words='\(first)' ;;\n"
        }
        return text + """
                esac
                if [[ $current == -* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$current"))
                else
                    COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
                fi
                return 0
            }
            complete -o filenames -F _apus apus

            """
    }

    // MARK: zsh

    private static var zsh: String {
        var text = """
            #compdef apus
            # Completes apus in zsh: apus completions zsh > "${fpath[1]}/_apus"
            _apus() {
                local -a commands
                commands=(

            """
        for row in rows where row.subcommand != .explore {
            let entry = "\(row.subcommand.rawValue):\(row.summary)"
            text += "        \(quoted(entry))\n"
        }
        text += """
                )
                if (( CURRENT == 2 )) && [[ $words[CURRENT] != -* ]]; then
                    _describe 'subcommand' commands
                    _files
                    return
                fi
                case $words[2] in

            """
        for row in rows where row.subcommand != .explore {
            text += "        \(row.subcommand.rawValue)) shift words; (( CURRENT-- ))\n"
            text += zshArguments(row) + " ;;\n"
        }
        text += "        *)\n" + zshArguments(CommandTable.row(.explore)) + " ;;\n"
        return text + """
                esac
            }
            _apus "$@"

            """
    }

    private static func zshArguments(_ row: SubcommandRow) -> String {
        var parts: [String] = []
        for option in row.allOptions {
            let help = option.help.replacingBrackets
            let star = option.isRepeatable ? "*" : ""
            var entry = "\(star)--\(option.name)[\(help)]"
            if let value = option.value {
                let choices = option.choices.joined(separator: " ")
                entry += choices.isEmpty ? ":\(value):_files" : ":\(option.name):(\(choices))"
            }
            parts.append(quoted(entry))
        }
        let operands = operandWords(row.subcommand).joined(separator: " ")
        parts.append(quoted(operands.isEmpty ? "*:file:_files" : "*:word:(\(operands))"))
        let indent = "            "
        return indent + "_arguments " + parts.joined(separator: " \\\n" + indent + "    ")
    }

    // MARK: fish

    private static var fish: String {
        var text = """
            # Completes apus in fish: apus completions fish > ~/.config/fish/completions/apus.fish
            set -l commands \(words.joined(separator: " "))

            """
        for row in rows {
            let name = row.subcommand.rawValue
            let condition =
                name.isEmpty
                ? "not __fish_seen_subcommand_from $commands"
                : "__fish_seen_subcommand_from \(name)"
            if !name.isEmpty {
                text += "complete -c apus -n \"not __fish_seen_subcommand_from $commands\" "
                text += "-a \(name) -d \(quoted(row.summary))\n"
            }
            for option in row.allOptions {
                text += "complete -c apus -n \"\(condition)\" -l \(option.name)"
                if let letter = option.letter { text += " -s \(letter)" }
                if option.value != nil { text += " -r" }
                if !option.choices.isEmpty {
                    text += " -f -a \(quoted(option.choices.joined(separator: " ")))"
                }
                text += " -d \(quoted(option.help))\n"
            }
            let operands = operandWords(row.subcommand)
            if !operands.isEmpty {
                text += "complete -c apus -n \"\(condition)\" -f "
                text += "-a \(quoted(operands.joined(separator: " ")))\n"
            }
        }
        return text
    }
}

extension String {
    /// The text without what zsh's `_arguments` takes for its own marks.
    fileprivate var replacingBrackets: String {
        String(map { "[]".contains($0) ? " " : $0 == ":" ? "," : $0 })
    }
}
