/// Ways to the person's clipboard.
///
/// The terminal's own (OSC 52) also works over SSH, but many terminals have it switched off and say
/// nothing; so the tools of a local session are used too.
package enum Clipboard {
    /// Puts a text on the clipboard by every tool that the environment speaks of.
    ///
    /// Waits for the tools; call it off the main thread.
    ///
    /// - Parameters:
    ///   - text: What to copy.
    ///   - environment: Variables of the process by name.
    /// - Returns: The tools that took it.
    package static func copyByTools(
        _ text: String,
        environment: [String: String]
    ) -> [String] {
        let bytes = Array(text.utf8)
        return tools(environment).filter { ExternalProgram.feed($0, input: bytes) }.map { $0[0] }
    }

    /// The tools that the environment speaks of, with their arguments.
    static func tools(_ environment: [String: String]) -> [[String]] {
        var tools: [[String]] = []
        if environment["TMUX"]?.isEmpty == false {
            tools.append(["tmux", "load-buffer", "-w", "-"])
        }
        if environment["WAYLAND_DISPLAY"]?.isEmpty == false {
            tools.append(["wl-copy"])
        } else if environment["DISPLAY"]?.isEmpty == false {
            tools.append(["xclip", "-selection", "clipboard"])
        }
        return tools
    }
}
