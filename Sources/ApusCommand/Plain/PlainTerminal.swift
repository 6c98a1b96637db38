import Glibc
import Screen

/// Stands in for the terminal where there is no screen.
final class PlainTerminal: TerminalDevice {
    let size = Size(rows: 60, columns: 100)
    let inputDescriptor: Int32 = STDIN_FILENO
    let signalDescriptor: Int32 = -1
    let patience: Int? = nil
    let isDisconnected = false

    func readEvents() -> [InputEvent] { [] }
    func paint(_ frame: Frame) {}
    func repaintAll() {}
    func use(_ theme: Theme) {}
    func suspend() {}
    func resume() {}
    func lend(_ isLent: Bool) {}
    func stop() {}
    func copy(_ text: String) -> Bool { false }
}

/// Lines from standard input, one at a time.
struct LineReader {
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// The next line without its end; `nil` when there is none left.
    ///
    /// A signal interrupts the wait: `isInterrupted` is asked then, and `nil` returned if it says so.
    mutating func next(isInterrupted: () -> Bool) -> String? {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                var line = pending[..<end]
                if line.last == 0x0D { line.removeLast() }
                pending.removeSubrange(...end)
                return String(decoding: line, as: UTF8.self)
            }
            guard !isAtEnd else {
                defer { pending = [] }
                return pending.isEmpty ? nil : String(decoding: pending, as: UTF8.self)
            }
            var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let count = poll(&ready, 1, -1)
            if count < 0 {
                if isInterrupted() { return nil }
                continue
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let length = read(STDIN_FILENO, &buffer, buffer.count)
            if length < 0, errno == EINTR { continue }
            if length <= 0 { isAtEnd = true } else { pending += buffer[..<length] }
        }
    }

    /// Whether lines are typed by a person.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// The rows of the terminal the lines are typed in; `nil` without one.
    static var terminalRows: Int? {
        var window = winsize()
        guard isInteractive, ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0
        else { return nil }
        return Int(window.ws_row)
    }

    /// Hides what is typed, or shows it again; nothing happens without a terminal.
    static func hide(_ isHidden: Bool) {
        var modes = termios()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
        if isHidden { modes.c_lflag &= ~tcflag_t(ECHO) } else { modes.c_lflag |= tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }
}
