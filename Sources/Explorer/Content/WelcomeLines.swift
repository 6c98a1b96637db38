import Screen

/// The first hints, in place of the response that is not there yet.
package enum WelcomeLines {
    /// The lines, with the keys in force; a command without a key is left out.
    package static func lines(for state: ExplorerState) -> [StyledLine] {
        let rows: [(Command, String)] = [
            (.moveDown, "next row, \(key(.moveUp, state) ?? "") the one before"),
            (.nextPane, "next pane: tree, request, response"),
            (.switchRequest, "go to a request by a few letters"),
            (.palette, "all commands, with their keys"),
            (.help, "the keys that work where you are"),
        ]
        let hints = rows.compactMap { command, text -> StyledLine? in
            guard let key = key(command, state) else { return nil }
            return StyledLine([
                StyledSpan(
                    "  " + key + String(repeating: " ", count: max(1, 8 - key.count)),
                    .hintKey
                ),
                StyledSpan(text),
            ])
        }
        return [StyledLine("New here?", .heading)] + hints
            + [StyledLine("The mouse works too: click, wheel, drag borders.", .dim)]
    }

    private static func key(_ command: Command, _ state: ExplorerState) -> String? {
        state.keymap.keys(for: command, in: [.everywhere]).first?.label
    }
}
