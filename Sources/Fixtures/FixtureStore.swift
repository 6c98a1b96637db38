/// A folder of fixtures on disk.
public struct FixtureStore: Hashable, Sendable {
    /// The folder that holds one folder for each authority.
    public var root: String

    /// Creates a store; the folder need not exist yet.
    public init(root: String) {
        self.root = root
    }

    /// The name of the folder beside saved requests that holds their fixtures.
    public static let folderName = "Fixtures"

    /// Reads all fixtures; files that are not valid become problems of the set.
    ///
    /// - Throws: `FixtureError` when the folder exists and cannot be read.
    public func load() throws(FixtureError) -> FixtureSet {
        FixtureSet()
    }

    /// Writes a fixture, replacing the one of the same name atomically.
    @discardableResult
    public func save(_ fixture: Fixture) throws(FixtureError) -> SavedFixture {
        SavedFixture(metaPath: "", bodyPath: nil)
    }
}

/// The files that were written.
public struct SavedFixture: Hashable, Sendable {
    /// The path of the head, relative to the store's root.
    public var metaPath: String
    /// The path of the content, relative to the store's root; `nil` when it is empty.
    public var bodyPath: String?

    /// All paths, relative to the store's root.
    public var paths: [String] { [bodyPath, metaPath].compactMap(\.self) }
}

/// Why a fixture cannot be read or written.
public struct FixtureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public var path: String
    /// The place in the file, as `line:column`, when there is one.
    public var location: String?
    /// What is wrong, as a fragment without capital and full stop.
    public var detail: String

    /// Creates an error.
    public init(path: String, location: String? = nil, detail: String) {
        self.path = path
        self.location = location
        self.detail = detail
    }

    /// What is wrong and where.
    public var description: String {
        "\(path)\(location.map { ":" + $0 } ?? ""): \(detail)"
    }
}
