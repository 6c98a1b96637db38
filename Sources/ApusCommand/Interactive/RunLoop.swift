import Glibc
import Screen

/// The main thread's loop: sleeps until the person or a message comes, and draws once when nothing
/// waits any more.
///
/// States: *draining* (messages, then input, until neither is left) → *drawing* (only when
/// something came) → *sleeping* in `poll` → *draining* …, until the program is finished or the
/// terminal is gone. What the person did is seen at once; news by messages alone are drawn at most
/// sixty times a second, so that transfers get the time of the machine. No timer runs unless the
/// program asks for ticks.
package struct RunLoop<Program: InteractiveProgram> {
    /// The longest stretch of draining without a frame, in milliseconds.
    private static var longestBlindness: Int { 100 }
    /// The shortest time between frames that no input asked for, in milliseconds.
    private static var shortestFrame: Int { 16 }

    private let terminal: any TerminalDevice
    private let inbox: Inbox<Program.Message>
    private var lastTick = 0

    /// Creates a loop over a terminal and an inbox.
    package init(terminal: any TerminalDevice, inbox: Inbox<Program.Message>) {
        self.terminal = terminal
        self.inbox = inbox
    }

    /// Runs until the program is finished or the terminal is gone.
    ///
    /// - Parameters:
    ///   - program: What to run; changed in place, so that its end can be read afterwards.
    ///   - headStart: How long to wait for a first message before the first frame, in milliseconds:
    ///     what is ready that fast is seen at once.
    package mutating func run(_ program: inout Program, headStart: Int = 0) {
        if headStart > 0 { wait(headStart) }
        var isDirty = true
        var isAnswer = true
        var isFirst = true
        var lastNews = -Self.shortestFrame
        lastTick = milliseconds()
        while true {
            let came = drain(&program)
            if came.any { isDirty = true }
            if came.input { isAnswer = true }
            if tick(&program) { isDirty = true }
            guard !program.isFinished, !terminal.isDisconnected else { return }
            let pause = isAnswer ? 0 : lastNews + Self.shortestFrame - milliseconds()
            if isDirty, pause <= 0 {
                terminal.paint(program.frame())
                if !isAnswer { lastNews = milliseconds() }
                isDirty = false
                isAnswer = false
            }
            if isFirst {
                isFirst = false
                program.didShowFirstFrame()
                continue
            }
            wait(timeout(program, isDirty ? pause : nil))
        }
    }

    /// Hands over messages and input until neither is left; returns what came.
    private func drain(_ program: inout Program) -> (any: Bool, input: Bool) {
        let start = milliseconds()
        var hasAny = false
        var hasInput = false
        while !program.isFinished {
            let messages = inbox.drain()
            for message in messages { program.receive(message) }
            let events = terminal.readEvents()
            for event in events {
                if event == .key(.control("z")) { terminal.stop() }
                program.receive(event)
            }
            guard !messages.isEmpty || !events.isEmpty else { break }
            hasAny = true
            if !events.isEmpty { hasInput = true }
            if milliseconds() - start > RunLoop.longestBlindness { break }
        }
        return (hasAny, hasInput)
    }

    /// Ticks when it is time; returns whether it was.
    private mutating func tick(_ program: inout Program) -> Bool {
        guard let interval = program.tickInterval else {
            lastTick = milliseconds()
            return false
        }
        guard milliseconds() - lastTick >= interval else { return false }
        lastTick = milliseconds()
        program.tick()
        return true
    }

    /// How long to sleep at most; `pause` is how long a frame waits, if one does.
    private func timeout(_ program: Program, _ pause: Int?) -> Int {
        var limits: [Int] = []
        if let pause { limits.append(max(1, pause)) }
        if let patience = terminal.patience { limits.append(patience) }
        if let interval = program.tickInterval {
            limits.append(max(0, lastTick + interval - milliseconds()))
        }
        return limits.min() ?? -1
    }

    /// Sleeps until something waits; -1 for ever.
    private func wait(_ milliseconds: Int) {
        let descriptors = [terminal.inputDescriptor, terminal.signalDescriptor, inbox.descriptor]
        var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&polls, nfds_t(polls.count), Int32(clamping: milliseconds))
    }
}

/// Milliseconds on a clock that never goes back.
private func milliseconds() -> Int {
    let passed = ContinuousClock.now - start
    return Int(passed / .milliseconds(1))
}

private let start = ContinuousClock.now
