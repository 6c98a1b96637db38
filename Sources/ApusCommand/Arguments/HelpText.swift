import CollectionRun

/// The help pages, written from the table of subcommands.
package enum HelpText {
    private static let width = 80

    /// The page that `apus help` prints.
    package static var overview: String {
        let row = CommandTable.row(.explore)
        var text = """
            apus - explore HTTP APIs in the terminal

            Usage: apus [PATH] [options]
                   apus SUBCOMMAND [options] ...

            Without a subcommand, opens the explorer on PATH, a folder of requests or one file
            (default: ./Collections if there, else the current folder).

            Subcommands:

            """
        let rows = Subcommand.allCases.filter { $0 != .explore }.map(CommandTable.row)
        text += table(rows.map { ($0.subcommand.rawValue, $0.summary) })
        text += "\nOptions of the explorer:\n"
        text += optionTable(row)
        text += "\n" + row.details.dropFirst().map(wrapped).joined(separator: "\n")
        text += """

            'apus help SUBCOMMAND' tells more; 'apus help exit-codes' lists the exit codes.

            """
        return text
    }

    /// The page of one subcommand.
    package static func page(_ subcommand: Subcommand) -> String {
        guard subcommand != .explore else { return overview }
        let row = CommandTable.row(subcommand)
        let operands = row.operands.isEmpty ? "" : " \(row.operands)"
        var text = "\(row.words) - \(row.summary)\n\nUsage: \(row.words) [options]\(operands)\n"
        text += "\nOptions:\n" + optionTable(row)
        for paragraph in row.details { text += "\n" + wrapped(paragraph) }
        if !row.examples.isEmpty {
            text += "\nExamples:\n" + row.examples.map { "  \($0)\n" }.joined()
        }
        return text
    }

    /// The page that `apus help exit-codes` prints.
    package static var exitCodes: String {
        var text = "Exit codes\n\n"
        text += table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
        text += "\n"
        text += wrapped(
            """
            With several requests the most severe outcome counts: 3 before 4 before 1 before 5. \
            A request that cannot be prepared keeps the whole run from starting.
            """
        )
        return text
    }

    /// All pages as one Markdown document: `docs/commands.md`.
    package static var markdown: String {
        var text =
            "# Command line\n\nWritten by `apus help --markdown commands`; `make docs` checks it.\n"
        for subcommand in Subcommand.allCases {
            let row = CommandTable.row(subcommand)
            text += "\n## \(row.words)\n\n```\n\(page(subcommand))```\n"
        }
        return text + "\n## Exit codes\n\n```\n\(exitCodes)```\n"
    }

    private static func optionTable(_ row: SubcommandRow) -> String {
        table(row.allOptions.map { ($0.synopsis, $0.help) })
    }

    /// Two columns; a left text that is too wide stands on a line of its own.
    private static func table(_ rows: [(left: String, right: String)]) -> String {
        let limit = 30
        let column = min(rows.map(\.left.count).max() ?? 0, limit) + 2
        var text = ""
        for row in rows {
            let lines = wrap(row.right, width: width - column - 2)
            var left = row.left
            if left.count > limit {
                text += "  \(left)\n"
                left = ""
            }
            for line in lines {
                let padding = String(repeating: " ", count: column - left.count)
                text += "  \(left)\(padding)\(line)\n"
                left = ""
            }
        }
        return text
    }

    private static func wrapped(_ paragraph: String) -> String {
        wrap(paragraph, width: width).joined(separator: "\n") + "\n"
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
