import CollectionRun
import Documents
import Explorer
import HTTPModel

/// `apus keys`: the keymap in force, with what the configuration changed and what collides.
enum KeysCommand {
    /// Prints the table.
    ///
    /// - Returns: Wrong input when something in the configuration is wrong.
    static func run(_ arguments: ParsedArguments, _ context: CommandContext) -> ExitCode {
        let configuration = ConfigurationFile.read(context.environment)
        let output = context.console.output
        if arguments.has("json") {
            output.writeLine(value(configuration).encoded(pretty: true))
        } else {
            output.write(text(configuration, context))
        }
        output.flush()
        if !arguments.has("json") {
            for problem in configuration.problems { context.console.complain("\(problem)") }
        }
        return configuration.problems.isEmpty ? .success : .invalidInput
    }

    private static func text(_ configuration: Configuration, _ context: CommandContext) -> String {
        let paint = context.console.paint
        let file = ConfigurationFile.shownPath(context.environment)
        var rows = [["Context", "Keys", "Command", "What it does", "From"]]
        for keyContext in KeyContext.allCases {
            for (chords, command) in configuration.keymap.rows(of: keyContext) {
                rows.append([
                    keyContext.rawValue,
                    chords.map(\.label).joined(separator: ", "),
                    command.rawValue,
                    command.title,
                    source(of: command, keyContext, configuration).map { "\(file):\($0)" } ?? "",
                ])
            }
        }
        for command in unbound(configuration) {
            rows.append(["-", "", command.rawValue, command.title, ""])
        }
        var text = TextTable.text(rows, paint)
        if !configuration.conflicts.isEmpty {
            text += "\n" + paint("Keys that changed hands", .strong) + "\n\n"
            for conflict in configuration.conflicts {
                text += "\(file):\(conflict.location): \(conflict.text)\n"
            }
        }
        return text
    }

    /// Commands that no key asks for: the list of commands has them.
    private static func unbound(_ configuration: Configuration) -> [Command] {
        let bound = Set(configuration.keymap.bindings.map(\.command))
        return Command.allCases.filter { !bound.contains($0) }
    }

    /// Where the file gives a command its keys; `nil` when they are the standard ones.
    private static func source(
        of command: Command,
        _ context: KeyContext,
        _ configuration: Configuration
    ) -> TextLocation? {
        configuration.places.first {
            $0.key.context == context && $0.key.command == command
        }?.value
    }

    private static func value(_ configuration: Configuration) -> JSONValue {
        var bindings: [JSONValue] = []
        for context in KeyContext.allCases {
            for (chords, command) in configuration.keymap.rows(of: context) {
                bindings.append([
                    "context": .string(context.rawValue),
                    "keys": .array(chords.map { .string($0.label) }),
                    "command": .string(command.rawValue),
                    "title": .string(command.title),
                    "location": source(of: command, context, configuration)
                        .map { .string("\($0)") } ?? .null,
                ])
            }
        }
        return [
            "schema": 1,
            "bindings": .array(bindings),
            "unbound": .array(unbound(configuration).map { .string($0.rawValue) }),
            "conflicts": .array(
                configuration.conflicts.map { conflict in
                    [
                        "context": .string(conflict.context.rawValue),
                        "keys": .string(conflict.loser.chord.label),
                        "command": .string(conflict.winner.command.rawValue),
                        "instead": .string(conflict.loser.command.rawValue),
                        "location": .string("\(conflict.location)"),
                        "message": .string(conflict.text),
                    ]
                }
            ),
            "problems": problems(configuration),
        ]
    }

    /// What is wrong in the configuration, as reports show it.
    static func problems(_ configuration: Configuration) -> JSONValue {
        .array(
            configuration.problems.map { problem in
                [
                    "file": .string(problem.file),
                    "line": problem.location.map { .number(String($0.line)) } ?? .null,
                    "column": problem.location.map { .number(String($0.column)) } ?? .null,
                    "message": .string(problem.detail),
                ]
            }
        )
    }
}
