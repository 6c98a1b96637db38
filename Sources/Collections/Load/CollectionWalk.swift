import Files

/// The folders of a collection as they are gone through: which files to read, and in what order they
/// count.
///
/// Only names are looked at here; no file is opened.
struct CollectionWalk {
    /// A file that may hold requests.
    struct File: Sendable {
        var absolutePath: String
        /// The path relative to the collection's folder.
        var path: String
        /// Whether it is an `.http` or `.rest` file.
        var isOwn: Bool
    }

    /// What comes next when the collection is put together.
    enum Step {
        /// Environment files in a folder, by their absolute paths.
        case environments([String])
        /// The file of this position in `files`.
        case file(Int, File)
        /// Something that could not be listed.
        case problem(path: String, message: String)
    }

    /// As many files are read by one thread before anybody waits for them.
    static let quickCount = 31

    static let environmentFiles = ["http-client.env.json", "http-client.private.env.json", ".env"]

    private static let skippedFolders: Set<String> = ["node_modules", "Fixtures"]
    /// Where Insomnia keeps its resources in a repository.
    private static let insomniaFolder = ".insomnia"

    private let root: String
    private let foreign: (any ForeignFileReader)?
    /// Told each folder before it is listed.
    private let entering: ((String) -> Void)?
    /// Called once when there are more files than are read in no time.
    private let pausing: (() -> Void)?
    /// Whether `pausing` was called.
    private(set) var hasPaused = false
    /// The steps in order.
    private(set) var steps: [Step] = []
    /// The files to read, in order.
    private(set) var files: [File] = []
    /// The folders being gone through, to stop at links that lead back.
    private var openFolders: Set<FileStamp> = []

    init(
        root: String,
        foreign: (any ForeignFileReader)?,
        entering: ((String) -> Void)? = nil,
        pausing: (() -> Void)? = nil
    ) {
        self.root = root
        self.foreign = foreign
        self.entering = entering
        self.pausing = pausing
    }

    /// Goes through a folder: its files by name, then the folders in it.
    mutating func enter(_ folder: String) throws(FileError) {
        let relative = FilePath.relative(folder, to: root)
        try enter(folder, relative == "." ? "" : relative)
    }

    private mutating func enter(_ folder: String, _ relative: String) throws(FileError) {
        entering?(folder)
        let entries = try FileSystem.list(folder)
        guard let stamp = FileSystem.stamp(folder), openFolders.insert(stamp).inserted else {
            return
        }
        defer { openFolders.remove(stamp) }
        let present = entries.filter { !$0.isDirectory }
        let environments = Self.environmentFiles.filter { name in
            present.contains { $0.name == name }
        }
        if !environments.isEmpty {
            steps.append(.environments(environments.map { FilePath.join(folder, $0) }))
        }
        for entry in present {
            let isOwn = Self.isRequestFile(entry.name)
            guard isOwn || isForeignCandidate(entry.name) else { continue }
            let file = File(
                absolutePath: FilePath.join(folder, entry.name),
                path: FilePath.join(relative, entry.name),
                isOwn: isOwn
            )
            steps.append(.file(files.count, file))
            files.append(file)
        }
        if files.count > Self.quickCount, !hasPaused, let pausing {
            hasPaused = true
            pausing()
        }
        for entry in entries where entry.isDirectory && !Self.isSkipped(entry.name) {
            let inner = FilePath.join(folder, entry.name)
            let path = FilePath.join(relative, entry.name)
            do {
                try enter(inner, path)
            } catch {
                let message = "cannot \(error.operation) this folder: \(error.reason)"
                steps.append(.problem(path: path, message: message))
            }
        }
    }

    /// Whether a file of this name is read as a request file.
    static func isRequestFile(_ name: String) -> Bool {
        guard !name.hasPrefix(".") else { return false }
        let suffix = FilePath.fileExtension(of: name)
        return suffix == "http" || suffix == "rest"
    }

    /// Whether a change of a file or folder of this name may change the collection.
    static func matters(
        _ name: String,
        isFolder: Bool,
        foreign: (any ForeignFileReader)?
    ) -> Bool {
        if isFolder { return !isSkipped(name) }
        return isRequestFile(name) || environmentFiles.contains(name)
            || name == SettingsReader.fileName || foreign?.isCandidate(name) == true
    }

    private func isForeignCandidate(_ name: String) -> Bool {
        foreign?.isCandidate(name) == true && !Self.environmentFiles.contains(name)
            && name != SettingsReader.fileName
    }

    /// Whether a folder of this name holds no requests, whatever is in it.
    static func isSkipped(_ name: String) -> Bool {
        name.hasPrefix(".") && name != insomniaFolder || skippedFolders.contains(name)
    }
}
