package import ClientCore
package import CollectionRun
package import Collections
package import Documents
package import Files
package import Fixtures
package import History
package import HTTPModel
package import Screen

/// Everything that can happen to the explorer, as data.
package enum Message: Equatable, Sendable {
    /// The person did something at the terminal.
    case input(InputEvent)
    /// A command was asked for by other means than a key.
    case command(Command)
    /// The open request was edited by other means than a pane; `title` says what was.
    case edited(RequestEdit, title: String)

    /// The collection was read.
    case collectionLoaded(LoadedCollection)
    /// The collection was read again because other programs changed something in its folders.
    case collectionChangedOutside(LoadedCollection)
    /// The collection could not be read at all.
    case collectionFailed(reason: String)

    /// An exchange went on.
    case exchangeProgressed(ExchangeID, HopProgress, elapsed: Duration)
    /// An exchange has taken so long; nothing else is new.
    case exchangeTicked(ExchangeID, elapsed: Duration)
    /// An exchange ended, with the view of what was received (`ResponseRecord.document(of:)`).
    case exchangeFinished(ExchangeID, RunResult, ResponseDocument?)
    /// An exchange is about to end, at this time by this machine's clock.
    case exchangeReceived(ExchangeID, at: HTTPDate)
    /// Work on a body went on.
    case bodyReported(WorkID, BodyReport)
    /// The run of an exchange needs an answer; it waits until `Effect.answer` with this identity.
    case questionAsked(WorkID, ExchangeID, RunQuestion)

    /// A file was written: these bytes are on disk now.
    case fileSaved(path: String, Octets, FileStamp?)
    /// A file could not be written.
    case fileSaveFailed(path: String, reason: String)
    /// A file on disk is not what it was when it was read; `nil` when it is gone.
    ///
    /// Sent instead of writing, and whenever a change is noticed.
    case fileChangedOutside(path: String, Octets?, FileStamp?)
    /// A file was deleted as asked.
    case fileDeleted(path: String)
    /// A pasted curl command was read: the text of its first request, or why it cannot be one.
    case pasteRead(WorkID, PastedRequest)
    /// A file was read again as asked.
    case fileReloaded(path: String, Octets, FileStamp?)
    /// A file could not be read again.
    case fileReloadFailed(path: String, reason: String)

    /// A fixture was made and can be looked at before it is written.
    case snapshotPrepared(WorkID, PreparedSnapshot)
    /// A fixture was written to these files, relative to the collection.
    case snapshotSaved(WorkID, paths: [String])
    /// An answer was compared with its fixture.
    case fixtureCompared(FixtureSubject, FixtureComparison)
    /// What a review of differences decided was written, or could not be.
    case driftSettled(DriftSettlement, DriftOutcome)
    /// The fixtures that can answer a request offline.
    case offlineAnswersListed(RequestKey, [OfflineAnswer])
    /// A fixture could not be made or written.
    case snapshotFailed(WorkID, reason: String)

    /// The lines of the history that were asked for.
    case historyListed(WorkID, [HistoryLine])
    /// An entry of the history, with the view of what was received.
    case historyOpened(WorkID, HistoryEntry, ResponseDocument?)
    /// What was sent is in the history now.
    case historyGrew
    /// Entries of the history are gone.
    case historyRemoved(WorkID, [Int64])
    /// The history did not answer.
    case historyFailed(WorkID, reason: String)

    /// The run has come to a request.
    case runReached(WorkID, RequestKey)
    /// A request of the run ended, with the view of what was received.
    case runAdvanced(WorkID, RequestKey, RunResult, ResponseDocument?)
    /// The run has taken so long; nothing else is new.
    case runTicked(WorkID, elapsed: Duration)
    /// The run is over.
    case runEnded(WorkID, elapsed: Duration)

    /// The other program ended; `nil` when it failed or changed nothing.
    case externalEditFinished(WorkID, String?)
    /// What a file is that was asked for.
    case fileInspected(path: String, FileFacts)
    /// The names in a folder that was asked for; none when it cannot be read.
    case folderListed(path: String, [DirectoryEntry])
    /// Something to tell, such as what became of a copy.
    case noticed(Notice)
    /// The time of day, told before other messages when it is another than before.
    case timeTold(TimeOfDay)
}

/// A collection as it was read, with what the program makes of its settings.
package struct LoadedCollection: Equatable, Sendable {
    /// The requests, environments and problems.
    package var collection: RequestCollection
    /// The error table with the collection's own rules first.
    package var errorMapping: ErrorMapping
    /// Where to find it again, as an absolute path; `nil` when it is not to be remembered.
    package var absolutePath: String?
    /// Edits that were not saved when the program ended last time.
    package var drafts: [RecoveredDraft] = []

    /// Creates what the effect `loadCollection` reports.
    package init(
        _ collection: RequestCollection,
        errorMapping: ErrorMapping = .standard,
        absolutePath: String? = nil,
        drafts: [RecoveredDraft] = []
    ) {
        self.collection = collection
        self.errorMapping = errorMapping
        self.absolutePath = absolutePath
        self.drafts = drafts
    }
}

/// Edits that outlived the program that made them.
package struct RecoveredDraft: Equatable, Sendable {
    /// The file, relative to the collection.
    package var path: String
    /// The file's content with the edits.
    package var bytes: Octets

    /// Creates a recovered draft.
    package init(path: String, bytes: Octets) {
        self.path = path
        self.bytes = bytes
    }
}

/// A request that was pasted, as text of a request file.
package struct PastedRequest: Equatable, Sendable {
    /// The block of the request, from its `###` line on; empty when there is none.
    package var text: String
    /// What could not be carried over.
    package var notes: [String]
    /// Why nothing could be read; `nil` when something was.
    package var problem: String?

    /// Creates what the effect `readPaste` reports.
    package init(text: String, notes: [String] = [], problem: String? = nil) {
        self.text = text
        self.notes = notes
        self.problem = problem
    }
}

/// What a run needs to know from the person.
package enum RunQuestion: Equatable, Sendable {
    /// The value of a `# @prompt` variable.
    case prompt(name: String, description: String, isSecret: Bool)
    /// Whether a command may be run to get a value; the answer is `yes` or `nil`.
    case consent(command: String)
    /// Whether a request that asks first may be sent; the answer is `yes` or `nil`.
    case confirmation(request: String, note: String)
}

/// A fixture as it will be written.
package struct PreparedSnapshot: Equatable, Sendable {
    /// The fixture, redacted.
    package var fixture: Fixture
    /// The files, relative to the collection.
    package var paths: [String]
    /// Whether one of the files is there already.
    package var replacesFiles: Bool

    /// Creates a prepared snapshot.
    package init(fixture: Fixture, paths: [String], replacesFiles: Bool = false) {
        self.fixture = fixture
        self.paths = paths
        self.replacesFiles = replacesFiles
    }
}
