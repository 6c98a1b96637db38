import Glibc

/// The descriptors a screen is read from and painted to.
struct TerminalDescriptors {
    /// Where keys come from.
    var input: Int32
    /// Where the screen goes.
    var output: Int32

    /// Takes standard input and output when both are the terminal, else opens `/dev/tty`: in a
    /// pipe, the screen is still the person's.
    ///
    /// - Throws: `TerminalError` with code `notATerminal` when there is none.
    init() throws(TerminalError) {
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
            input = STDIN_FILENO
            output = STDOUT_FILENO
            return
        }
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TerminalError(
                code: .notATerminal,
                detail: "no terminal to show the screen on; `apus run` and `apus list` need none"
            )
        }
        input = descriptor
        output = descriptor
    }

    /// The terminal's size, or `nil` when the system does not know it.
    func size() -> (rows: Int, columns: Int)? {
        var window = winsize()
        guard unsafe ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0,
            window.ws_col > 0
        else { return nil }
        return (Int(window.ws_row), Int(window.ws_col))
    }

    /// Reads all bytes that are there; waits for none.
    ///
    /// - Returns: The bytes, and whether the terminal is gone.
    func readAvailable() -> (bytes: [UInt8], isClosed: Bool) {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&ready, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (result, false) }
            let length = unsafe read(input, &buffer, buffer.count)
            if length < 0, errno == EINTR { continue }
            if length < 0, errno == EAGAIN { return (result, false) }
            guard length > 0 else { return (result, true) }
            result += buffer[..<length]
        }
    }

    /// Waits up to so many milliseconds for input; returns whether there is some.
    func waitForInput(_ milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&ready, 1, milliseconds) > 0
    }

    /// Writes a text past ncurses, which must have flushed; returns whether all went out.
    func write(_ text: String) -> Bool {
        PaintBuffer.write(Array(text.utf8)[...], to: output)
    }
}
