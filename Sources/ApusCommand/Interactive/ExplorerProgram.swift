import Explorer
import ExplorerRender
import Glibc
import Screen

/// The explorer as the run loop's program: the state, and the interpreter of its effects.
struct ExplorerProgram: InteractiveProgram {
    typealias Message = Explorer.Message

    /// How often a clock on the screen moves, in milliseconds.
    private static let clockInterval = 100

    private var state: ExplorerState
    private let interpreter: EffectInterpreter
    private let crashesOnKey: Bool

    /// Creates the program before anything is read.
    ///
    /// - Parameters:
    ///   - state: The state to begin with.
    ///   - interpreter: What does the work.
    ///   - crashesOnKey: Whether the key `!` is a trap: a test of what a crash leaves behind.
    init(state: ExplorerState, interpreter: EffectInterpreter, crashesOnKey: Bool) {
        self.state = state
        self.interpreter = interpreter
        self.crashesOnKey = crashesOnKey
    }

    var isFinished: Bool { interpreter.isFinished }

    var tickInterval: Int? { interpreter.isSending ? Self.clockInterval : nil }

    mutating func receive(_ event: InputEvent) {
        if crashesOnKey, event == .key(.character("!")) {
            fatalError("crashed on purpose: APUS_TEST_CRASH is set")
        }
        // Ctrl-C leaves whatever the keymap says, as in any program; unsaved edits are asked about.
        let isBound =
            state.keymap.meaning(of: [.control("c")], in: state.keyContexts) != .nothing
        receive(event == .key(.control("c")) && !isBound ? .command(.quit) : .input(event))
    }

    mutating func receive(_ message: Message) {
        let time = TimeOfDay.now
        if state.time != time {
            for effect in update(&state, on: .timeTold(time)) { interpreter.perform(effect) }
        }
        interpreter.noteEnd(in: message)
        for effect in update(&state, on: message) { interpreter.perform(effect) }
    }

    mutating func tick() {
        for message in interpreter.tick() { receive(message) }
    }

    func frame() -> Frame { render(state, Layout(state.size, state)) }

    mutating func didShowFirstFrame() { interpreter.didShowFirstFrame() }
}

extension TimeOfDay {
    /// The time of day where the person is.
    static var now: TimeOfDay {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return TimeOfDay(seconds: Int(parts.tm_hour * 3600 + parts.tm_min * 60 + parts.tm_sec))
    }
}
