import Glibc
import Screen

/// The main thread's loop: sleeps until the person or a message comes, and draws once when nothing
/// waits any more.
///
/// States: *draining* (messages, then input, until neither is left) → *drawing* (only when
/// something came) → *sleeping* in `poll` → *draining* …, until the program is finished or the
/// terminal is gone. No timer runs unless the program asks for ticks.
package struct RunLoop<Program: InteractiveProgram> {
    /// The longest stretch of draining without a frame, in milliseconds.
    private static var longestBlindness: Int { 100 }

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
        var isFirst = true
        lastTick = milliseconds()
        while true {
            if drain(&program) { isDirty = true }
            if tick(&program) { isDirty = true }
            guard !program.isFinished, !terminal.isDisconnected else { return }
            if isDirty {
                terminal.paint(program.frame())
                isDirty = false
            }
            if isFirst {
                isFirst = false
                program.didShowFirstFrame()
                continue
            }
            wait(timeout(program))
        }
    }

    /// Hands over messages and input until neither is left; returns whether anything came.
    private func drain(_ program: inout Program) -> Bool {
        let start = milliseconds()
        var hasAny = false
        while !program.isFinished {
            let messages = inbox.drain()
            for message in messages { program.receive(message) }
            let events = terminal.readEvents()
            for event in events {
                if event == .key(.control("z")) { terminal.stop() }
                program.receive(event)
            }
            guard !messages.isEmpty || !events.isEmpty else { return hasAny }
            hasAny = true
            if milliseconds() - start > RunLoop.longestBlindness { return true }
        }
        return hasAny
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

    private func timeout(_ program: Program) -> Int {
        var limits: [Int] = []
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
