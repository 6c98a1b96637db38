import CNcurses
import CSupport
import Glibc
package import Screen

/// A talk with the terminal, a line at a time and without a screen: questions about itself, and the
/// bytes of keys.
///
/// Main thread only. From `init` to `close` keys arrive as they are pressed and are not shown; exit
/// and signals give the terminal back.
package final class TerminalDialogue {
    /// What a terminal told about itself.
    package struct Answers: Equatable, Sendable {
        /// Its name and version; `nil` when it keeps them to itself.
        package var name: String?
        /// The background; `nil` when it did not tell.
        package var background: TerminalBackground?
        /// The numbers of its features; `nil` when it answered nothing at all.
        package var features: [Int]?
    }

    private let descriptors: TerminalDescriptors
    private var isOpen = true

    /// Begins the talk.
    ///
    /// - Throws: `TerminalError` when there is no terminal.
    package init() throws(TerminalError) {
        descriptors = try TerminalDescriptors()
        guard cs_terminal_save(descriptors.output) == 0 else {
            throw TerminalError(code: .refused, detail: "cannot read the terminal's modes")
        }
        var modes = termios()
        unsafe tcgetattr(descriptors.input, &modes)
        unsafe cfmakeraw(&modes)
        // Lines still end at the left edge.
        modes.c_oflag |= tcflag_t(OPOST | ONLCR)
        unsafe tcsetattr(descriptors.input, TCSANOW, &modes)
        let leave = TerminalModes.leave
        unsafe leave.withCString { text in
            _ = unsafe cs_terminal_arm(text, strlen(text), "", 0)
        }
    }

    deinit { close() }

    /// The size; `nil` when the system does not know it.
    package var size: Size? {
        descriptors.size().map { Size(rows: $0.rows, columns: $0.columns) }
    }

    /// Ends the talk and gives the terminal back.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        cs_terminal_disarm()
    }

    /// Writes text as it is.
    package func write(_ text: String) { _ = descriptors.write(text) }

    /// Waits for bytes.
    ///
    /// - Parameter patience: How long, in milliseconds; -1 for ever.
    /// - Returns: The bytes, none when the time is over; `nil` when the terminal is gone.
    package func read(patience: Int32) -> [UInt8]? {
        var ready = pollfd(fd: descriptors.input, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&ready, 1, patience)
        guard count > 0 else { return [] }
        let (bytes, isClosed) = descriptors.readAvailable()
        return isClosed && bytes.isEmpty ? nil : bytes
    }

    /// Makes the terminal send keys, pastes and the mouse as it does for the explorer.
    package func enterKeyModes() {
        let type = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
        guard unsafe cn_load(type, STDOUT_FILENO) != 0 else { return write(TerminalModes.enter) }
        write(TerminalModes.capability("smkx") + TerminalModes.enter)
    }

    /// The inverse of `enterKeyModes`.
    package func leaveKeyModes() {
        write(TerminalModes.leave + TerminalModes.capability("rmkx"))
    }

    /// The sequences that the terminal description gives for keys, after `enterKeyModes`.
    package func describedKeys() -> [[UInt8]: Key] { TerminalModes.describedKeys() }

    /// How many cells the terminal takes for each text, measured by where its cursor stands then.
    ///
    /// - Returns: As many numbers as texts; `nil` for all from the first that was not answered on.
    package func columns(of texts: [String]) -> [Int?] {
        var columns: [Int?] = []
        for text in texts {
            guard columns.last != .some(nil) else {
                columns.append(nil)
                continue
            }
            write("\r" + text + "\u{1B}[6n")
            let answer = answer(endingIn: UInt8(ascii: "R"))
            write("\r\u{1B}[K")
            columns.append(answer.flatMap(Self.column).map { $0 - 1 })
        }
        return columns
    }

    /// Asks for the name, the background and the features, the last being what every terminal answers.
    package func ask() -> Answers {
        write("\u{1B}[>0q" + TerminalModes.backgroundQuestion + "\u{1B}[c")
        guard let bytes = answer(endingIn: UInt8(ascii: "c")) else { return Answers() }
        var answers = Answers()
        let text = String(decoding: bytes, as: UTF8.self)
        answers.name = Self.part(of: text, from: "\u{1B}P>|", to: "\u{1B}\\")
        answers.background = Self.part(of: text, from: "\u{1B}]11;", to: "\u{1B}\\")
            .flatMap { TerminalBackground(colourAnswer: $0) }
        answers.features = Self.part(of: text, from: "\u{1B}[?", to: "c")?
            .split(separator: ";").compactMap { Int($0) }
        return answers
    }

    /// Reads until a control sequence with this last byte is whole; `nil` when none comes in time.
    private func answer(endingIn final: UInt8) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < 4096 {
            guard let more = read(patience: 500), !more.isEmpty else { return nil }
            bytes += more
            if bytes.last == final, bytes.contains(0x5B) { return bytes }
        }
        return nil
    }

    /// The column of a cursor report `ESC [ row ; column R`.
    private static func column(_ bytes: [UInt8]) -> Int? {
        let text = String(decoding: bytes, as: UTF8.self)
        return part(of: text, from: "\u{1B}[", to: "R")?.split(separator: ";").last.flatMap {
            Int($0)
        }
    }

    private static func part(of text: String, from start: String, to end: String) -> String? {
        guard let first = text.firstRange(of: start) else { return nil }
        let rest = text[first.upperBound...]
        // BEL ends a string too.
        let stop = rest.firstRange(of: end)?.lowerBound ?? rest.firstIndex(of: "\u{7}")
        return stop.map { String(rest[..<$0]) }
    }
}

@available(*, unavailable)
extension TerminalDialogue: Sendable {}
