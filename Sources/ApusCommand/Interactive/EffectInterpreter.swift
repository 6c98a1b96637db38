import CollectionRun
import Collections
import Explorer
import Files
import Fixtures
import HTTPModel

/// Does the explorer's work and reports by messages.
///
/// Used by the main thread alone. Work that may take time runs on the global executor and posts to
/// the inbox; what needs the terminal (an editor, a copy, quitting) happens at once.
final class EffectInterpreter {
    private let inbox: Inbox<Message>
    private let terminal: any TerminalDevice
    private let environment: [String: String]
    private let journal: Journal?
    private let stateFile: StateFile?
    private let exchanges: ExchangeRunner
    private let bodies: BodyWorker
    private let workspace: Workspace
    private let history: HistoryWork
    private let runs: FolderRunner
    /// What reading a large collection makes room for.
    private let firstFrame: FirstFrame

    /// Whether the program was asked to end.
    private(set) var isFinished = false

    /// Creates an interpreter over what the effects touch.
    ///
    /// Without a screen, no first frame is waited for.
    init(
        options: ExplorerOptions,
        environment: [String: String],
        terminal: any TerminalDevice,
        inbox: Inbox<Message>,
        firstFrame: FirstFrame = FirstFrame(isShown: true)
    ) {
        self.firstFrame = firstFrame
        self.inbox = inbox
        self.terminal = terminal
        self.environment = environment
        journal = Journal.stateFolder(environment).map { Journal(stateFolder: $0) }
        stateFile = Journal.stateFolder(environment).map { StateFile(stateFolder: $0) }
        workspace = Workspace(options: options)
        bodies = BodyWorker(inbox: inbox)
        exchanges = ExchangeRunner(
            workspace: workspace,
            processEnvironment: environment,
            inbox: inbox
        )
        history = HistoryWork(environment: environment)
        runs = FolderRunner(exchanges)
    }

    /// Lets large work begin that waited for something to be on the screen.
    func didShowFirstFrame() { firstFrame.show() }

    /// Whether a clock on the screen runs because something is in flight.
    var isSending: Bool { exchanges.isRunning || runs.isRunning }

    /// Reports how long each exchange has taken.
    func tick() -> [Message] { exchanges.ticks() + runs.ticks() }

    /// Forgets an exchange or a run whose end was received.
    func noteEnd(in message: Message) {
        switch message {
        case .exchangeFinished(let id, _, _): exchanges.noteEnd(id)
        case .runEnded(let id, _): runs.noteEnd(id)
        default: break
        }
    }

    /// Begins or does one piece of work.
    func perform(_ effect: Effect) {
        switch effect {
        case .loadCollection(let path):
            let (workspace, journal, inbox) = (workspace, journal, inbox)
            let first = firstFrame.isShown ? nil : firstFrame
            Task.detached(executorPreference: WorkThreads.shared) {
                let pausing = first.map { first in { first.wait { inbox.wake() } } }
                workspace.load(path, journal: journal, pausing: pausing) { inbox.post($0) }
            }
        case .send(let id, let order): exchanges.send(id, order)
        case .cancel(let id): exchanges.cancel(id)
        case .answer(let id, let text): exchanges.answer(id, text)
        case .saveFile(let order): report { [FileWork.save(order)] }
        case .saveVariable(let order): report { [FileWork.saveVariable(order)] }
        case .reloadFile(let path, let absolutePath):
            report { [FileWork.reload(path, absolutePath)] }
        case .writeJournal(_, let absolutePath, let bytes): journal?.record(absolutePath, bytes)
        case .prepareSnapshot(let id, let order):
            report { [workspace] in [SnapshotWork.prepare(id, order, mock: workspace.mock)] }
        case .compareWithFixture(let key, let order): report { [FixtureWork.compare(key, order)] }
        case .settleDrift(let settlement):
            report { [workspace] in [FixtureWork.settle(settlement, mock: workspace.mock)] }
        case .listOfflineAnswers(let key, let collection, let result):
            report { [FixtureWork.answers(to: key, in: collection, after: result)] }
        case .saveSnapshot(let id, let fixture):
            report { [workspace] in [workspace.save(fixture, id)] }
        case .listHistory(let id, let query): report { [history] in [history.list(query, id)] }
        case .openHistory(let id, let entry): report { [history] in [history.open(entry, id)] }
        case .removeHistory(let id, let entries):
            report { [history] in [history.remove(entries, id)] }
        case .resendHistory(let id, let order): exchanges.resend(id, order)
        case .startRun(let id, let order): runs.start(id, order)
        case .stopRun(let id): runs.stop(id)
        case .copy(let text): copy(text)
        case .inspectFile(let path): report { [FileWork.inspect(path)] }
        case .listFolder(let path): report { [FileWork.list(path)] }
        case .deleteFile(let path, let absolutePath, let expected):
            report { [FileWork.delete(path, absolutePath, expected: expected)] }
        case .readPaste(let id, let text): report { [PasteWork.read(id, text)] }
        case .editExternally(let id, let text, let fileExtension, let line):
            let edited = ExternalText.edit(
                text,
                fileExtension: fileExtension,
                line: line,
                environment: environment,
                terminal: terminal
            )
            inbox.post(.externalEditFinished(id, edited.text))
            if let problem = edited.problem { inbox.post(.noticed(Notice(.problem, problem))) }
        case .viewExternally(let octets, let fileExtension):
            let problem = ExternalText.view(
                octets,
                fileExtension: fileExtension,
                environment: environment,
                terminal: terminal
            )
            if let problem { inbox.post(.noticed(Notice(.problem, problem))) }
        case .useTheme(let theme): terminal.use(theme)
        case .remember(let memory): stateFile?.record(memory)
        case .workOnBody(let id, let work): bodies.start(id, work)
        case .stopBodyWork(let id): bodies.stop(id)
        case .redraw: terminal.repaintAll()
        case .quit: isFinished = true
        }
    }

    /// Ends what is in flight and writes what waits for the disk.
    func finish() {
        exchanges.cancelAll()
        runs.stopAll()
        // What came last is kept in the history, too.
        WorkThreads.patient.drain(limit: .seconds(2))
        journal?.flush()
        stateFile?.flush()
        workspace.close()
    }

    /// Runs work off the main thread and posts what it reports.
    private func report(_ work: @escaping @Sendable () -> [Message]) {
        let inbox = inbox
        Task.detached(executorPreference: WorkThreads.shared) {
            inbox.post(contentsOf: work())
        }
    }

    private func copy(_ text: String) {
        let isSent = terminal.copy(text)
        let environment = environment
        report {
            let tools = Clipboard.copyByTools(text, environment: environment)
            guard tools.isEmpty, !isSent else { return [] }
            return [.noticed(Notice(.problem, "This is too long for the terminal's clipboard."))]
        }
    }
}
