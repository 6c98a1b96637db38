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
    /// What was answered offline so far.
    private let offlineProgress = FixtureProgress()
    private struct State {
        var root = ""
        var mock: EmbeddedMock?
        var watch: FolderWatch?
        /// What is watched, as it was given.
        var watchedPath: String?
        /// Whether some folders could not be watched, and nobody was told yet.
        var isUnwatched = false
        var isClosed = false
    }

    private let options: ExplorerOptions
    private let state = Mutex(State())
    /// The collection as it was read last; held while one is read and reported, so that an older one
    /// never follows a newer.
    private let lastRead = Mutex<RequestCollection?>(nil)

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

    /// Reads a collection, looks for edits that were not saved, and watches its folders from then on.
    ///
    /// What came of it, and later each change that other programs make, is told by `post`, on other
    /// threads too. `pausing` is called before many files are read.
    func load(
        _ path: String,
        journal: Journal?,
        pausing: (() -> Void)? = nil,
        _ post: @escaping @Sendable (Message) -> Void
    ) {
        let path = Self.expanded(path)
        let unwatched = startWatch(of: path) { [weak self] in self?.readAgain(path, post) }
        read(path, pausing: pausing, post) { loaded in
            var loaded = loaded
            loaded.drafts = Self.drafts(of: loaded.collection, journal)
            post(.collectionLoaded(loaded))
        }
        if let problem = unwatched ?? takeWatchProblem() {
            let text = "Changes by other programs are not noticed: \(problem). R reads again."
            post(.noticed(Notice(.problem, text)))
        }
    }

    /// Reads the collection again after a change by another program.
    private func readAgain(_ path: String, _ post: (Message) -> Void) {
        read(path, post) { loaded in
            // Another collection may have been opened meanwhile.
            guard state.withLock({ $0.watchedPath == path }) else { return }
            post(.collectionChangedOutside(loaded))
        }
    }

    private func read(
        _ path: String,
        pausing: (() -> Void)? = nil,
        _ post: (Message) -> Void,
        _ take: (LoadedCollection) -> Void
    ) {
        let watch = state.withLock { $0.watch }
        lastRead.withLock { last in
            do throws(FileError) {
                let collection = try RequestCollection.load(
                    path,
                    foreign: InterchangeReader(),
                    knowing: last,
                    entering: { self.watchFolder($0, by: watch) },
                    pausing: pausing
                )
                last = collection
                open(collection.root)
                var mapping = ErrorMapping.standard
                var problem: RunProblem?
                do throws(RunProblem) {
                    mapping = try ErrorMapping(collection)
                } catch {
                    problem = error
                }
                take(
                    LoadedCollection(
                        collection,
                        errorMapping: mapping,
                        absolutePath: FilePath.absolute(path)
                    )
                )
                if let problem { post(.noticed(Notice(.problem, problem.description))) }
            } catch {
                post(.collectionFailed(reason: error.description))
            }
        }
    }

    // MARK: Changes by other programs

    /// Starts the watch of what is read at a path unless it runs, in place of that of another path;
    /// returns why there is none.
    private func startWatch(
        of path: String,
        _ report: @escaping @Sendable () -> Void
    ) -> String? {
        state.withLock { state -> String? in
            guard state.watchedPath != path, !state.isClosed else { return nil }
            state.watch?.stop()
            state.watch = nil
            state.isUnwatched = false
            state.watchedPath = path
            let reader = InterchangeReader()
            do throws(FileError) {
                state.watch = try FolderWatch(
                    interest: { name, isFolder in
                        RequestCollection.isConcerned(
                            by: name,
                            isFolder: isFolder,
                            foreign: reader
                        )
                    },
                    report: { _ in report() }
                )
                return nil
            } catch {
                return error.reason
            }
        }
    }

    private func watchFolder(_ folder: String, by watch: FolderWatch?) {
        guard let watch, (try? watch.add(folder)) == nil else { return }
        // A folder that is not there is told by whoever reads it.
        guard FileSystem.isDirectory(folder) else { return }
        state.withLock { $0.isUnwatched = true }
    }

    /// Why some folders are not watched, once.
    private func takeWatchProblem() -> String? {
        state.withLock { state -> String? in
            guard state.watch != nil, state.isUnwatched else { return nil }
            state.isUnwatched = false
            return "the system's limit on watched folders is reached "
                + "(fs.inotify.max_user_watches)"
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
        offlineVariant: String? = nil,
        memory: RunMemory
    ) throws -> RunSession {
        try startMock(for: collection, environmentName: environmentName)
        var settings = settings
        settings.overrides = overrides
        settings.overrideSources = overrideSources
        return try RunSession(
            collection: collection,
            settings: settings,
            client: isOffline
                ? try offlineClient(collection, variant: offlineVariant) : HTTPClient(),
            memory: memory
        )
    }

    /// A client that answers from the collection's fixtures; turns and states go on from one to the next.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - variant: The variant that answers; `nil` for the usual one.
    /// - Returns: The client.
    /// - Throws: `FixtureError` when the fixtures cannot be read.
    func offlineClient(_ collection: RequestCollection, variant: String?) throws -> HTTPClient {
        let store = FixtureStore(root: Self.fixturesFolder(collection.root))
        var transport = FixtureTransport(try store.load(), progress: offlineProgress)
        transport.variant = variant
        return HTTPClient(transport: transport)
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

    /// Ends the mock server and the watch.
    func close() {
        let (mock, watch) = state.withLock { state in
            defer {
                state.mock = nil
                state.watch = nil
                state.isClosed = true
            }
            return (state.mock, state.watch)
        }
        mock?.stop()
        watch?.stop()
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
        guard let journal, !journal.isEmpty else { return [] }
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
