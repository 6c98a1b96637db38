import CollectionRun
import Collections
import Documents
import Explorer
import Glibc
import HTTPModel
import Screen

/// The explorer line by line, for screen readers, dumb terminals and pipes.
///
/// The same state, `update` and effects as on the screen: a line becomes messages, and what changed is
/// told in words. Main thread only; after each line it waits until nothing is under way.
final class PlainExplorer {
    /// The rows of the response that were read already.
    var readRows = 0
    private let machine: HeadlessExplorer
    private let output: OutputChannel
    private var lines = LineReader()
    private var isAtEnd = false
    private let signals = SignalListener(for: [SIGINT])

    /// Creates the mode over an explorer whose collection is not read yet.
    init(_ machine: HeadlessExplorer, output: OutputChannel) {
        self.machine = machine
        self.output = output
        machine.didReceive = { [unowned self] in tellNotice() }
    }

    /// Everything the explorer knows.
    var state: ExplorerState {
        get { machine.state }
        set { machine.state = newValue }
    }

    /// Reads lines and does what they say until one quits or there are none left.
    func run() -> ExitCode {
        tellNotice()
        machine.load()
        if let problem = state.loadProblem {
            tell(problem)
            output.flush()
            return .invalidInput
        }
        greet()
        while !machine.isFinished, let line = ask("apus> ") {
            handle(line)
            finishDialogues()
            output.flush()
        }
        if !machine.isFinished, let file = state.unsavedFiles.first {
            tell("Unsaved edits of \(file.path) are kept and offered at the next start.")
        }
        output.flush()
        return .success
    }

    /// Hands a message to the machine.
    func receive(_ message: Message) { machine.receive(message) }

    /// Waits until nothing is under way or the person is asked something.
    func settle() { machine.settle(signals) }

    /// Whether the program was asked to end.
    var isFinished: Bool { machine.isFinished }

    /// Writes a line; control characters are made visible.
    func tell(_ text: String = "") {
        output.writeLine(TextEscaping.visible(text))
    }

    /// Writes what the machine tells, once.
    private func tellNotice() {
        guard let notice = state.notice else { return }
        let mark = notice.kind == .problem ? "Problem: " : ""
        tell(mark + notice.text)
        state.notice = nil
    }

    /// Asks for a line; `nil` when there is none left, or it was interrupted.
    func ask(_ prompt: String) -> String? {
        guard !isAtEnd else { return nil }
        if LineReader.isInteractive { output.write(prompt) }
        output.flush()
        let line = lines.next { signals?.next() != nil }
        if line == nil { isAtEnd = true }
        return line
    }
}

/// Opens the explorer line by line and runs it until the person leaves it.
///
/// Blocks the calling thread, which must be the main one.
///
/// - Returns: The exit code.
func runPlainExplorer(
    options: ExplorerOptions,
    state: ExplorerState,
    environment: [String: String]
) -> Int32 {
    let inbox = Inbox<Message>()
    let terminal = PlainTerminal()
    let interpreter = EffectInterpreter(
        options: options,
        environment: environment,
        terminal: terminal,
        inbox: inbox
    )
    var state = state
    state.size = terminal.size
    let machine = HeadlessExplorer(state: state, interpreter: interpreter, inbox: inbox)
    let code = PlainExplorer(machine, output: .standardOutput).run()
    interpreter.finish()
    return code.rawValue
}
