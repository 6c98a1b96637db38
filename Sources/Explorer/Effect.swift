package import CollectionRun
package import Collections
package import Files
package import Fixtures
package import History
package import HTTPModel
package import Screen

/// Work for the program to do; it reports back only by sending messages.
package enum Effect: Equatable, Sendable {
    /// Read the collection; ends in `collectionLoaded` or `collectionFailed`.
    case loadCollection(path: String)

    /// Send a request; ends in `exchangeFinished`, whatever happens.
    case send(ExchangeID, SendOrder)
    /// Cancel an exchange that was sent; it still ends in `exchangeFinished`.
    case cancel(ExchangeID)
    /// The answer to a question of the run; `nil` refuses.
    case answer(WorkID, String?)

    /// Write a file unless the one on disk is another than `expected`; ends in `fileSaved`,
    /// `fileSaveFailed` or `fileChangedOutside`.
    case saveFile(SaveOrder)
    /// Change a variable of a file of environments; ends in `noticed`.
    case saveVariable(VariableOrder)
    /// Delete a file unless the one on disk is another than `expected`; ends in `fileDeleted`,
    /// `fileChangedOutside` or `noticed`.
    case deleteFile(path: String, absolutePath: String, expected: FileStamp?)
    /// Read a pasted curl command; ends in `pasteRead`.
    case readPaste(WorkID, String)
    /// Read a file again; ends in `fileReloaded` or `fileReloadFailed`.
    case reloadFile(path: String, absolutePath: String)
    /// Keep unsaved bytes of a file so that they survive a crash; `nil` forgets them.
    case writeJournal(path: String, absolutePath: String, Octets?)

    /// Make a fixture of a result; ends in `snapshotPrepared` or `snapshotFailed`.
    case prepareSnapshot(WorkID, SnapshotOrder)
    /// Compare a result with its fixture; ends in `fixtureCompared`.
    case compareWithFixture(RequestKey, SnapshotOrder)
    /// Write what a review of differences decided; ends in `driftSettled`.
    case settleDrift(DriftSettlement)
    /// List the fixtures that can answer a request; ends in `offlineAnswersListed`.
    case listOfflineAnswers(RequestKey, RequestCollection, RunResult?)
    /// Write a fixture; ends in `snapshotSaved` or `snapshotFailed`.
    case saveSnapshot(WorkID, Fixture)

    /// Read lines of the history; ends in `historyListed` or `historyFailed`.
    case listHistory(WorkID, HistoryQuery)
    /// Read an entry of the history; ends in `historyOpened` or `historyFailed`.
    case openHistory(WorkID, Int64)
    /// Remove entries of the history; ends in `historyRemoved` or `historyFailed`.
    case removeHistory(WorkID, [Int64])
    /// Send a request of the history again; ends in `exchangeFinished`, whatever happens.
    case resendHistory(ExchangeID, ResendOrder)

    /// Run several requests, one after the other; ends in `runEnded`, whatever happens.
    case startRun(WorkID, RunOrder)
    /// Stop a run after the request that is in flight, which is cancelled.
    case stopRun(WorkID)

    /// Put a text on the clipboard; may end in `noticed`.
    case copy(String)
    /// Let the person edit a text in another program, from a line on, counted from 1; ends in
    /// `externalEditFinished`.
    case editExternally(WorkID, text: String, fileExtension: String, line: Int = 1)
    /// Look at the start of a file, by absolute path; ends in `fileInspected`.
    case inspectFile(String)
    /// Read the names in a folder, by absolute path; ends in `folderListed`.
    case listFolder(String)
    /// Let the person read bytes in another program.
    case viewExternally(Octets, fileExtension: String)
    /// Show the roles in other looks.
    case useTheme(Theme)
    /// Keep for the next time; work that fails is no loss.
    case remember(Memory)
    /// Do work on a body; reports by `bodyReported`.
    case workOnBody(WorkID, BodyWork)
    /// Give up work on a body; it reports nothing more.
    case stopBodyWork(WorkID)
    /// Draw the whole screen again.
    case redraw
    /// End the program.
    case quit
}

/// A request to send: the collection as it is on the screen, edits included.
package struct SendOrder: Equatable, Sendable {
    /// The collection; its files hold unsaved edits too.
    package var collection: RequestCollection
    /// Which request of it.
    package var key: RequestKey
    /// The environment in force.
    package var environmentName: String?
    /// Whether the answer comes from fixtures.
    package var isOffline: Bool
    /// How the body before was looked at; `nil` when there was none.
    package var view: BodyView?
    /// The variant that answers offline; `nil` for the usual one.
    package var offlineVariant: String?

    /// Creates an order.
    package init(
        collection: RequestCollection,
        key: RequestKey,
        environmentName: String?,
        isOffline: Bool = false,
        view: BodyView? = nil,
        offlineVariant: String? = nil
    ) {
        self.view = view
        self.collection = collection
        self.key = key
        self.environmentName = environmentName
        self.isOffline = isOffline
        self.offlineVariant = offlineVariant
    }
}

/// A file to write.
package struct SaveOrder: Equatable, Sendable {
    /// The file, relative to the collection.
    package var path: String
    /// The file's absolute path.
    package var absolutePath: String
    /// The new content.
    package var bytes: Octets
    /// The file as it was read; another one on disk must not be replaced.
    package var expected: FileStamp?

    /// Creates an order.
    package init(path: String, absolutePath: String, bytes: Octets, expected: FileStamp?) {
        self.path = path
        self.absolutePath = absolutePath
        self.bytes = bytes
        self.expected = expected
    }
}

/// A value to write into a file of environments.
package struct VariableOrder: Equatable, Sendable {
    /// What to change.
    package var edit: EnvironmentEdit
    /// The file, relative to the collection.
    package var path: String
    /// The file's absolute path.
    package var absolutePath: String
    /// Whether the file is kept out of repositories.
    package var isPrivate: Bool

    /// Creates an order.
    package init(edit: EnvironmentEdit, path: String, absolutePath: String, isPrivate: Bool) {
        self.edit = edit
        self.path = path
        self.absolutePath = absolutePath
        self.isPrivate = isPrivate
    }
}

/// A result to make a fixture of.
package struct SnapshotOrder: Equatable, Sendable {
    /// What came of the request.
    package var result: RunResult
    /// The variant's name; `nil` for none.
    package var variant: String?
    /// The collection the fixture belongs to.
    package var collection: RequestCollection

    /// Creates an order.
    package init(result: RunResult, variant: String?, collection: RequestCollection) {
        self.result = result
        self.variant = variant
        self.collection = collection
    }
}
