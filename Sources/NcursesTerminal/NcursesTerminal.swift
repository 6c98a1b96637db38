import CNcurses
import CSupport
import Glibc
package import Screen

/// The terminal in screen mode: paints frames, reads input, and gives the terminal back as it was.
///
/// Owned by the main thread from `init` to `close`; ncurses allows one thread and one screen.
/// While it is open, exit, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP and crash signals restore the
/// terminal too (`CSupport`, TerminalRestore.h).
///
/// States: *open* → `suspend` → *suspended* → `resume` → *open*; either → `close` → *closed*.
/// In the other states painting and reading do nothing.
package final class NcursesTerminal {
    private enum State { case open, suspended, closed }

    private let descriptors: TerminalDescriptors
    private let paintBuffer: PaintBuffer
    private var pairs: ColourPairs
    private let colourCount: Int
    private let leaveText: String
    private let crashNote: String
    private var state = State.open
    private var decoder: InputDecoder
    private var painted: Frame?
    private var glyphs: [cn_glyph] = []
    private var waitingSince: Int?
    /// What was read while screen mode was left.
    private var heldEvents: [InputEvent] = []

    /// The screen's size.
    package private(set) var size: Size
    /// Whether the terminal is gone: nothing can be read from it any more.
    package private(set) var isDisconnected = false

    /// Enters screen mode.
    ///
    /// - Parameters:
    ///   - theme: The looks of roles.
    ///   - crashNote: A line printed after the terminal was restored from a crash.
    ///   - asksBackground: Whether the terminal is asked for its background colour; the answer comes
    ///     as an event, and none comes from most terminals that do not know the question.
    /// - Throws: `TerminalError` when there is no terminal or it cannot place its cursor.
    package init(
        theme: Theme,
        crashNote: String = "",
        asksBackground: Bool = false
    ) throws(TerminalError) {
        descriptors = try TerminalDescriptors()
        guard cs_terminal_save(descriptors.output) == 0 else {
            throw TerminalError(code: .refused, detail: "cannot read the terminal's modes")
        }
        useUTF8()
        paintBuffer = PaintBuffer(terminal: descriptors.output)
        try openScreen(input: descriptors.input, output: paintBuffer.descriptor)
        _ = raw()
        _ = noecho()
        _ = nonl()
        start_color()
        use_default_colors()
        colourCount = TerminalModes.colourCount()
        pairs = ColourPairs(theme: theme, colourCount: colourCount)
        decoder = InputDecoder(described: TerminalModes.describedKeys())
        leaveText = TerminalModes.emergencyLeave()
        self.crashNote = crashNote.isEmpty ? "" : crashNote + "\n"
        size = Size(rows: 0, columns: 0)
        takeSize()
        enterModes()
        if asksBackground, TerminalModes.answersQuestions() {
            decoder.expectAnswer(at: now())
            _ = descriptors.write(TerminalModes.backgroundQuestion)
        }
    }

    /// Where input arrives; poll it for reading.
    package var inputDescriptor: Int32 { descriptors.input }

    /// Becomes readable when a resize or a continued stop waits; poll it beside `inputDescriptor`.
    package var signalDescriptor: Int32 { cs_terminal_signal_descriptor() }

    /// How long to wait at most before `readEvents` again, in milliseconds; `nil` for ever.
    ///
    /// Only set while an escape byte waits for what follows it.
    package var patience: Int? {
        guard heldEvents.isEmpty else { return 0 }
        guard let waitingSince else { return nil }
        return max(0, waitingSince + decoder.patience - now())
    }

    /// Paints the cells that differ from what is on the screen, and places the cursor.
    package func paint(_ frame: Frame) {
        guard state == .open else { return }
        for run in frame.changes(from: painted) { write(run, of: frame) }
        paintBuffer.gather {
            if let cursor = frame.cursor, cursor.row < size.rows, cursor.column < size.columns {
                unsafe wmove(cn_screen(), Int32(cursor.row), Int32(cursor.column))
                curs_set(1)
            } else {
                curs_set(0)
            }
            unsafe wrefresh(cn_screen())
        }
        painted = frame
    }

    /// Gives the roles other looks; the next `paint` shows everything in them.
    package func use(_ theme: Theme) {
        guard state != .closed else { return }
        pairs = ColourPairs(theme: theme, colourCount: colourCount)
        repaintAll()
    }

    /// Forgets what is on the screen; the next `paint` sends every cell.
    package func repaintAll() {
        painted = nil
        unsafe clearok(cn_screen(), true)
    }

    /// Reads what the person did since the last call; never waits.
    ///
    /// Also takes notice of signals: a new size comes as `resize`, and after a stop the screen mode
    /// is entered again and everything is painted anew, told by a `resize` of the same size.
    package func readEvents() -> [InputEvent] {
        guard state == .open else { return [] }
        var events = heldEvents
        heldEvents = []
        let signals = Int(cs_terminal_take_signals())
        let isContinued = signals & Int(CS_TERMINAL_CONTINUED) != 0
        if isContinued { reenter() }
        if signals != 0, takeSize() || isContinued {
            events.append(.resize(size))
        }
        let (bytes, isClosed) = descriptors.readAvailable()
        isDisconnected = isClosed
        if !bytes.isEmpty || patience == 0 { events += decoder.decode(bytes, at: now()) }
        if !decoder.isWaiting {
            waitingSince = nil
        } else if !bytes.isEmpty {
            waitingSince = now()
        }
        return events
    }

    /// Leaves screen mode for another program or for a stop; `resume` is the inverse.
    package func suspend() {
        guard state == .open else { return }
        state = .suspended
        leaveModes()
    }

    /// Enters screen mode again after `suspend`; the next `paint` sends every cell.
    package func resume() {
        guard state == .suspended else { return }
        state = .open
        reenter()
        takeSize()
    }

    /// Tells whether another program has the terminal, so that Ctrl-C ends it and not this one.
    package func lend(_ isLent: Bool) { cs_terminal_lend(isLent ? 1 : 0) }

    /// Stops the process as Ctrl-Z does, in the terminal as it was; returns when it is continued.
    package func stop() {
        guard state == .open else { return }
        suspend()
        cs_terminal_stop()
        resume()
    }

    /// Puts a text on the clipboard of the machine the terminal runs on, by OSC 52.
    ///
    /// - Returns: Whether it was sent; terminals cut or refuse more than about 75 kB. Whether the
    ///   terminal heeds it cannot be known.
    package func copy(_ text: String) -> Bool {
        guard state == .open, text.utf8.count <= 56_000 else { return false }
        return descriptors.write("\u{1B}]52;c;\(base64(text.utf8))\u{7}")
    }

    /// Leaves screen mode for good; does nothing the second time.
    package func close() {
        if state == .open { leaveModes() }
        state = .closed
    }

    deinit { close() }

    // MARK: Modes

    private func enterModes() {
        _ = descriptors.write(TerminalModes.capability("smkx") + TerminalModes.enter)
        unsafe clearok(cn_screen(), true)
        arm()
    }

    private func leaveModes() {
        takeLateAnswer()
        _ = descriptors.write(TerminalModes.leave + TerminalModes.capability("rmkx"))
        curs_set(1)
        endwin()
        cs_terminal_disarm()
    }

    /// Waits a little for an answer that is still on its way.
    ///
    /// It must not land at the shell's prompt or in the other program. Keys that come meanwhile are
    /// kept.
    private func takeLateAnswer() {
        guard decoder.awaitsAnswer(at: now()), descriptors.waitForInput(100) else { return }
        heldEvents += decoder.decode(descriptors.readAvailable().bytes, at: now())
    }

    /// Enters screen mode after it was left, by us or by a signal handler behind ncurses' back.
    private func reenter() {
        painted = nil
        if !isendwin() { endwin() }
        unsafe wrefresh(cn_screen())
        enterModes()
    }

    private func arm() {
        unsafe leaveText.withCString { leave in
            unsafe crashNote.withCString { note in
                _ = unsafe cs_terminal_arm(leave, strlen(leave), note, strlen(note))
            }
        }
    }

    /// Takes the size from the system; returns whether it is another one.
    @discardableResult
    private func takeSize() -> Bool {
        let known = descriptors.size()
        let new = Size(
            rows: known?.rows ?? Int(unsafe getmaxy(cn_screen())),
            columns: known?.columns ?? Int(unsafe getmaxx(cn_screen()))
        )
        guard new != size else { return false }
        size = new
        resizeterm(Int32(new.rows), Int32(new.columns))
        repaintAll()
        return true
    }

    // MARK: Painting

    private func write(_ run: CellRun, of frame: Frame) {
        guard run.row < size.rows, run.columns.upperBound <= size.columns else { return }
        glyphs.removeAll(keepingCapacity: true)
        // Most cells show what the one before shows: a blank, a piece of a line.
        var known: (character: Character, scalar: UInt32) = (" ", 0x20)
        for column in run.columns {
            let cell = frame[run.row, column]
            guard cell.width > 0 else { continue }
            let look = pairs[cell.role, cell.isRaised]
            if cell.width == 1, cell.character == known.character {
                append(known.scalar, look: look)
                continue
            }
            if let ascii = cell.character.asciiValue {
                known = (cell.character, UInt32(ascii))
                append(UInt32(ascii), look: look)
                continue
            }
            let glyph = Glyph(cell.character, width: Int(cell.width)) {
                Int(cn_width($0.value))
            }
            for part in glyph.parts { append(part.base.value, marks: part.marks, look: look) }
            if cell.width == 1, glyph.parts.count == 1, glyph.parts[0].marks.isEmpty {
                known = (cell.character, glyph.parts[0].base.value)
            }
        }
        let column = Int32(run.columns.lowerBound)
        unsafe glyphs.withUnsafeBufferPointer { buffer in
            unsafe cn_write(Int32(run.row), column, buffer.baseAddress, Int32(buffer.count))
        }
    }

    private func append(
        _ base: UInt32,
        marks: [Unicode.Scalar] = [],
        look: ColourPairs.Look
    ) {
        var glyph = cn_glyph()
        glyph.base = base
        if let first = marks.first { glyph.marks.0 = first.value }
        if marks.count > 1 { glyph.marks.1 = marks[1].value }
        glyph.attributes = look.attributes
        glyph.pair = look.pair
        glyphs.append(glyph)
    }
}

@available(*, unavailable)
extension NcursesTerminal: Sendable {}

/// Makes the C library read and write UTF-8, whatever the environment's locale says.
private func useUTF8() {
    unsafe setlocale(LC_CTYPE, "")
    let codeset = unsafe nl_langinfo(nl_item(CODESET))
    let name = unsafe codeset.map { unsafe String(cString: $0) }
    if name != "UTF-8" {
        unsafe setlocale(LC_CTYPE, "C.UTF-8")
    }
}

/// Starts ncurses with the description of `TERM`, or of a close relative when it is unknown here.
private func openScreen(input: Int32, output: Int32) throws(TerminalError) {
    let named = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
    if named != "dumb" {
        for type in [named, "xterm-256color", "vt100"] where !type.isEmpty {
            guard unsafe cn_is_usable(type, output) != 0 else { continue }
            if unsafe cn_open(type, input, output) != nil { return }
        }
    }
    throw TerminalError(
        code: .cannotPlaceCursor,
        detail: "the terminal (TERM=\(named)) cannot place its cursor; "
            + "`apus run` and `apus list` need no screen"
    )
}

/// Milliseconds on a clock that never goes back.
private func now() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
}
