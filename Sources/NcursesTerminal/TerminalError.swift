/// Why the terminal cannot show a screen.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    package enum Code: Hashable, Sendable {
        /// Neither standard input and output nor `/dev/tty` is a terminal.
        case notATerminal
        /// The terminal cannot place its cursor, such as `TERM=dumb`.
        case cannotPlaceCursor
        /// The system refused an operation on the terminal.
        case refused
    }

    /// The kind of fault.
    package var code: Code
    /// What is wrong and what to do, as a sentence fragment.
    package var detail: String

    /// Creates an error.
    package init(code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The detail, for people.
    package var description: String { detail }
}
