import Screen

/// The help popup: the keys that work, context by context.
package enum HelpLines {
    /// The lines for the pane the person came from: its own keys first, then the rest.
    package static func lines(for pane: Pane, in state: ExplorerState) -> [StyledLine] {
        let own: KeyContext =
            switch pane {
            case .tree: .tree
            case .request: .request
            case .response: .response
            }
        let others = KeyContext.allCases.filter { $0 != own && $0 != .everywhere }
        var lines: [StyledLine] = []
        for context in [own, .everywhere] + others {
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(context.title, .heading))
            for (keys, command) in state.keymap.rows(of: context) {
                lines.append(
                    StyledLine([
                        StyledSpan(
                            "  " + padded(keys.map(\.label).joined(separator: " "), 18),
                            .hintKey
                        ),
                        StyledSpan(padded(command.title, 22)), StyledSpan(command.help, .dim),
                    ])
                )
            }
        }
        return lines
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(1, count - text.count))
    }
}
