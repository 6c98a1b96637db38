import CSupport
import Files
import Fixtures
import Glibc
import HTTPModel
import Synchronization

/// The fixtures that are served, as they stand on disk now.
///
/// The kernel tells of changes; where it does not, as on some network file systems, files are looked at
/// from time to time.
final class FixtureLibrary: Sendable {
    /// The fixtures as read at one time.
    struct Edition: Sendable {
        /// Counts the readings.
        var number = -1
        var fixtures = FixtureSet()
        /// What TLS clients meet, by the host they ask for, where its fixtures are all such failures.
        var certificates: [String: MockCertificate] = [:]
        /// What clients of a proxy meet, in the same way.
        var proxyFailures: [String: NetworkFailure.Code] = [:]
        /// Whether some fixture resets while a request is still being sent.
        var hasEarlyReset = false
    }

    private struct State {
        var edition = Edition()
        var stamp: FixtureStamp?
    }

    /// Becomes readable when something changed; -1 when the kernel does not tell.
    let watch: Int32
    /// A folder with a `Fixtures` folder in it, or without one; it may still get one.
    private let root: String?
    private let extra: [StoredFixture]
    private let state = Mutex(State())
    /// The number of the edition that is due.
    private let due = Atomic(0)
    private static let loadLimit = 3

    init(_ configuration: MockServerConfiguration) {
        root = configuration.root
        extra = configuration.extraFixtures
        watch = root == nil ? -1 : cs_folder_watch_create()
        _ = current(Edition())
    }

    /// How often files are looked at while requests come, at most.
    var checkInterval: Duration { watch < 0 ? .milliseconds(250) : .seconds(2) }

    /// The newest edition; `known` itself while nothing changed.
    func current(_ known: Edition) -> Edition {
        guard due.load(ordering: .acquiring) != known.number else { return known }
        return state.withLock { state in
            let number = due.load(ordering: .acquiring)
            if state.edition.number != number { load(&state, number: number) }
            return state.edition
        }
    }

    /// Makes a new edition due.
    func noticeChange() {
        due.add(1, ordering: .acquiringAndReleasing)
    }

    /// Takes in what the kernel told.
    ///
    /// The edition is due before the news are gone, so that no thread can miss both.
    func noticeNews() {
        noticeChange()
        _ = cs_folder_watch_drain(watch)
    }

    /// Looks at the files, and makes an edition due when they changed.
    func check() {
        guard let store else { return }
        let current = store.stamp()
        let isChanged = state.withLock { $0.stamp != current }
        if isChanged { noticeChange() }
    }

    private var store: FixtureStore? { root.map { FixtureStore(serving: $0) } }

    func close() {
        if watch >= 0 { Glibc.close(watch) }
    }

    // MARK: Reading

    private func load(_ state: inout State, number: Int) {
        state.edition.number = number
        guard let store else {
            state.edition.take(FixtureSet(stored: extra))
            return
        }
        // Files that change while they are read would be taken for what they were before.
        for _ in 0..<Self.loadLimit {
            watchFolders(of: store, &state)
            state.stamp = store.stamp()
            // A folder that cannot be read now keeps the fixtures as they were.
            guard let loaded = try? store.load() else { return }
            state.edition.take(
                FixtureSet(stored: loaded.stored + extra, problems: loaded.problems)
            )
            if store.stamp() == state.stamp { return }
        }
        // Still changing: the next request looks again.
        noticeChange()
    }

    private func watchFolders(of store: FixtureStore, _ state: inout State) {
        guard watch >= 0 else { return }
        guard FileSystem.isDirectory(store.root) else {
            // Until it is made, the nearest folder around it tells of that.
            var folder = FilePath.directory(of: FilePath.absolute(store.root))
            while !FileSystem.isDirectory(folder), folder.count > 1 {
                folder = FilePath.directory(of: folder)
            }
            _ = unsafe cs_folder_watch_add(watch, folder)
            return
        }
        for folder in store.allFolders() {
            _ = unsafe cs_folder_watch_add(watch, FilePath.join(store.root, folder))
        }
    }
}

extension FixtureLibrary.Edition {
    /// Takes fixtures in, and what follows from them.
    fileprivate mutating func take(_ set: FixtureSet) {
        fixtures = set
        certificates = [:]
        proxyFailures = [:]
        var usual: [String: [NetworkFailure.Code?]] = [:]
        for fixture in set.fixtures where fixture.variant == nil {
            let host = Self.host(of: fixture.authority)
            usual[host, default: []].append(fixture.failure?.code)
        }
        for (host, codes) in usual {
            guard let code = codes[0], codes.allSatisfy({ $0 == code }) else { continue }
            certificates[host] = MockCertificate(playing: code)
            if code == .proxyAuth || code == .proxyRefused { proxyFailures[host] = code }
        }
        hasEarlyReset = set.fixtures.contains { $0.failure?.code == .sendReset }
    }

    /// The host of an authority, in lower case and without its port.
    static func host(of authority: String) -> String {
        let text = authority.lowercased()
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[...end]) }
        return String(text.prefix { $0 != ":" })
    }
}
