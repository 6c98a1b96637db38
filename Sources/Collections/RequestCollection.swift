package import Files

/// A folder of saved requests, read into memory.
package struct RequestCollection: Sendable, Equatable {
    /// The folder, as an absolute path.
    package var root: String
    /// The name to show.
    package var name: String
    /// What `apus.json` says.
    package var settings: CollectionSettings
    /// The request files, sorted by path, files before subfolders' files.
    package var files: [RequestFile]
    /// The environments, sorted by name.
    package var environments: [RequestEnvironment]
    /// Variables of `$shared` sections and `.env` files, which hold with and without an environment.
    package var sharedVariables: [EnvironmentVariable]
    /// What is wrong in any file, those of `files` included; sorted by file and place.
    package var problems: [CollectionProblem]

    /// Creates a collection from its parts.
    package init(
        root: String,
        name: String,
        settings: CollectionSettings = CollectionSettings(),
        files: [RequestFile] = [],
        environments: [RequestEnvironment] = [],
        sharedVariables: [EnvironmentVariable] = [],
        problems: [CollectionProblem] = []
    ) {
        self.root = root
        self.name = name
        self.settings = settings
        self.files = files
        self.environments = environments
        self.sharedVariables = sharedVariables
        self.problems = problems
    }

    /// The environment of a name.
    package func environment(named name: String) -> RequestEnvironment? {
        environments.first { $0.name == name }
    }
}

/// One `.http` or `.rest` file of a collection, or a file of another tool read as one.
package struct RequestFile: Sendable, Equatable {
    /// The path relative to the collection's folder.
    package var path: String
    /// Where it is saved, from the root of the file system: for a file of another tool, which is never
    /// written, an `.http` file beside it.
    package var absolutePath: String
    /// The content.
    package var source: HTTPFile
    /// What the file was like when it was read; `nil` for one that is not on the disk.
    package var stamp: FileStamp?
    /// The format of a file of another tool; `nil` for a request file.
    package var format: String?

    /// Creates a file.
    package init(
        path: String,
        absolutePath: String,
        source: HTTPFile,
        stamp: FileStamp? = nil,
        format: String? = nil
    ) {
        self.path = path
        self.absolutePath = absolutePath
        self.source = source
        self.stamp = stamp
        self.format = format
    }
}

/// One request and the file it is in.
package struct SelectedRequest: Sendable, Equatable {
    /// The file.
    package var file: RequestFile
    /// The request.
    package var request: SavedRequest

    /// Creates a selection.
    package init(file: RequestFile, request: SavedRequest) {
        self.file = file
        self.request = request
    }
}
