/// What is wrong with a command line.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The subcommand whose help would answer.
    package var subcommand: Subcommand
    /// What is wrong, as a sentence fragment without a capital or full stop.
    package var detail: String

    /// Creates an error.
    package init(_ subcommand: Subcommand, _ detail: String) {
        self.subcommand = subcommand
        self.detail = detail
    }

    /// What is wrong and where to look.
    package var description: String {
        let page = subcommand == .explore ? "apus help" : "apus help \(subcommand.rawValue)"
        return "apus: \(detail)\nTry '\(page)'."
    }
}
