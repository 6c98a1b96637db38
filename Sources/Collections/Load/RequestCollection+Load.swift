package import Files
import HTTPModel

extension RequestCollection {
    /// Reads a folder with all below it, or one file.
    ///
    /// Names that begin with a dot, `node_modules`, and `Fixtures` folders are skipped. A file
    /// that cannot be read or understood is listed in `problems`. The collection's folder is the nearest
    /// one with an `apus.json`, from `path` upwards but not above a folder with `.git`; without one it is
    /// the folder given, or that of the file given.
    ///
    /// - Parameters:
    ///   - path: A folder or a file.
    ///   - foreign: Reads files of other tools; without one they are not looked at.
    ///   - known: The collection as it was read before; its request files that are as they were then are
    ///     taken over without reading them again.
    ///   - entering: Told the absolute path of each folder on which the collection depends, before anything
    ///     in it is looked at.
    ///   - pausing: Called once as soon as there are more files than are read in a moment, and before any
    ///     of them is; whoever is waited for there has the machine to itself until it returns, and all
    ///     cores but one for a moment longer.
    /// - Returns: The collection, with what is wrong in its files.
    /// - Throws: `FileError` when `path` itself cannot be read.
    package static func load(
        _ path: String,
        foreign: (any ForeignFileReader)? = nil,
        knowing known: RequestCollection? = nil,
        entering: ((String) -> Void)? = nil,
        pausing: (() -> Void)? = nil
    ) throws(FileError) -> RequestCollection {
        let absolute = FilePath.absolute(path)
        let isFolder = FileSystem.isDirectory(absolute)
        let folder = isFolder ? absolute : FilePath.directory(of: absolute)
        let root = collectionFolder(above: folder) ?? folder
        var above = isFolder && folder != root ? FilePath.directory(of: folder) : folder
        if !isFolder || folder != root { entering?(above) }
        while above != root, above != "/" {
            above = FilePath.directory(of: above)
            entering?(above)
        }
        let reader = CollectionFileReader(root: root, foreign: foreign, known: known)
        if !isFolder { return try single(absolute, root: root, reader) }
        var walk = CollectionWalk(
            root: root,
            foreign: foreign,
            entering: entering,
            pausing: pausing
        )
        try walk.enter(absolute)
        let files = walk.files
        let contents = ParallelWork.map(
            count: files.count,
            aloneFor: walk.hasPaused ? timeAlone : .zero
        ) { reader.read(files[$0]) }
        var loader = CollectionLoader(root: root)
        loader.expect(files.count)
        loader.readSettings()
        loader.readEnvironments(above: folder)
        for step in walk.steps { loader.take(step, contents) }
        return loader.collection()
    }

    /// How long one thread reads a large collection alone after the pause.
    private static let timeAlone = Duration.milliseconds(12)

    /// The collection of one file, with the environment files beside it.
    private static func single(
        _ path: String,
        root: String,
        _ reader: CollectionFileReader
    ) throws(FileError) -> RequestCollection {
        let folder = FilePath.directory(of: path)
        let isOwn = reader.foreign == nil || CollectionWalk.isRequestFile(FilePath.name(of: path))
        let file = CollectionWalk.File(
            absolutePath: path,
            path: FilePath.relative(path, to: root),
            isOwn: isOwn
        )
        let content = try reader.readOrThrow(file)
        var loader = CollectionLoader(root: root)
        loader.readSettings()
        loader.readEnvironments(above: folder)
        loader.readEnvironments(in: folder)
        loader.take(content, file)
        if case .unknown = content {
            loader.report(
                file.path,
                "this is no request file, and of no other format that is known"
            )
        }
        return loader.collection()
    }

    private static func collectionFolder(above folder: String) -> String? {
        var current = folder
        while true {
            if FileSystem.exists(FilePath.join(current, SettingsReader.fileName)) { return current }
            let parent = FilePath.directory(of: current)
            if parent == current || FileSystem.exists(FilePath.join(current, ".git")) { return nil }
            current = parent
        }
    }

    /// Whether a change of a file or folder of this name may change a collection.
    ///
    /// - Parameters:
    ///   - name: The name without its folder.
    ///   - isFolder: Whether it is a folder's.
    ///   - foreign: What reads files of other tools, if anything does.
    /// - Returns: Whether to read the collection again.
    package static func isConcerned(
        by name: String,
        isFolder: Bool,
        foreign: (any ForeignFileReader)? = nil
    ) -> Bool {
        CollectionWalk.matters(name, isFolder: isFolder, foreign: foreign)
    }
}
