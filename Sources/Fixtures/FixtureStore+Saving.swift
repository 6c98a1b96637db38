import Files
import HTTPModel

extension FixtureStore {
    /// Writes a fixture, replacing the one that answers the same request with the same outcome.
    ///
    /// Each file is replaced in one step, the content first. When another fixture of that name answers
    /// another query, the new one gets a name that tells the query. The files are read back and
    /// compared before success is said.
    ///
    /// - Returns: The files written.
    /// - Throws: `FixtureError` when a file cannot be written, or reads back differently.
    @discardableResult
    public func save(_ fixture: Fixture) throws(FixtureError) -> SavedFixture {
        let (folder, stem, bodyName) = place(of: fixture)
        let content = Self.content(of: fixture)
        let metaName = stem + FixtureName.metaSuffix
        do {
            try FileSystem.createDirectories(FilePath.join(root, folder))
        } catch {
            throw FixtureError(path: folder, detail: error.description)
        }
        if let bodyName { try write(content.octets, to: FilePath.join(folder, bodyName)) }
        let meta = FixtureMeta(fixture: fixture, bodyName: bodyName)
        let metaPath = FilePath.join(folder, metaName)
        try write(Octets(utf8: meta.encoded), to: metaPath)
        removeStaleContent(stem: stem, in: folder, except: bodyName)
        let readBack = try read(metaPath)
        guard readBack.fixture.outcomeText == fixture.outcomeText,
            Self.content(of: readBack.fixture).octets == content.octets
        else { throw FixtureError(path: metaPath, detail: "reads back differently than written") }
        return SavedFixture(
            metaPath: metaPath,
            bodyPath: bodyName.map { FilePath.join(folder, $0) }
        )
    }

    /// Tells which files `save` would write; nothing is written.
    public func destination(of fixture: Fixture) -> SavedFixture {
        let (folder, stem, bodyName) = place(of: fixture)
        return SavedFixture(
            metaPath: FilePath.join(folder, stem + FixtureName.metaSuffix),
            bodyPath: bodyName.map { FilePath.join(folder, $0) }
        )
    }

    /// The folder and the names of a fixture's files; no body name when it has no content.
    private func place(of fixture: Fixture) -> (folder: String, stem: String, bodyName: String?) {
        let folder = FixtureName.folder(authority: fixture.authority, path: fixture.path)
        let stem = stem(for: fixture, in: folder)
        let content = Self.content(of: fixture)
        guard !content.octets.isEmpty else { return (folder, stem, nil) }
        let bodyName = stem + "." + BodyExtension.of(content.mediaType)
        // The extension of a head must not be taken by content.
        let isTaken = bodyName == stem + FixtureName.metaSuffix
        return (folder, stem, isTaken ? stem + ".body.json" : bodyName)
    }

    private static func content(of fixture: Fixture) -> (octets: Octets, mediaType: MediaType?) {
        switch fixture.outcome {
        case .success(let response): (response.body, response.head.mediaType)
        case .failure(let failure): (failure.partialBody, failure.partialHead?.mediaType)
        }
    }

    /// The stem of the file names: the plain one, unless it belongs to another query.
    private func stem(for fixture: Fixture, in folder: String) -> String {
        let plain = FixtureName(fixture).stem
        guard let holder = try? read(FilePath.join(folder, plain + FixtureName.metaSuffix)),
            holder.fixture.query != fixture.query || holder.fixture.path != fixture.path
                || holder.fixture.body != fixture.body
                || holder.fixture.method != fixture.method
        else { return plain }
        var query = fixture.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
        if query.isEmpty { query = "no query" }
        if !fixture.body.isEmpty {
            let content = FixtureName.hash(fixture.body.map { "\($0)" }.joined(separator: "\n"))
            query += " content \(content.prefix(8))"
        }
        return FixtureName(fixture, distinction: query).stem
    }

    private func write(_ octets: Octets, to path: String) throws(FixtureError) {
        do {
            try FileSystem.replace(FilePath.join(root, path), with: octets)
        } catch {
            throw FixtureError(path: path, detail: error.description)
        }
    }

    /// Removes content that an earlier version of the fixture had under another extension.
    private func removeStaleContent(stem: String, in folder: String, except bodyName: String?) {
        let entries = (try? FileSystem.list(FilePath.join(root, folder))) ?? []
        for entry in entries where !entry.isDirectory && entry.name != bodyName {
            guard entry.name.hasPrefix(stem + "."), !entry.name.hasSuffix(FixtureName.metaSuffix),
                FixtureName(fileName: entry.name)?.stem == stem
            else { continue }
            try? FileSystem.remove(FilePath.join(root, FilePath.join(folder, entry.name)))
        }
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
    /// The file or folder, relative to the store's root where it stands below it.
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
