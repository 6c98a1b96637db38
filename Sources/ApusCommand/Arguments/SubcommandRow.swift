/// The subcommands, in the order in which help lists them.
package enum Subcommand: String, Hashable, Sendable, CaseIterable {
    /// The explorer, which has no word of its own on the command line.
    case explore = ""
    /// Sends saved requests and judges them.
    case run
    /// Sends one request that no file holds.
    case send
    /// Lists saved requests.
    case list
    /// Shows a request as it would be sent.
    case show
    /// Sends requests and keeps what came as fixtures.
    case snapshot
    /// Serves fixtures.
    case mock
    /// Stands before a service and keeps what goes through.
    case record
    /// Compares live answers with fixtures.
    case check
    /// Reads archives into fixtures, and finds secrets in fixtures.
    case fixtures
    /// Prints the error mapping.
    case errors
    /// Prints a document.
    case view
    /// Prints requests in another form.
    case export
    /// Writes files of other tools as request files.
    case `import`
    /// Lists, shows, sends again and removes what was sent before.
    case history
    /// Prints the keymap in force.
    case keys
    /// Checks what the program works with.
    case doctor
    /// Prints a script for a shell.
    case completions
    /// Prints help.
    case help

    /// The subcommand of a word on the command line.
    ///
    /// A look at each, where `init(rawValue:)` makes a table of all first.
    init?(word: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == word }) else { return nil }
        self = known
    }
}

/// One subcommand: what it takes and what it is for.
package struct SubcommandRow: Sendable {
    /// Which one.
    package var subcommand: Subcommand
    /// What it does, as a sentence fragment for the list of subcommands.
    package var summary: String
    /// What its operands are called in the usage line, such as `[PATH]`; empty when it has none.
    package var operands: String
    /// How many operands it takes.
    package var operandCount: ClosedRange<Int>
    /// Its options, `--help` and `--color` not included: every subcommand has those.
    package var options: [OptionRow]
    /// Paragraphs below the options.
    package var details: [String]
    /// Command lines worth copying.
    package var examples: [String]

    /// Creates a row.
    package init(
        _ subcommand: Subcommand,
        summary: String,
        operands: String = "",
        operandCount: ClosedRange<Int> = 0...0,
        options: [OptionRow] = [],
        details: [String] = [],
        examples: [String] = []
    ) {
        self.subcommand = subcommand
        self.summary = summary
        self.operands = operands
        self.operandCount = operandCount
        self.options = options
        self.details = details
        self.examples = examples
    }

    /// The words that call it: `apus`, or `apus run`.
    package var words: String {
        subcommand == .explore ? "apus" : "apus \(subcommand.rawValue)"
    }

    /// All options in the order of help, those that every subcommand has at the end.
    package var allOptions: [OptionRow] {
        options + (subcommand == .explore ? [CommandTable.version] : []) + CommandTable.common
    }

    /// The option called `name`.
    package func option(named name: some StringProtocol) -> OptionRow? {
        allOptions.first { $0.name == name }
    }

    /// The option with the letter `letter`.
    package func option(withLetter letter: Character) -> OptionRow? {
        allOptions.first { $0.letter == letter }
    }
}
