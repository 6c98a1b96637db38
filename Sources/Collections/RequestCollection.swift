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
