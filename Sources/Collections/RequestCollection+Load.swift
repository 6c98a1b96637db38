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
    /// - Returns: The collection, with what is wrong in its files.
    /// - Throws: `FileError` when `path` itself cannot be read.
    package static func load(
        _ path: String,
        foreign: (any ForeignFileReader)? = nil
    ) throws(FileError) -> RequestCollection {
        let absolute = FilePath.absolute(path)
        let isFolder = FileSystem.isDirectory(absolute)
        let folder = isFolder ? absolute : FilePath.directory(of: absolute)
        let root = collectionFolder(above: folder) ?? folder
        var loader = CollectionLoader(root: root, foreign: foreign)
        loader.readSettings()
        loader.readEnvironments(above: folder)
        if isFolder {
            try loader.readFolder(absolute)
        } else {
            try loader.readFile(absolute)
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
}

/// Gathers the files of a collection.
struct CollectionLoader {
    private static let skippedFolders: Set<String> = ["node_modules", "Fixtures"]
    /// Where Insomnia keeps its resources in a repository.
    private static let insomniaFolder = ".insomnia"
    private static let environmentFiles = [
        "http-client.env.json", "http-client.private.env.json", ".env",
    ]

    private let root: String
    private let foreign: (any ForeignFileReader)?
    private var settings = CollectionSettings()
    private var files: [RequestFile] = []
    private var environments = EnvironmentReader()
    private var problems: [CollectionProblem] = []
    /// The folders being read, to stop at links that lead back.
    private var openFolders: Set<FileStamp> = []

    init(root: String, foreign: (any ForeignFileReader)?) {
        self.root = root
        self.foreign = foreign
    }

    mutating func readSettings() {
        let path = FilePath.join(root, SettingsReader.fileName)
        guard let bytes = readOptional(path) else { return }
        let reader = SettingsReader(bytes, file: relative(path))
        settings = reader.settings
        problems += reader.problems
    }

    /// Reads the environment files of the collection's folder and those down to above `folder`.
    mutating func readEnvironments(above folder: String) {
        var current = folder
        while current != root, current != "/" {
            current = FilePath.directory(of: current)
            readEnvironments(in: current)
        }
    }

    /// Reads one request file, and the environment files beside it.
    mutating func readFile(_ path: String) throws(FileError) {
        readEnvironments(in: FilePath.directory(of: path))
        let bytes = try FileSystem.read(path)
        if isRequestFile(FilePath.name(of: path)) || foreign == nil { return add(bytes, path) }
        guard !addForeign(bytes, path) else { return }
        report(path, "this is no request file, and of no other format that is known")
    }

    /// Reads a folder: its files by name, then the folders in it.
    mutating func readFolder(_ path: String) throws(FileError) {
        let entries = try FileSystem.list(path)
        guard let stamp = FileSystem.stamp(path), openFolders.insert(stamp).inserted else { return }
        defer { openFolders.remove(stamp) }
        readEnvironments(in: path)
        for entry in entries where !entry.isDirectory {
            let isOwn = isRequestFile(entry.name)
            guard isOwn || isForeignCandidate(entry.name) else { continue }
            let file = FilePath.join(path, entry.name)
            do {
                let bytes = try FileSystem.read(file)
                if isOwn { add(bytes, file) } else { _ = addForeign(bytes, file) }
            } catch {
                report(file, "cannot \(error.operation) this file: \(error.reason)")
            }
        }
        for entry in entries where entry.isDirectory && !isSkipped(entry.name) {
            let folder = FilePath.join(path, entry.name)
            do {
                try readFolder(folder)
            } catch {
                report(folder, "cannot \(error.operation) this folder: \(error.reason)")
            }
        }
    }

    func collection() -> RequestCollection {
        var problems = problems + environments.problems
        for file in files { problems += file.source.problems }
        problems.sort { ($0.file, $0.location) < ($1.file, $1.location) }
        return RequestCollection(
            root: root,
            name: settings.name ?? FilePath.name(of: root),
            settings: settings,
            files: files,
            environments: gathered(),
            sharedVariables: sharedVariables,
            problems: problems
        )
    }

    private var sharedVariables: [EnvironmentVariable] {
        environments.variables.filter { $0.environment == EnvironmentReader.shared }.map(\.variable)
    }

    /// The environments by name, `$shared` added to each.
    private func gathered() -> [RequestEnvironment] {
        environments.names.sorted().map { name in
            let own = environments.variables.filter { $0.environment == name }
            return RequestEnvironment(name: name, variables: own.map(\.variable) + sharedVariables)
        }
    }

    private mutating func readEnvironments(in folder: String) {
        for name in Self.environmentFiles {
            let path = FilePath.join(folder, name)
            guard let bytes = readOptional(path) else { continue }
            if name == ".env" {
                environments.readDotenv(bytes, file: relative(path))
            } else {
                let isPrivate = name.contains("private")
                environments.readJSON(bytes, file: relative(path), isPrivate: isPrivate)
            }
        }
    }

    /// The bytes of a file that need not be there.
    private mutating func readOptional(_ path: String) -> Octets? {
        guard FileSystem.exists(path), !FileSystem.isDirectory(path) else { return nil }
        do {
            return try FileSystem.read(path)
        } catch {
            report(path, "cannot \(error.operation) this file: \(error.reason)")
            return nil
        }
    }

    private mutating func add(_ bytes: Octets, _ path: String) {
        files.append(
            RequestFile(
                path: relative(path),
                absolutePath: path,
                source: HTTPFile(bytes, path: relative(path)),
                stamp: FileSystem.stamp(path)
            )
        )
    }

    /// Adds a file of another tool.
    ///
    /// - Returns: Whether it is of a known format; a fault in it is reported.
    private mutating func addForeign(_ bytes: Octets, _ path: String) -> Bool {
        guard let foreign else { return false }
        let folder = FilePath.directory(of: path)
        let name = relative(path)
        do {
            let file = try foreign.read(bytes, path: name) { sibling in
                try? FileSystem.read(FilePath.normalized(FilePath.join(folder, sibling)))
            }
            guard let file else { return false }
            environments.add(file.environments, file: name)
            if !file.text.isEmpty {
                let saved = FilePath.withoutExtension(path) + ".http"
                files.append(
                    RequestFile(
                        path: name,
                        absolutePath: saved,
                        source: HTTPFile(file.text, path: name),
                        format: file.format
                    )
                )
            }
        } catch {
            problems.append(
                CollectionProblem(file: name, location: error.location, message: error.detail)
            )
        }
        return true
    }

    private mutating func report(_ path: String, _ message: String) {
        problems.append(
            CollectionProblem(
                file: relative(path),
                location: TextLocation(line: 1, column: 1),
                message: message
            )
        )
    }

    private func relative(_ path: String) -> String { FilePath.relative(path, to: root) }

    private func isRequestFile(_ name: String) -> Bool {
        !name.hasPrefix(".") && ["http", "rest"].contains(FilePath.fileExtension(of: name))
    }

    private func isForeignCandidate(_ name: String) -> Bool {
        foreign?.isCandidate(name) == true && !Self.environmentFiles.contains(name)
            && name != SettingsReader.fileName
    }

    private func isSkipped(_ name: String) -> Bool {
        name.hasPrefix(".") && name != Self.insomniaFolder || Self.skippedFolders.contains(name)
    }
}
