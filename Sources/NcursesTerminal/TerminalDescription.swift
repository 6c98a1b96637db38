import CNcurses
import Glibc

/// What the terminal descriptions of the system say about a type of terminal.
package struct TerminalDescription: Equatable, Sendable {
    /// The type: the value of `TERM`.
    package var type: String
    /// Whether it is described on this system.
    package var isKnown: Bool
    /// How many colours it has; 0 for none.
    package var colourCount = 0
    /// Whether any colour can be mixed.
    package var mixesColours = false
    /// Whether the cursor can be placed, without which there is no screen.
    package var placesCursor = false
    /// Whether what was there before comes back after the screen.
    package var hasAlternateScreen = false

    /// Looks a type up.
    package init(type: String) {
        self.type = type
        isKnown = unsafe cn_load(type, STDOUT_FILENO) != 0
        guard isKnown else { return }
        colourCount = max(0, Int(unsafe cn_number("colors")))
        mixesColours = cn_mixes_colours() != 0 && colourCount > 256
        placesCursor = unsafe cn_capability("cup") != nil
        hasAlternateScreen = unsafe cn_capability("smcup") != nil
        cn_unload()
    }
}
