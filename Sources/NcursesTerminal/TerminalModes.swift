import CNcurses
import Glibc
import Screen

/// The byte sequences that enter and leave screen mode, beside those ncurses sends itself.
enum TerminalModes {
    /// Mouse presses, drags and wheel as decimal reports, and marked pastes.
    static let enter = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
    /// The inverse of `enter`, last first.
    static let leave = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

    /// Asks for the colour of the background.
    static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"

    /// Whether the terminal is of a family that answers questions or drops them silently.
    ///
    /// Others may print what they do not understand.
    static func answersQuestions() -> Bool {
        let type = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
        let families = [
            "xterm", "tmux", "screen", "rxvt", "alacritty", "kitty", "foot", "wezterm", "ghostty",
            "st-",
            "konsole", "vte", "gnome", "mintty", "contour",
        ]
        return families.contains { type.hasPrefix($0) }
    }

    /// How many colours the terminal shows; more than 256 only when its description says that it
    /// mixes any.
    static func colourCount() -> Int {
        let count = Int(cn_color_count())
        guard count > 256 else { return count }
        return cn_mixes_colours() != 0 ? count : 256
    }

    /// Everything to write when the program ends without ncurses' help: our modes off, the keypad,
    /// colours and cursor as they were, and the screen from before.
    ///
    /// Empty capabilities are left out. Call while ncurses knows the terminal.
    static func emergencyLeave() -> String {
        let leaveScreen = capability("rmcup")
        return leave + capability("rmkx") + capability("sgr0") + capability("op")
            + capability("cnorm") + (leaveScreen.isEmpty ? "\r\n" : leaveScreen)
    }

    /// The sequences that the terminal description gives for keys.
    static func describedKeys() -> [[UInt8]: Key] {
        var keys: [[UInt8]: Key] = [:]
        for (name, key) in keyCapabilities {
            let bytes = Array(capability(name).utf8)
            // Single bytes are ordinary keys, whatever the description says.
            if bytes.count > 1, bytes[0] == 0x1B { keys[bytes] = key }
        }
        return keys
    }

    /// A string capability without its padding marks `$<…>`; empty when the terminal has none.
    static func capability(_ name: String) -> String {
        guard let raw = unsafe cn_capability(name) else { return "" }
        var text = ""
        var isPadding = false
        let scalars = unsafe Array(String(cString: raw).unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if scalar == "$", index + 1 < scalars.count, scalars[index + 1] == "<" {
                isPadding = true
            }
            if !isPadding { text.unicodeScalars.append(scalar) }
            if isPadding, scalar == ">" { isPadding = false }
        }
        return text
    }

    private static let keyCapabilities: [(String, Key)] = [
        ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right),
        ("khome", .home), ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown),
        ("kich1", .insert), ("kdch1", .delete), ("kcbt", .backTab),
        ("kLFT5", .controlLeft), ("kRIT5", .controlRight),
        ("kf1", .function(1)), ("kf2", .function(2)), ("kf3", .function(3)),
        ("kf4", .function(4)), ("kf5", .function(5)), ("kf6", .function(6)),
        ("kf7", .function(7)), ("kf8", .function(8)), ("kf9", .function(9)),
        ("kf10", .function(10)), ("kf11", .function(11)), ("kf12", .function(12)),
    ]
}
