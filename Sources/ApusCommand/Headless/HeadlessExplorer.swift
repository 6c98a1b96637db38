import Explorer
import Glibc

/// The explorer's state, `update` and effects without a screen: messages go in, and it waits until what
/// follows from them is done.
///
/// Main thread only.
final class HeadlessExplorer {
    /// Work whose end is waited for.
    private enum Work: Hashable {
        case loading, exchange(ExchangeID), file(String), fixture(RequestKey), other(WorkID)
    }

    /// Everything the explorer knows.
    var state: ExplorerState
    /// Called after every message.
    var didReceive: () -> Void = {}
    /// What becomes of a message from outside before it is taken.
    var transform: (Message) -> Message = { $0 }
    private let interpreter: EffectInterpreter
    private let inbox: Inbox<Message>
    private var work: Set<Work> = []

    /// Creates an explorer whose collection is not read yet.
    init(state: ExplorerState, interpreter: EffectInterpreter, inbox: Inbox<Message>) {
        self.state = state
        self.interpreter = interpreter
        self.inbox = inbox
    }

    /// Whether the program was asked to end.
    var isFinished: Bool { interpreter.isFinished }

    /// Reads the collection.
    func load() {
        begin(.loadCollection(path: state.path))
        settle()
    }

    /// Hands a message to the machine and begins what follows from it.
    func receive(_ message: Message) {
        for ended in Self.ends(message) { work.remove(ended) }
        interpreter.noteEnd(in: message)
        let time = TimeOfDay.now
        if state.time != time {
            for effect in update(&state, on: .timeTold(time)) { begin(effect) }
        }
        for effect in update(&state, on: message) { begin(effect) }
        didReceive()
    }

    /// Waits until nothing is under way or the person is asked something.
    ///
    /// - Parameter signals: What may come meanwhile; a signal cancels what is being sent.
    func settle(_ signals: SignalListener? = nil) {
        drain()
        while !work.isEmpty, !isAsking {
            var waiting = [
                pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&waiting, 2, -1)
            if signals?.next() != nil { receive(.command(.cancel)) }
            drain()
        }
    }

    private func drain() {
        for message in inbox.drain() { receive(transform(message)) }
    }

    private func begin(_ effect: Effect) {
        switch effect {
        case .loadCollection: work.insert(.loading)
        case .send(let id, _), .resendHistory(let id, _): work.insert(.exchange(id))
        case .saveFile(let order): work.insert(.file(order.path))
        case .reloadFile(let path, _): work.insert(.file(path))
        case .compareWithFixture(let key, _), .listOfflineAnswers(let key, _, _):
            work.insert(.fixture(key))
        case .settleDrift(let settlement): work.insert(.fixture(settlement.subject.key))
        case .prepareSnapshot(let id, _), .saveSnapshot(let id, _), .listHistory(let id, _),
            .openHistory(let id, _), .removeHistory(let id, _), .startRun(let id, _),
            .editExternally(let id, _, _, _), .workOnBody(let id, _), .readPaste(let id, _):
            work.insert(.other(id))
        case .stopBodyWork(let id): work.remove(.other(id))
        default: break
        }
        interpreter.perform(effect)
    }

    /// The work that a message says has ended.
    private static func ends(_ message: Message) -> [Work] {
        switch message {
        case .collectionLoaded, .collectionFailed: [.loading]
        case .bodyReported(_, .matched), .bodyReported(_, .reading),
            .bodyReported(_, .found(_, isComplete: false)):
            []
        case .bodyReported(let id, _): [.other(id)]
        case .exchangeFinished(let id, _, _): [.exchange(id)]
        case .fileSaved(let path, _, _), .fileSaveFailed(let path, _),
            .fileChangedOutside(let path, _, _), .fileReloaded(let path, _, _),
            .fileReloadFailed(let path, _):
            [.file(path)]
        case .fixtureCompared(let subject, _): [.fixture(subject.key)]
        case .driftSettled(let settlement, _): [.fixture(settlement.subject.key)]
        case .offlineAnswersListed(let key, _): [.fixture(key)]
        case .snapshotPrepared(let id, _), .snapshotSaved(let id, _), .snapshotFailed(let id, _),
            .historyListed(let id, _), .historyOpened(let id, _, _), .historyRemoved(let id, _),
            .historyFailed(let id, _), .runEnded(let id, _), .externalEditFinished(let id, _),
            .pasteRead(let id, _):
            [.other(id)]
        default: []
        }
    }

    /// Whether a question of a run waits, without whose answer it does not go on.
    private var isAsking: Bool {
        switch state.popup {
        case .input(let input):
            if case .question = input.subject { true } else { false }
        case .dialog(let dialog):
            if case .question = dialog.subject { true } else { false }
        default: false
        }
    }
}
