import Glibc
import Screen
import TestSupport

/// A program in a real terminal: a tmux server of its own, driven by keys and read as text.
///
/// A scenario says what is pressed and which text it waits for; nothing waits a fixed time. The
/// server, and with it the program, ends when the session is destroyed.
final class TerminalSession: Sendable {
    /// Why a scenario cannot go on.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long to wait for a text.
    static let limit = Duration.seconds(20)

    private let server: String
    private let folder: String

    /// Starts a shell command in a terminal of a size.
    ///
    /// - Parameters:
    ///   - command: What a shell runs; the session lives until it ends.
    ///   - size: The terminal's size.
    ///   - directory: The command's working directory.
    ///   - environment: Variables beside `PATH`, `LANG` and what tmux sets.
    /// - Throws: `Failure` when tmux does not start it.
    init(
        _ command: String,
        size: Size = Size(rows: 40, columns: 120),
        directory: String,
        environment: [String: String] = [:]
    ) async throws {
        server = "apus-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        folder = directory
        let variables = environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        let start = [
            "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)",
            "env -u TMUX \(variables) sh -c '\(command.replacing("'", with: "'\\''"))'",
        ]
        try await tmux(
            ["set-option", "-g", "escape-time", "0", ";"] + [
                "set-option", "-g", "remain-on-exit", "on", ";",
            ]
                + start
        )
    }

    deinit {
        // The destructor cannot wait for an asynchronous call; the server is told and left.
        let program = try? ChildProgram(
            "/usr/bin/tmux",
            ["-L", server, "kill-server"],
            environment: ["TMUX_TMPDIR": "/tmp"]
        )
        if let program {
            var status: Int32 = 0
            waitpid(program.processID, &status, 0)
        }
    }

    /// Starts an interactive shell, as a person has it, that finds `apus` and waits at `ready> `.
    static func shell(in directory: String) async throws -> TerminalSession {
        let session = try await TerminalSession(
            "exec bash --norc -i",
            directory: directory,
            environment: [
                "HOME": directory, "HISTFILE": "", "PS1": "ready> ",
                "PATH": "\(ChildProgram.productFolder):/usr/local/bin:/usr/bin:/bin",
                "XDG_STATE_HOME": directory + "/state",
            ]
        )
        try await session.wait(for: "ready>")
        return session
    }

    /// Presses keys, written as in the manual: `jj<Enter>/pet<Enter><C-s>`.
    func press(_ notation: String) async throws {
        guard let keys = Key.sequence(notation) else {
            throw Failure(description: "not a key script: \(notation)")
        }
        var words: [String] = []
        for key in keys {
            switch key {
            case .character(let character):
                // One key each: a burst of text could be taken for a paste.
                words += ["send-keys", "-l", character == ";" ? "\\;" : String(character), ";"]
            case .escape:
                // A terminal tells Escape from Alt by the time that passes after it, as a person
                // would let pass too; so what follows goes by another call.
                words += ["send-keys", "Escape"]
                try await tmux(words)
                words = []
                try await pauseAfterEscape()
            default:
                words += ["send-keys", try name(of: key), ";"]
            }
        }
        if !words.isEmpty { try await tmux(words) }
    }

    /// Pastes a text, marked as a paste when the program asked for that and `isMarked` says so.
    func paste(_ text: String, isMarked: Bool = true) async throws {
        try await tmux(["set-buffer", text, ";", "paste-buffer", "-d"] + (isMarked ? ["-p"] : []))
    }

    /// Clicks with the left button on a cell, counted from 0.
    func click(row: Int, column: Int) async throws {
        let place = "\(column + 1);\(row + 1)"
        try await tmux([
            "send-keys", "-l", "\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m",
        ])
    }

    /// Drags with the left button from a cell to another, counted from 0.
    func drag(from start: Position, to end: Position) async throws {
        func report(_ code: Int, _ position: Position, _ final: String) -> String {
            "\u{1B}[<\(code);\(position.column + 1);\(position.row + 1)\(final)"
        }
        for text in [report(0, start, "M"), report(32, end, "M"), report(0, end, "m")] {
            try await tmux(["send-keys", "-l", text])
        }
    }

    /// Gives the terminal another size.
    func resize(_ size: Size) async throws {
        try await tmux(["resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)"])
    }

    /// The screen as text, rows from the top, without trailing blanks.
    func screen() async throws -> String {
        try await tmux(["capture-pane", "-p"])
    }

    /// Waits until the screen holds a text, and returns the screen.
    ///
    /// - Throws: `Failure` with the last screen when the time is up.
    @discardableResult
    func wait(for text: String) async throws -> String {
        try await wait("\u{201C}\(text)\u{201D}") { $0.contains(text) }
    }

    /// Waits until the screen holds a text no more, and returns the screen.
    @discardableResult
    func wait(untilGone text: String) async throws -> String {
        try await wait("no \u{201C}\(text)\u{201D}") { !$0.contains(text) }
    }

    /// Waits until the screen is as wanted, and returns it.
    @discardableResult
    func wait(_ what: String, until isWanted: (String) -> Bool) async throws -> String {
        let end = ContinuousClock.now + Self.limit
        var last = ""
        repeat {
            last = try await screen()
            if isWanted(last) { return try await settled(last, while: isWanted) }
        } while ContinuousClock.now < end
        throw Failure(description: "the screen never showed \(what); at last it was:\n\(last)")
    }

    /// The screen once it stays as it is: a frame may be on it half-way.
    ///
    /// One that moves all the time, or is as wanted for a moment only, is given as it was last.
    private func settled(_ screen: String, while isWanted: (String) -> Bool) async throws -> String
    {
        var last = screen
        for _ in 0..<10 {
            let next = try await self.screen()
            guard next != last, isWanted(next) else { return last }
            last = next
        }
        return last
    }

    /// Where a text stands on the screen: the cell of its first character.
    func position(of text: String) async throws -> Position {
        let rows = try await wait(for: text).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        for (row, line) in rows.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            return Position(row: row, column: DisplayWidth.columns(of: line[..<range.lowerBound]))
        }
        throw Failure(description: "lost \(text)")
    }

    /// The column behind the last character of each row, as the terminal itself counts.
    func rowEnds(rows: Int) async throws -> [Int] {
        var ends: [Int] = []
        for row in 0..<rows {
            let down =
                row == 0 ? [] : ["send-keys", "-X", "-N", "\(row)", "cursor-down", ";"]
            let answer = try await tmux(
                ["copy-mode", ";", "send-keys", "-X", "top-line", ";"] + down + [
                    "send-keys", "-X", "end-of-line", ";",
                    "display-message", "-p", "#{copy_cursor_x}", ";", "send-keys", "-X", "cancel",
                ]
            )
            ends.append(Int(answer.filter(\.isNumber)) ?? -1)
        }
        return ends
    }

    /// The cell of the cursor, as the terminal itself counts.
    func cursor() async throws -> Position {
        let answer = try await tmux(["display-message", "-p", "#{cursor_y} #{cursor_x}"])
        let numbers = answer.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 2 else { throw Failure(description: "no cursor: \(answer)") }
        return Position(row: numbers[0], column: numbers[1])
    }

    /// Lets longer pass than the program waits for more after an escape byte.
    private func pauseAfterEscape() async throws {
        let end = ContinuousClock.now + .milliseconds(80)
        while ContinuousClock.now < end { _ = try await screen() }
    }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let ending = try await ChildProgram.run(
            "/usr/bin/tmux",
            ["-L", server, "-f", "/dev/null"] + arguments,
            environment: ["TERM": "xterm-256color", "TMUX_TMPDIR": "/tmp"],
            directory: folder
        )
        guard ending.exitCode == 0 else {
            throw Failure(description: "tmux \(arguments.first ?? ""): \(ending.diagnostics)")
        }
        return ending.output
    }

    private func name(of key: Key) throws -> String {
        switch key {
        case .enter: return "Enter"
        case .tab: return "Tab"
        case .backTab: return "BTab"
        case .backspace: return "BSpace"
        case .delete: return "DC"
        case .insert: return "IC"
        case .up: return "Up"
        case .down: return "Down"
        case .left: return "Left"
        case .right: return "Right"
        case .home: return "Home"
        case .end: return "End"
        case .pageUp: return "PPage"
        case .pageDown: return "NPage"
        case .controlLeft: return "C-Left"
        case .controlRight: return "C-Right"
        case .shiftUp: return "S-Up"
        case .shiftDown: return "S-Down"
        case .shiftLeft: return "S-Left"
        case .shiftRight: return "S-Right"
        case .shiftHome: return "S-Home"
        case .shiftEnd: return "S-End"
        case .function(let number): return "F\(number)"
        case .control(let character): return "C-\(character)"
        case .alt(let character): return "M-\(character)"
        case .escape, .character: throw Failure(description: "no name for \(key)")
        }
    }
}
