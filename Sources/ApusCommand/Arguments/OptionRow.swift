/// One option of a subcommand: a row of the table that parsing, help and completion read.
package struct OptionRow: Hashable, Sendable {
    /// The name after `--`.
    package var name: String
    /// The letter after `-`, if there is one.
    package var letter: Character?
    /// What its value is called in help, such as `NAME`; `nil` for an option without a value.
    package var value: String?
    /// The values it accepts; empty when any text will do.
    package var choices: [String]
    /// Whether it may be given several times; else the last one counts.
    package var isRepeatable: Bool
    /// What it does, as a sentence fragment for the help page.
    package var help: String

    /// Creates a row.
    package init(
        _ name: String,
        _ letter: Character? = nil,
        value: String? = nil,
        choices: [String] = [],
        isRepeatable: Bool = false,
        help: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value ?? (choices.isEmpty ? nil : choices.joined(separator: "|"))
        self.choices = choices
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// How the option stands in help: `-e, --env NAME`.
    package var synopsis: String {
        (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0)" } ?? "")
    }
}
