package import Screen

/// Where a key is pressed; decides which bindings count.
package enum KeyContext: String, CaseIterable, Hashable, Sendable {
    /// Any pane, when the pane itself does not bind the key.
    case everywhere
    /// The tree of the collection.
    case tree
    /// The request pane.
    case request
    /// The response pane.
    case response
    /// An input of one line.
    case input
    /// The editor of the body.
    case editor
    /// A popup with a list; letters typed narrow it down.
    case choice
    /// A popup with a question or a text to read.
    case dialog

    /// The heading above the keys of the context.
    package var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .tree: "Collection tree"
        case .request: "Request"
        case .response: "Response"
        case .input: "One-line inputs"
        case .editor: "Body editor"
        case .choice: "Lists to choose from"
        case .dialog: "Questions, help and previews"
        }
    }
}

/// One key that asks for one command in one context.
package struct KeyBinding: Hashable, Sendable {
    /// Where the key counts.
    package var context: KeyContext
    /// The key.
    package var key: Key
    /// What it asks for.
    package var command: Command

    /// Creates a binding.
    package init(_ context: KeyContext, _ key: Key, _ command: Command) {
        self.context = context
        self.key = key
        self.command = command
    }
}

/// Which keys ask for which commands, in the order help shows them.
package struct Keymap: Hashable, Sendable {
    /// All bindings; of two with the same context and key the later counts.
    package private(set) var bindings: [KeyBinding]

    private var index: [KeyContext: [Key: Command]]

    /// Creates a keymap.
    package init(_ bindings: [KeyBinding]) {
        self.bindings = bindings
        index = [:]
        for binding in bindings {
            index[binding.context, default: [:]][binding.key] = binding.command
        }
    }

    /// What `key` asks for in the first of `contexts` that binds it.
    package func command(for key: Key, in contexts: [KeyContext]) -> Command? {
        for context in contexts {
            if let command = index[context]?[key] { return command }
        }
        return nil
    }

    /// The keys that ask for `command` in the first of `contexts` that binds any, in table order.
    ///
    /// Keys that an earlier context uses for something else are left out.
    package func keys(for command: Command, in contexts: [KeyContext]) -> [Key] {
        for context in contexts {
            let keys = bindings.filter {
                $0.context == context && $0.command == command
                    && self.command(for: $0.key, in: contexts) == command
            }
            if !keys.isEmpty { return keys.map(\.key) }
        }
        return []
    }
}

extension Key {
    /// The key as people read it: `s`, `Enter`, `Alt-u`, `Space`.
    package var label: String {
        switch self {
        case .character(" "): return "Space"
        case .character(let character): return String(character)
        case .control(let character): return "Ctrl-\(character)"
        case .alt(let character): return "Alt-\(character)"
        case .controlLeft: return "Ctrl-Left"
        case .controlRight: return "Ctrl-Right"
        case .backTab: return "Shift-Tab"
        case .up: return "↑"
        case .down: return "↓"
        case .left: return "←"
        case .right: return "→"
        default: return String(notation.dropFirst().dropLast())
        }
    }
}
