import Files
import HTTPModel

/// Puts a collection together from what its files hold.
struct CollectionLoader {
    private let root: String
    private var settings = CollectionSettings()
    private var files: [RequestFile] = []
    private var environments = EnvironmentReader()
    private var problems: [CollectionProblem] = []

    init(root: String) {
        self.root = root
    }

    /// Makes room for so many files.
    mutating func expect(_ count: Int) { files.reserveCapacity(count) }

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

    /// Reads the environment files of a folder.
    mutating func readEnvironments(in folder: String) {
        for name in CollectionWalk.environmentFiles {
            readEnvironment(FilePath.join(folder, name))
        }
    }

    /// Adds what a step of the walk stands for.
    mutating func take(_ step: CollectionWalk.Step, _ contents: [CollectionFileReader.Content]) {
        switch step {
        case .environments(let paths): for path in paths { readEnvironment(path) }
        case .file(let position, let file): take(contents[position], file)
        case .problem(let path, let message): report(path, message)
        }
    }

    /// Adds what a file holds.
    mutating func take(_ content: CollectionFileReader.Content, _ file: CollectionWalk.File) {
        switch content {
        case .requests(let requests): files.append(requests)
        case .foreign(let requests, let found):
            environments.add(found, file: file.path)
            if let requests { files.append(requests) }
        case .broken(let fault):
            problems.append(
                CollectionProblem(file: file.path, location: fault.location, message: fault.detail)
            )
        case .unknown: break
        case .unreadable(let error):
            report(file.path, "cannot \(error.operation) this file: \(error.reason)")
        }
    }

    /// Notes what is wrong with a file or folder as a whole, by its path in the collection.
    mutating func report(_ path: String, _ message: String) {
        problems.append(
            CollectionProblem(
                file: path,
                location: TextLocation(line: 1, column: 1),
                message: message
            )
        )
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

    private mutating func readEnvironment(_ path: String) {
        guard let bytes = readOptional(path) else { return }
        if FilePath.name(of: path) == ".env" {
            environments.readDotenv(bytes, file: relative(path))
        } else {
            let isPrivate = FilePath.name(of: path).contains("private")
            environments.readJSON(bytes, file: relative(path), isPrivate: isPrivate)
        }
    }

    /// The bytes of a file that need not be there.
    private mutating func readOptional(_ path: String) -> Octets? {
        guard FileSystem.exists(path), !FileSystem.isDirectory(path) else { return nil }
        do {
            return try FileSystem.read(path)
        } catch {
            report(relative(path), "cannot \(error.operation) this file: \(error.reason)")
            return nil
        }
    }

    private func relative(_ path: String) -> String { FilePath.relative(path, to: root) }
}
