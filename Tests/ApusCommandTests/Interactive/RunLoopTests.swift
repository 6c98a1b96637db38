import ApusCommand
import Glibc
import Screen
import Synchronization
import Testing

/// A terminal without a screen: it plays input in steps and keeps what was painted.
///
/// Each step is read at once; when none is left, the terminal is gone.
private final class ScriptedTerminal: TerminalDevice {
    let size = Size(rows: 1, columns: 20)
    let inputDescriptor: Int32
    let signalDescriptor: Int32 = -1
    let patience: Int? = nil
    private(set) var isDisconnected = false
    private(set) var painted: [String] = []
    private(set) var stops = 0
    private var steps: [[InputEvent]]
    private let writeEnd: Int32

    init(_ steps: [[InputEvent]]) {
        self.steps = steps
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        inputDescriptor = ends[0]
        writeEnd = ends[1]
        // Input always waits.
        _ = write(writeEnd, [1], 1)
    }

    deinit {
        close(inputDescriptor)
        close(writeEnd)
    }

    func readEvents() -> [InputEvent] {
        guard !steps.isEmpty else {
            isDisconnected = true
            return []
        }
        return steps.removeFirst()
    }

    func paint(_ frame: Frame) { painted.append(frame.text(ofRow: 0)) }
    func repaintAll() {}
    func use(_ theme: Theme) {}
    func suspend() {}
    func resume() {}
    func lend(_ isLent: Bool) {}
    func stop() { stops += 1 }
    func copy(_ text: String) -> Bool { true }
}

/// A program that shows what it was told.
private struct Recorder: InteractiveProgram {
    typealias Message = String

    var text = ""
    var isFinished = false
    var tickInterval: Int?
    var inbox: Inbox<String>?

    mutating func receive(_ event: InputEvent) {
        if case .key(let key) = event { text += key.notation }
        if event == .key(.character("q")) { isFinished = true }
    }
    mutating func receive(_ message: String) { text += "(\(message))" }
    mutating func tick() { text += "!" }
    func frame() -> Frame {
        var frame = Frame(size: Size(rows: 1, columns: 20))
        frame.write(text, row: 0, column: 0)
        return frame
    }
    mutating func didShowFirstFrame() { inbox?.post("shown") }
}

struct RunLoopTests {
    private func run(_ steps: [[InputEvent]], _ program: inout Recorder) -> ScriptedTerminal {
        let terminal = ScriptedTerminal(steps)
        let inbox = program.inbox ?? Inbox()
        var loop = RunLoop<Recorder>(terminal: terminal, inbox: inbox)
        loop.run(&program)
        return terminal
    }

    private func keys(_ notation: String) -> [InputEvent] {
        (Key.sequence(notation) ?? []).map { .key($0) }
    }

    @Test func manyKeysAreOneFrame() {
        var program = Recorder()
        let terminal = run([keys("abc"), keys("d"), []], &program)
        #expect(terminal.painted == ["abcd"])
    }

    @Test func whatWorkBeganAfterTheFirstFrameReportsIsDrawn() {
        var program = Recorder(inbox: Inbox())
        let terminal = run([[], [], [], []], &program)
        #expect(terminal.painted == ["", "(shown)"])
    }

    @Test func theLoopEndsWhenTheProgramIsFinished() {
        var program = Recorder()
        let terminal = run([keys("a"), [], keys("qz"), keys("never")], &program)
        #expect(program.text == "aqz")
        #expect(terminal.painted == ["a"])
    }

    @Test func theLoopEndsWhenTheTerminalIsGone() {
        var program = Recorder()
        _ = run([[]], &program)
        #expect(!program.isFinished)
    }

    @Test func controlZStopsTheProcess() {
        var program = Recorder()
        let terminal = run([keys("<C-z>"), []], &program)
        #expect(terminal.stops == 1)
    }

    @Test func aProgramThatAsksForTicksGetsThem() {
        var program = Recorder(tickInterval: 0)
        let terminal = run([[], [], []], &program)
        #expect(terminal.painted.last?.hasPrefix("!") == true)
    }
}

struct InboxTests {
    @Test func messagesComeOutInOrderOnce() {
        let inbox = Inbox<Int>()
        for number in 1...3 { inbox.post(number) }
        #expect(inbox.drain() == [1, 2, 3])
        #expect(inbox.drain() == [])
    }

    @Test func aMessageMayTakeThePlaceOfThePointlessOneBefore() {
        let inbox = Inbox<Int>()
        inbox.post(1)
        inbox.post(12) { $0 < 10 }
        inbox.post(3) { $0 < 10 }
        inbox.post(4) { $0 < 10 }
        #expect(inbox.drain() == [12, 4])
    }

    @Test func theDescriptorIsReadableWhileMessagesWait() {
        let inbox = Inbox<Int>()
        func isReadable() -> Bool {
            var wait = pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&wait, 1, 0) == 1
        }
        #expect(!isReadable())
        inbox.post(1)
        inbox.post(2)
        #expect(isReadable())
        _ = inbox.drain()
        #expect(!isReadable())
    }

    @Test func aWakeLeavesNoMessage() {
        let inbox = Inbox<Int>()
        inbox.wake()
        var wait = pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 0) == 1)
        #expect(inbox.drain() == [])
        #expect(poll(&wait, 1, 0) == 0)
    }

    @Test func manyThreadsPostWithoutLoss() async {
        let inbox = Inbox<Int>()
        await withTaskGroup(of: Void.self) { group in
            for start in 0..<8 {
                group.addTask { for number in 0..<500 { inbox.post(start * 500 + number) } }
            }
        }
        #expect(inbox.drain().sorted() == Array(0..<4000))
    }
}

struct FirstFrameTests {
    @Test func workWaitsForTheFrameAndHurriesItOnce() async {
        let frame = FirstFrame()
        let events = Inbox<String>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                frame.wait { events.post("hurry") }
                events.post("begun")
            }
            group.addTask {
                var wait = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
                while poll(&wait, 1, -1) != 1 {}
                events.post("shown")
                frame.show()
            }
        }
        #expect(events.drain() == ["hurry", "shown", "begun"])
    }

    @Test func afterTheFrameNobodyWaits() {
        let frame = FirstFrame()
        frame.show()
        frame.show()
        var isHurried = false
        frame.wait { isHurried = true }
        frame.wait { isHurried = true }
        #expect(frame.isShown)
        #expect(!isHurried)
        #expect(FirstFrame(isShown: true).isShown)
    }
}
