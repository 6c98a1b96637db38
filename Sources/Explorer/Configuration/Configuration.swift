package import HTTPModel
package import Screen

/// What the person has set in `config.json`: keys and themes, and what is wrong there.
///
/// What is wrong is left out and told; the rest counts.
package struct Configuration: Equatable, Sendable {
    /// The keymap in force.
    package var keymap = Keymap.standard
    /// The theme asked for by name; `nil` or `auto` lets the terminal decide.
    package var themeName: String?
    /// The person's own themes, in the order of the file.
    package var themes: [Theme] = []
    /// Whether what is sent is kept in the history.
    package var keepsHistory = true
    /// What is wrong in the file, in order.
    package var problems: [ConfigurationProblem] = []
    /// Keys that the file takes from one command for another, in order.
    package var conflicts: [KeyConflict] = []
    /// The bindings that stand in the file, and where.
    package var places: [KeyBinding: TextLocation] = [:]

    /// Creates the configuration that holds when there is no file.
    package init() {}

    /// The words of the configuration that name a theme: those of every program, then the person's.
    package var themeNames: [String] { ["auto"] + (Theme.standard + themes).map(\.name) }
}

/// Something wrong in the configuration.
package struct ConfigurationProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, as people would name it.
    package var file: String
    /// Where in the file; `nil` when it is about all of it.
    package var location: TextLocation?
    /// What is wrong and what would be right, as a fragment.
    package var detail: String

    /// Creates a problem.
    package init(file: String, location: TextLocation?, detail: String) {
        self.file = file
        self.location = location
        self.detail = detail
    }

    /// `file:line:column: what is wrong`.
    package var description: String {
        (location.map { "\(file):\($0)" } ?? file) + ": \(detail)"
    }
}

/// Two bindings of which one keeps the other from being reached.
package struct KeyConflict: Equatable, Sendable {
    /// How they collide.
    package enum Kind: Equatable, Sendable {
        /// The file gives the keys of a command to another one.
        case taken
        /// The file gives the same keys to two commands.
        case twice
        /// The keys of one are the beginning of the other's, so they cannot be pressed alone.
        case beginning
    }

    /// How they collide.
    package var kind: Kind
    /// Where it happens.
    package var context: KeyContext
    /// Where it stands in the file.
    package var location: TextLocation
    /// The binding that counts.
    package var winner: KeyBinding
    /// The binding that does not.
    package var loser: KeyBinding
    /// The chords that still ask for the loser's command there.
    package var remaining: [Chord]

    /// The conflict as a sentence fragment.
    package var text: String {
        let place = "(\(context.rawValue))"
        let left =
            remaining.isEmpty
            ? "which has no key there now"
            : "which keeps \(remaining.map(\.label).joined(separator: ", "))"
        let name = loser.command.rawValue
        switch kind {
        case .taken:
            return "\(winner.chord.label) \(place) is \(winner.command.rawValue) now and not "
                + "\(name), \(left)"
        case .twice:
            return "\(winner.chord.label) \(place) is given to \(name) and to "
                + "\(winner.command.rawValue); the latter counts"
        case .beginning:
            return "\(loser.chord.label) \(place) begins \(winner.chord.label), so it is not "
                + "\(name) any more, \(left)"
        }
    }
}
