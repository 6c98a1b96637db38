import Screen

/// The help popup: the keys that work, context by context.
package enum HelpLines {
    /// The lines for the pane the person came from: its own keys first, then the rest.
    ///
    /// `width` is how many columns there are; what a command does takes as many lines as it needs,
    /// and stands without the command's name where both have no room.
    package static func lines(
        for pane: Pane,
        in state: ExplorerState,
        width: Int
    ) -> [StyledLine] {
        let own = state.typingContext ?? context(of: pane)
        let others = KeyContext.allCases.filter { $0 != own && $0 != .everywhere }
        var lines = state.isViewing ? [] : about(pane, in: state, width: width)
        for context in [own, .everywhere] + others {
            if state.isViewing, !contextsOfViewing.contains(context) { continue }
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(context.title, .heading))
            for (keys, command) in state.keymap.rows(of: context) {
                if state.isViewing, !command.isForViewing { continue }
                let label = keys.map(\.label).joined(separator: " ")
                lines += rows(label, command, width)
            }
        }
        return lines
    }

    /// Where keys mean something while one file is shown.
    private static let contextsOfViewing: Set<KeyContext> = [
        .response, .everywhere, .search, .input, .choice, .dialog,
    ]

    private static func context(of pane: Pane) -> KeyContext {
        switch pane {
        case .tree: .tree
        case .request: .request
        case .response: .response
        }
    }

    /// What the thing under the cursor is for.
    private static func about(_ pane: Pane, in state: ExplorerState, width: Int) -> [StyledLine] {
        let subject: (title: String, command: Command)
        switch pane {
        case .tree: return []
        case .request:
            guard !state.request.isOnTarget else { return [] }
            subject = (state.request.tab.rawValue, state.request.tab.command)
        case .response: subject = (state.response.tab.rawValue, state.response.tab.command)
        }
        let lines = DisplayWidth.wrapped(subject.command.help, columns: max(16, width - 2))
        return [StyledLine(subject.title, .heading)] + lines.map { StyledLine("  " + $0) }
    }

    private static func rows(_ keys: String, _ command: Command, _ width: Int) -> [StyledLine] {
        let keyWidth = width < roomyColumns ? 14 : 20
        let titleWidth = width < roomyColumns ? 0 : 22
        let help = DisplayWidth.wrapped(
            command.help,
            columns: max(16, width - keyWidth - titleWidth)
        )
        return help.enumerated().map { index, text in
            StyledLine([
                StyledSpan(padded(index == 0 ? "  " + keys : "", keyWidth), .hintKey),
                StyledSpan(
                    titleWidth == 0 ? "" : padded(index == 0 ? command.title : "", titleWidth)
                ),
                StyledSpan(text, .dim),
            ])
        }
    }

    /// From this many columns on there is room for names beside what they do.
    private static let roomyColumns = 90

    private static func padded(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(1, count - text.count))
    }
}
