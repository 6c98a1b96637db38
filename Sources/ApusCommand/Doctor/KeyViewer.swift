import CollectionRun
import Explorer
import NcursesTerminal
import Screen

/// `apus doctor --keys`: shows what each key that is pressed sends, and what it asks for.
enum KeyViewer {
    /// Shows keys until Ctrl-C, or `q` twice.
    static func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
        let dialogue: TerminalDialogue
        do {
            dialogue = try TerminalDialogue()
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        defer { dialogue.close() }
        let keymap = ConfigurationFile.read(context.environment).keymap
        dialogue.enterKeyModes()
        defer { dialogue.leaveKeyModes() }
        var decoder = InputDecoder(described: dialogue.describedKeys())
        dialogue.write(
            "Press keys, paste, click. Ctrl-C, or q twice, ends.\n\n"
                + line("bytes", "key", "asks for") + "\n"
        )
        var last: InputEvent?
        while true {
            let patience = decoder.isWaiting ? Int32(decoder.patience) : -1
            guard let bytes = dialogue.read(patience: patience) else { return .success }
            let events = decoder.decode(bytes, at: milliseconds())
            if !bytes.isEmpty, events.isEmpty, !decoder.isWaiting {
                dialogue.write(
                    line(shown(bytes), "-", "nothing: this sequence is not known") + "\n"
                )
            }
            for (index, event) in events.enumerated() {
                let text = line(
                    index == 0 ? shown(bytes) : "",
                    name(of: event),
                    meaning(of: event, keymap)
                )
                dialogue.write(text + "\n")
                let isQ = event == .key(.character("q"))
                if event == .key(.control("c")) || isQ && last == event { return .success }
                last = event
            }
        }
    }

    /// Bytes as a person reads them: `ESC [ A`, `^C`, `61`, `a`.
    static func shown(_ bytes: [UInt8]) -> String {
        let parts = bytes.prefix(16).map { byte -> String in
            switch byte {
            case 0x1B: "ESC"
            case 0x20: "SP"
            case 0x7F: "DEL"
            case 0..<0x20: "^" + String(Character(Unicode.Scalar(byte + 0x40)))
            case 0x21..<0x7F: String(Character(Unicode.Scalar(byte)))
            default: String(byte, radix: 16, uppercase: true)
            }
        }
        return parts.joined(separator: " ") + (bytes.count > 16 ? " …" : "")
    }

    static func name(of event: InputEvent) -> String {
        switch event {
        case .key(let key): return key.label
        case .paste(let text): return "paste of \(text.count) characters"
        case .resize(let size): return "size \(size.columns)×\(size.rows)"
        case .background: return "background"
        case .mouse(let mouse):
            let place = "row \(mouse.position.row), column \(mouse.position.column)"
            return "\(mouse.kind) \(place)"
        }
    }

    static func meaning(of event: InputEvent, _ keymap: Keymap) -> String {
        guard case .key(let key) = event else { return "" }
        let found = KeyContext.allCases.compactMap { context -> String? in
            switch keymap.meaning(of: [key], in: [context]) {
            case .command(let command): "\(command.rawValue) (\(context.rawValue))"
            case .beginning: "… (\(context.rawValue))"
            case .nothing: nil
            }
        }
        if found.isEmpty, case .alt(let character) = key {
            return "as Esc, then \(Key.character(character).label)"
        }
        return found.isEmpty ? "nothing" : found.joined(separator: ", ")
    }

    private static func line(_ bytes: String, _ key: String, _ meaning: String) -> String {
        bytes.padded(to: 26) + " " + key.padded(to: 14) + " " + meaning
    }

    private static func milliseconds() -> Int {
        Int((ContinuousClock.now - start) / .milliseconds(1))
    }

    private static let start = ContinuousClock.now
}
