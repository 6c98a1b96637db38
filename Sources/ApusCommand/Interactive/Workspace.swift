import ClientCore
import CollectionRun
import Collections
import Explorer
import Files
import Glibc
import Interchange
import Fixtures
import HTTPModel
import MockServer
import Synchronization

/// The collection that is open, as the work on it needs it: its folder, the embedded mock server
/// and the variables that lead to it.
///
/// Safe to share: work runs on several threads at once.
final class Workspace: Sendable {
    private struct State {
        var root = ""
        var mock: EmbeddedMock?
    }

    private let options: ExplorerOptions
    private let state = Mutex(State())

    /// Creates the workspace of the explorer's options; nothing is read yet.
    init(options: ExplorerOptions) {
        self.options = options
    }

    /// Variables that win over every other source, the mock server's origin among them.
    var overrides: [String: String] {
        var overrides = options.overrides
        if let mock, overrides[EmbeddedMock.variable] == nil {
            overrides[EmbeddedMock.variable] = mock.origin
        }
        return overrides
    }

    /// Where the variables come from that were not given on the command line.
    var overrideSources: [String: String] {
        options.overrides[EmbeddedMock.variable] == nil
            ? [EmbeddedMock.variable: EmbeddedMock.sourceName] : [:]
    }

    /// The mock server, once a request wanted it.
    var mock: EmbeddedMock? { state.withLock { $0.mock } }

    /// Reads a collection and looks for edits that were not saved.
    func load(_ path: String, journal: Journal?) -> [Message] {
        let path = Self.expanded(path)
        do {
            let collection = try RequestCollection.load(path, foreign: InterchangeReader())
            var messages: [Message] = []
            var mapping = ErrorMapping.standard
            do {
                mapping = try ErrorMapping(collection)
            } catch {
                messages.append(.noticed(Notice(.problem, error.description)))
            }
            open(collection.root)
            let loaded = LoadedCollection(
                collection,
                errorMapping: mapping,
                absolutePath: FilePath.absolute(path)
            )
            messages.insert(.collectionLoaded(loaded), at: 0)
            let drafts = Self.drafts(of: collection, journal)
            if !drafts.isEmpty { messages.append(.draftsRecovered(drafts)) }
            return messages
        } catch {
            return [.collectionFailed(reason: error.description)]
        }
    }

    /// The path with the home in place of a `~` that begins it.
    private static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }

    /// A session that sends, with the mock server running if the environment wants it.
    func session(
        _ collection: RequestCollection,
        _ environmentName: String?,
        _ settings: RunSettings,
        isOffline: Bool = false,
        memory: RunMemory
    ) throws -> RunSession {
        try startMock(for: collection, environmentName: environmentName)
        var settings = settings
        settings.overrides = overrides
        settings.overrideSources = overrideSources
        return try RunSession(
            collection: collection,
            settings: settings,
            client: isOffline ? try offlineClient(collection) : HTTPClient(),
            memory: memory
        )
    }

    /// A client that answers from the collection's fixtures.
    func offlineClient(_ collection: RequestCollection) throws -> HTTPClient {
        HTTPClient(transport: try FixtureTransport(root: Self.fixturesFolder(collection.root)))
    }

    /// Writes a fixture; the mock server knows it at once.
    func save(_ fixture: Fixture, _ id: WorkID) -> Message {
        let (root, mock) = state.withLock { ($0.root, $0.mock) }
        do {
            let saved = try FixtureStore(root: Self.fixturesFolder(root)).save(fixture)
            mock?.reload()
            let paths = saved.paths.map { FilePath.join(FixtureStore.folderName, $0) }
            return .snapshotSaved(id, paths: paths)
        } catch {
            return .snapshotFailed(id, reason: error.description)
        }
    }

    /// Ends the mock server.
    func close() {
        let mock = state.withLock { state in
            defer { state.mock = nil }
            return state.mock
        }
        mock?.stop()
    }

    /// The folder of a collection's fixtures.
    static func fixturesFolder(_ root: String) -> String {
        FilePath.join(root, FixtureStore.folderName)
    }

    /// Starts the mock server unless it runs or the environment does not want it.
    ///
    /// - Throws: `MockServerError` when it cannot start.
    func startMock(
        for collection: RequestCollection,
        environmentName: String?
    ) throws(MockServerError) {
        let isWanted =
            options.isDemo
            || EmbeddedMock.isWanted(
                by: collection,
                environmentName: environmentName,
                overrides: options.overrides
            )
        guard isWanted, mock == nil else { return }
        let new = try EmbeddedMock(collectionRoot: collection.root)
        let isLate = state.withLock { state in
            // Another request may have been faster.
            guard state.mock == nil else { return true }
            state.mock = new
            return false
        }
        if isLate { new.stop() }
    }

    /// Turns to a collection's folder; the mock server of another one ends.
    private func open(_ root: String) {
        let old = state.withLock { state in
            let old = state.root == root ? nil : state.mock
            if old != nil { state.mock = nil }
            state.root = root
            return old
        }
        old?.stop()
    }

    /// Edits in the journal that differ from what is on disk; those that do not are forgotten.
    private static func drafts(
        of collection: RequestCollection,
        _ journal: Journal?
    ) -> [RecoveredDraft] {
        guard let journal else { return [] }
        return collection.files.compactMap { file in
            guard let bytes = journal.unsavedBytes(of: file.absolutePath) else { return nil }
            if bytes == file.source.bytes {
                journal.record(file.absolutePath, nil)
                return nil
            }
            return RecoveredDraft(path: file.path, bytes: bytes)
        }
    }
}
