import Documents
import Glibc

/// Where a command writes: results to one channel, diagnostics to the other.
package struct Console: Sendable {
    /// What the command was asked for.
    package var output: OutputChannel
    /// What is wrong, and progress.
    package var diagnostics: OutputChannel
    /// How `output` is coloured.
    package var paint: Paint
    /// How `diagnostics` is coloured.
    package var diagnosticPaint: Paint

    /// Creates a console on the standard channels.
    ///
    /// - Parameters:
    ///   - color: The value of `--color`; `nil` is `auto`.
    ///   - environment: The environment variables by name.
    ///   - output: For results.
    ///   - diagnostics: For what is wrong.
    package init(
        color: String? = nil,
        environment: [String: String],
        output: OutputChannel = .standardOutput,
        diagnostics: OutputChannel = .standardError
    ) {
        self.output = output
        self.diagnostics = diagnostics
        paint = Paint(color: color, isTerminal: output.isTerminal, environment: environment)
        diagnosticPaint = Paint(
            color: color,
            isTerminal: diagnostics.isTerminal,
            environment: environment
        )
    }

    /// Writes lines about what is wrong; control characters are made visible.
    package func complain(_ message: String) {
        for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
            diagnostics.writeLine(TextEscaping.visible(String(line)))
        }
        diagnostics.flush()
    }
}

/// Colours for text on a terminal, or none.
package struct Paint: Hashable, Sendable {
    /// Whether colours are used.
    package var isColored: Bool

    /// What a piece of text means.
    package enum Role: String, Hashable, Sendable {
        /// It went well.
        case good = "32"
        /// It went wrong.
        case bad = "31"
        /// It is worth a look.
        case caution = "33"
        /// It matters less.
        case dim = "2"
        /// A heading or name.
        case strong = "1"
        /// A method or key.
        case accent = "36"
    }

    /// Creates colours that are used or not.
    package init(isColored: Bool) {
        self.isColored = isColored
    }

    /// Decides by `--color`, the kind of output, `NO_COLOR` and `TERM`.
    ///
    /// - SeeAlso: <https://no-color.org>
    package init(color: String?, isTerminal: Bool, environment: [String: String]) {
        switch color {
        case "always": isColored = true
        case "never": isColored = false
        default:
            let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
            isColored = isTerminal && !isRefused && environment["TERM"] != "dumb"
        }
    }

    /// `text` in the colour of `role`.
    package func callAsFunction(_ text: String, _ role: Role) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}
