import CollectionRun
import Collections
import Explorer
import ExplorerRender
import Files
import Fixtures
import HTTPModel
import Screen

/// Walks through the explorer on the sample collections and writes down what its screens show.
///
/// Everything is real but the clock: requests are answered by fixtures, and each exchange is told to
/// have taken the same time.
enum TourRecorder {
    private static let size = Size(rows: 28, columns: 100)

    /// Walks through the tour.
    ///
    /// - Parameter path: The sample collections.
    /// - Returns: The page `docs/tour.md`.
    /// - Throws: What keeps them from being read.
    static func page(_ path: String) throws(CommandFailure) -> String {
        var options = ExplorerOptions(path: path)
        options.isOffline = true
        // No server is needed, and its port would be another one each time.
        options.overrides[EmbeddedMock.variable] = EmbeddedMock.offlineOrigin
        let inbox = Inbox<Message>()
        let terminal = PlainTerminal()
        let interpreter = EffectInterpreter(
            options: options,
            environment: [:],
            terminal: terminal,
            inbox: inbox
        )
        defer { interpreter.finish() }
        let state = ExplorerState(
            path: path,
            size: size,
            isOffline: true,
            overrides: options.overrides,
            overrideSources: [EmbeddedMock.variable: EmbeddedMock.sourceName]
        )
        let machine = HeadlessExplorer(state: state, interpreter: interpreter, inbox: inbox)
        machine.transform = timeless
        machine.load()
        if let problem = machine.state.loadProblem {
            throw CommandFailure(.invalidInput, problem)
        }
        machine.state.memory.isWelcomed = true
        machine.state.isWelcoming = false
        var page = """
            # A tour of the screen

            Recorded by the program itself: `make tour` walks through the sample collections with these keys, and a
            test compares. A terminal shows it in colours.

            """
        for step in TourStep.all {
            press(step.keys, machine)
            page += "\n## \(step.title)\n\n\(step.text)\n"
            if !step.keys.isEmpty { page += "\nKeys: \(labels(step.keys))\n" }
            page += "\n```\n" + screen(machine.state) + "```\n"
            press(step.back, machine)
        }
        return page
    }

    private static func press(_ notation: String, _ machine: HeadlessExplorer) {
        for key in Key.sequence(notation) ?? [] {
            machine.receive(.input(.key(key)))
            machine.settle()
        }
    }

    /// The keys as the reader presses them; letters in a row stand together.
    private static func labels(_ notation: String) -> String {
        var words: [String] = []
        var isTyping = false
        for key in Key.sequence(notation) ?? [] {
            if case .character(let character) = key, character != " " {
                if isTyping {
                    words[words.count - 1].append(character)
                } else {
                    words.append(String(character))
                }
                isTyping = true
            } else {
                words.append(key.label)
                isTyping = false
            }
        }
        return words.map { "`\($0)`" }.joined(separator: " ")
    }

    private static func screen(_ state: ExplorerState) -> String {
        let frame = render(state, Layout(state.size, state))
        var text = ""
        for row in 0..<frame.size.rows {
            var line = frame.text(ofRow: row)
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }

    /// The message with the same times in every exchange, so that every walk is the same.
    private static func timeless(_ message: Message) -> Message {
        guard case .exchangeFinished(let id, var result, let document) = message else {
            return message
        }
        var timings = Timings()
        timings.nameLookup = .milliseconds(2)
        timings.connect = .milliseconds(9)
        timings.tls = .milliseconds(14)
        timings.send = .milliseconds(1)
        timings.wait = .milliseconds(31)
        timings.receive = .milliseconds(4)
        timings.total = .milliseconds(61)
        let count = result.exchange?.hops.count ?? 0
        for index in 0..<count { result.exchange?.hops[index].timings = timings }
        result.exchange?.elapsed = .milliseconds(61 * max(1, count))
        return .exchangeFinished(id, result, document)
    }
}
