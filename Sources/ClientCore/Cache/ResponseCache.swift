import Files
public import HTTPModel
import Synchronization

/// A private cache of responses: in memory, and in a folder where one is given.
///
/// It keeps what RFC 9111 lets a cache of one user keep, and gives it out while it is fresh or once the
/// server has confirmed it. Responses to requests with credentials are given to requests with the same
/// ones only, and never written to the disk; what depends on a cookie is told apart by `Vary`. Cookies
/// that a response sets are not kept.
///
/// Safe to use from several threads; processes may share a folder. Content is byte for byte what came.
///
/// - SeeAlso: RFC 9111, RFC 5861.
public final class ResponseCache: Sendable {
    private struct State: Sendable {
        var shelf: CacheShelf
        var folder: CacheFolder?
        /// Targets that are asked about in the background.
        var refreshing: Set<String> = []
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> HTTPDate

    /// Creates a cache in memory.
    ///
    /// A response larger than half the limit is not kept. `now` is asked for the time at each use.
    public init(
        memoryLimitInBytes: Int = 32 << 20,
        now: @escaping @Sendable () -> HTTPDate = CookieJar.currentTime
    ) {
        state = Mutex(State(shelf: CacheShelf(limit: memoryLimitInBytes)))
        self.now = now
    }

    /// Creates a cache in memory and in a folder, which outlives the program.
    ///
    /// The folder is made when it is not there, with access for its owner only; files in it that are
    /// none of a cache are left alone.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - memoryLimitInBytes: The most memory to use.
    ///   - diskLimitInBytes: The most bytes of files to keep.
    ///   - now: Asked for the time at each use.
    /// - Throws: `ResponseCacheError` when the folder cannot be made or listed.
    public init(
        folder: String,
        memoryLimitInBytes: Int = 32 << 20,
        diskLimitInBytes: Int = 256 << 20,
        now: @escaping @Sendable () -> HTTPDate = CookieJar.currentTime
    ) throws(ResponseCacheError) {
        let opened: CacheFolder
        do throws(FileError) {
            opened = try CacheFolder(path: folder, limit: diskLimitInBytes)
        } catch {
            throw ResponseCacheError(path: folder, description: error.description)
        }
        state = Mutex(State(shelf: CacheShelf(limit: memoryLimitInBytes), folder: opened))
        self.now = now
    }

    /// How many responses are kept in memory.
    public var count: Int { state.withLock { $0.shelf.count } }

    /// The memory used, roughly, in bytes.
    public var memoryUseInBytes: Int { state.withLock { $0.shelf.size } }

    /// The bytes of the files kept; 0 without a folder.
    public var diskUseInBytes: Int { state.withLock { $0.folder?.size ?? 0 } }

    /// Forgets every response, on the disk as well.
    public func removeAll() {
        state.withLock { state in
            state.shelf.remove { _ in true }
            state.folder?.removeAll()
        }
    }

    /// Forgets what is kept for one target.
    public func removeAll(for target: TargetURI) {
        state.withLock { Self.forget(target.displayText, &$0) }
    }

    private static func forget(_ key: String, _ state: inout State) {
        state.shelf.removeAll(for: key)
        state.folder?.removeAll(for: key)
    }

    // MARK: For the transport

    var currentTime: Int64 { now().secondsSince1970 }

    func decide(_ request: PreparedRequest) -> CachePolicy.Decision {
        let time = currentTime
        return state.withLock { state in
            let key = request.cacheKey
            var stored = state.shelf.responses(for: key)
            if stored.isEmpty, let found = state.folder?.responses(for: key), !found.isEmpty {
                for response in found { state.shelf.keep(response) }
                stored = found
            }
            return CachePolicy.decide(request, stored: stored, now: time)
        }
    }

    func keep(_ stored: StoredResponse) {
        state.withLock { state in
            state.shelf.keep(stored)
            state.folder?.keep(stored)
        }
    }

    func forget(_ keys: [String]) {
        guard !keys.isEmpty else { return }
        state.withLock { state in
            for key in keys { Self.forget(key, &state) }
        }
    }

    /// Whether the caller is the one to ask about a target; others leave it to that one.
    func beginRefresh(of key: String) -> Bool {
        state.withLock { $0.refreshing.insert(key).inserted }
    }

    func endRefresh(of key: String) {
        _ = state.withLock { $0.refreshing.remove(key) }
    }
}

/// Why a folder cannot hold a cache.
public struct ResponseCacheError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as given.
    public let path: String
    /// What is wrong, as a sentence without full stop that names the path.
    public let description: String
}
