import Files
import HTTPModel
import Synchronization

/// Reads the files of a collection, several at a time.
struct CollectionFileReader: Sendable {
    /// What a file turned out to be.
    enum Content: Sendable {
        /// A request file.
        case requests(RequestFile)
        /// A file of another tool; `nil` for one without requests.
        case foreign(RequestFile?, [ForeignFile.Environment])
        /// A file of another tool with a fault in it.
        case broken(ForeignFault)
        /// Something else.
        case unknown
        /// A file that cannot be read.
        case unreadable(FileError)
    }

    /// How many bytes of request files keep their requests; those of others are made again when they
    /// are needed, so that large collections need little memory.
    private static let keptBytes = 1 << 18

    let root: String
    let foreign: (any ForeignFileReader)?
    private let known: [String: RequestFile]
    private let budget = Budget(keptBytes)

    init(root: String, foreign: (any ForeignFileReader)?, known: RequestCollection? = nil) {
        self.root = root
        self.foreign = foreign
        var files: [String: RequestFile] = [:]
        for file in known?.files ?? [] where file.format == nil && file.stamp != nil {
            files[file.absolutePath] = file
        }
        self.known = files
    }

    func read(_ file: CollectionWalk.File) -> Content {
        do {
            return try readOrThrow(file)
        } catch {
            return .unreadable(error)
        }
    }

    func readOrThrow(_ file: CollectionWalk.File) throws(FileError) -> Content {
        if file.isOwn, let old = known[file.absolutePath], old.path == file.path,
            FileSystem.stamp(file.absolutePath) == old.stamp
        {
            return .requests(old)
        }
        let (bytes, stamp) = try FileSystem.readStamped(file.absolutePath, mayMap: false)
        guard file.isOwn else { return readForeign(bytes, file) }
        return .requests(
            RequestFile(
                path: file.path,
                absolutePath: file.absolutePath,
                source: source(bytes, file.path),
                stamp: stamp
            )
        )
    }

    private func readForeign(_ bytes: Octets, _ file: CollectionWalk.File) -> Content {
        guard let foreign else { return .unknown }
        let folder = FilePath.directory(of: file.absolutePath)
        do {
            let found = try foreign.read(bytes, path: file.path) { sibling in
                try? FileSystem.read(FilePath.normalized(FilePath.join(folder, sibling)))
            }
            guard let found else { return .unknown }
            guard !found.text.isEmpty else { return .foreign(nil, found.environments) }
            let requests = RequestFile(
                path: file.path,
                absolutePath: FilePath.withoutExtension(file.absolutePath) + ".http",
                source: source(found.text, file.path),
                format: found.format
            )
            return .foreign(requests, found.environments)
        } catch {
            return .broken(error)
        }
    }

    private func source(_ bytes: Octets, _ path: String) -> HTTPFile {
        HTTPFile(bytes, path: path, keeping: budget.take(bytes.count) ? .requests : .outlines)
    }

    /// Bytes that may still be spent, from any thread.
    private final class Budget: Sendable {
        private let rest: Atomic<Int>

        init(_ bytes: Int) {
            rest = Atomic(bytes)
        }

        func take(_ count: Int) -> Bool {
            rest.subtract(count, ordering: .relaxed).newValue >= 0
        }
    }
}
