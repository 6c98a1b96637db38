extension Keymap {
    /// The commands of a context in table order, each with all its keys.
    package func rows(of context: KeyContext) -> [(keys: [Chord], command: Command)] {
        var rows: [(keys: [Chord], command: Command)] = []
        for binding in bindings where binding.context == context {
            if let index = rows.firstIndex(where: { $0.command == binding.command }) {
                rows[index].keys.append(binding.chord)
            } else {
                rows.append(([binding.chord], binding.command))
            }
        }
        return rows
    }

    /// The keymap as the page `docs/keys.md`.
    package var markdown: String {
        var page = """
            # Keys

            Generated from the keymap; the explorer shows the same with `?`. Keys with Ctrl only repeat what others do.

            """
        for context in KeyContext.allCases {
            page += "\n## \(context.title)\n\n| Key | Command | What it does |\n|---|---|---|\n"
            for (keys, command) in rows(of: context) {
                let labels = keys.map { "`\(Self.escaped($0.label))`" }.joined(separator: " ")
                page += "| \(labels) | \(command.title) | \(command.help) |\n"
            }
        }
        let unbound = Command.allCases.filter { command in
            !command.isTextCommand && !bindings.contains { $0.command == command }
        }
        page += "\n## Without a key\n\nIn the list of commands (`:`).\n\n"
        page += "| Command | What it does |\n|---|---|\n"
        for command in unbound { page += "| \(command.title) | \(command.help) |\n" }
        return page
    }

    /// A table cell must not hold a bare bar.
    private static func escaped(_ label: String) -> String {
        label.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
