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
    /// The line of a search or a filter in the response.
    case search
    /// An editor of several lines: the body, the text of a request.
    case editor
    /// An input or editor while suggestions are shown.
    case suggestions
    /// A popup with a list; letters typed narrow it down.
    case choice
    /// A popup with a question or a text to read.
    case dialog
    /// The list of what was sent before.
    case history
    /// The list of a run.
    case run

    /// The heading above the keys of the context.
    package var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .tree: "Collection tree"
        case .request: "Request"
        case .response: "Response"
        case .input: "One-line inputs"
        case .search: "Searches and filters"
        case .editor: "Editors of several lines"
        case .suggestions: "While suggestions are shown"
        case .choice: "Lists to choose from"
        case .dialog: "Questions, help and previews"
        case .history: "History"
        case .run: "Run"
        }
    }
}

/// A key, or several in a row, that asks for one command in one context.
package struct KeyBinding: Hashable, Sendable {
    /// Where the keys count.
    package var context: KeyContext
    /// The keys.
    package var chord: Chord
    /// What they ask for.
    package var command: Command

    /// Creates a binding of one key.
    package init(_ context: KeyContext, _ key: Key, _ command: Command) {
        self.init(context, Chord([key]), command)
    }

    /// Creates a binding.
    package init(_ context: KeyContext, _ chord: Chord, _ command: Command) {
        self.context = context
        self.chord = chord
        self.command = command
    }
}

/// Which keys ask for which commands, in the order help shows them.
package struct Keymap: Hashable, Sendable {
    /// What keys that were pressed in a row mean.
    package enum Meaning: Hashable, Sendable {
        /// They ask for a command.
        case command(Command)
        /// They begin longer chords.
        case beginning
        /// Nothing.
        case nothing
    }

    /// All bindings; of two with the same context and keys the later counts.
    package private(set) var bindings: [KeyBinding]

    private var index: [KeyContext: [Chord: Command]]
    /// What the longer chords of each context begin with.
    private var beginnings: [KeyContext: Set<Chord>]

    /// Creates a keymap.
    package init(_ bindings: [KeyBinding]) {
        self.bindings = bindings
        index = [:]
        beginnings = [:]
        for binding in bindings {
            index[binding.context, default: [:]][binding.chord] = binding.command
            for count in 1..<max(1, binding.chord.keys.count) {
                let start = Chord(Array(binding.chord.keys.prefix(count)))
                beginnings[binding.context, default: []].insert(start)
            }
        }
    }

    /// What keys pressed in a row mean in the first of `contexts` that knows them.
    ///
    /// Keys that begin a longer chord of a context mean nothing else there: no clock decides.
    package func meaning(of keys: [Key], in contexts: [KeyContext]) -> Meaning {
        let chord = Chord(keys)
        for context in contexts {
            if beginnings[context]?.contains(chord) == true { return .beginning }
            if let command = index[context]?[chord] { return .command(command) }
        }
        return .nothing
    }

    /// The keys that a key after others is meant as.
    ///
    /// A slow line joins the escape key and the key after it into what Alt sends; so Alt with a character
    /// that means nothing here is both, one after the other.
    package func keys(meantBy key: Key, after begun: [Key], in contexts: [KeyContext]) -> [Key] {
        guard case .alt(let character) = key,
            meaning(of: begun + [key], in: contexts) == .nothing
        else { return [key] }
        return [.escape, .character(character)]
    }

    /// What `key` asks for by itself in the first of `contexts` that binds it.
    package func command(for key: Key, in contexts: [KeyContext]) -> Command? {
        if case .command(let command) = meaning(of: [key], in: contexts) { command } else { nil }
    }

    /// The chords that ask for `command` in the first of `contexts` that binds any, in table order.
    ///
    /// Chords that an earlier context uses for something else are left out.
    package func keys(for command: Command, in contexts: [KeyContext]) -> [Chord] {
        for context in contexts {
            let chords = bindings.filter {
                $0.context == context && $0.command == command
                    && isReachable($0.chord, command, in: contexts)
            }
            if !chords.isEmpty { return chords.map(\.chord) }
        }
        return []
    }

    /// Whether pressing the keys of a chord one by one ends in the command.
    package func isReachable(
        _ chord: Chord,
        _ command: Command,
        in contexts: [KeyContext]
    ) -> Bool {
        for count in 1..<max(1, chord.keys.count)
        where meaning(of: Array(chord.keys.prefix(count)), in: contexts) != .beginning {
            return false
        }
        return meaning(of: chord.keys, in: contexts) == .command(command)
    }

    /// What may follow keys that begin longer chords: the rest of each chord and its command.
    package func continuations(
        of keys: [Key],
        in contexts: [KeyContext]
    ) -> [(rest: Chord, command: Command)] {
        var found: [(rest: Chord, command: Command)] = []
        for context in contexts {
            for binding in bindings
            where binding.context == context && binding.chord.continues(keys)
                && isReachable(binding.chord, binding.command, in: contexts)
            {
                let rest = Chord(Array(binding.chord.keys.dropFirst(keys.count)))
                if !found.contains(where: { $0.rest == rest }) {
                    found.append((rest, binding.command))
                }
            }
        }
        return found
    }
}
