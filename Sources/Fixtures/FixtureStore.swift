import Documents
import Files
import HTTPModel

/// A folder of fixtures on disk.
///
/// A fixture is a `.meta.json` file and, unless its content is empty, a file with the content beside
/// it. A content file that has no head is a fixture too, as far as its name tells.
public struct FixtureStore: Hashable, Sendable {
    /// The folder that holds one folder for each authority.
    public var root: String

    /// Creates a store; the folder need not exist yet.
    public init(root: String) {
        self.root = root
    }

    /// The name of the folder beside saved requests that holds their fixtures.
    public static let folderName = "Fixtures"

    /// The store of a folder of saved requests, or of a folder that is a store itself.
    public init(serving folder: String) {
        let inner = FilePath.join(folder, Self.folderName)
        self.init(root: FileSystem.isDirectory(inner) ? inner : folder)
    }

    // MARK: Reading

    /// Reads all fixtures; files that are not valid become problems of the set.
    ///
    /// A folder that does not exist holds no fixtures.
    ///
    /// - Throws: `FixtureError` when the folder exists and cannot be read.
    public func load() throws(FixtureError) -> FixtureSet {
        var stored: [StoredFixture] = []
        var problems: [FixtureError] = []
        guard FileSystem.exists(root) else { return FixtureSet() }
        do {
            _ = try FileSystem.list(root)
        } catch {
            throw FixtureError(path: root, detail: "cannot be listed: \(error.reason)")
        }
        for folder in folders() {
            let names = fileNames(in: folder)
            var claimed: Set<String> = []
            for name in names where name.hasSuffix(FixtureName.metaSuffix) {
                let path = FilePath.join(folder, name)
                do throws(FixtureError) {
                    let fixture = try read(path)
                    if let bodyPath = fixture.bodyPath { claimed.insert(bodyPath) }
                    stored.append(fixture)
                } catch {
                    problems.append(error)
                }
            }
            for name in names where !name.hasSuffix(FixtureName.metaSuffix) {
                let path = FilePath.join(folder, name)
                guard !claimed.contains(path), let fixtureName = FixtureName(fileName: name),
                    !names.contains(fixtureName.stem + FixtureName.metaSuffix)
                else { continue }
                do throws(FixtureError) {
                    stored.append(try readBare(path, name: fixtureName, folder: folder))
                } catch {
                    problems.append(error)
                }
            }
        }
        return FixtureSet(stored: stored, problems: problems)
    }

    /// Reads the fixture whose head is at `metaPath`, relative to the root.
    func read(_ metaPath: String) throws(FixtureError) -> StoredFixture {
        let octets = try content(of: metaPath)
        var meta: FixtureMeta
        do {
            meta = try FixtureMeta(parsing: octets)
        } catch {
            throw FixtureError(path: metaPath, location: error.location, detail: error.detail)
        }
        let folder = FilePath.directory(of: metaPath)
        if meta.fixture.authority.isEmpty {
            meta.fixture.authority = FixtureName.key(ofFolder: folder).authority
        }
        guard let bodyName = meta.bodyName else {
            try Self.checkTemplate(meta.fixture, path: metaPath)
            return StoredFixture(fixture: meta.fixture, metaPath: metaPath, bodyPath: nil)
        }
        let bodyPath = FilePath.join(folder, bodyName)
        let body = try content(of: bodyPath)
        switch meta.fixture.outcome {
        case .success(var response):
            response.body = body
            meta.fixture.outcome = .success(response)
        case .failure(var failure):
            failure.partialBody = body
            meta.fixture.outcome = .failure(failure)
        }
        try Self.checkTemplate(meta.fixture, path: metaPath)
        return StoredFixture(fixture: meta.fixture, metaPath: metaPath, bodyPath: bodyPath)
    }

    /// Refuses a template with expressions that mean nothing.
    private static func checkTemplate(_ fixture: Fixture, path: String) throws(FixtureError) {
        guard fixture.behavior.isTemplate, let response = fixture.response else { return }
        let texts = response.fields.map { Octets($0.valueBytes) } + [response.body]
        guard let name = texts.flatMap(ResponseTemplate.unknownExpressions).first else { return }
        throw FixtureError(
            path: path,
            detail: "the template has {{\(name)}}, which means nothing; known are request.method, "
                + "request.path[.NAME], request.target, request.query.NAME, request.field.NAME, "
                + "request.body[.JSONPATH], count, now, timestamp and uuid"
        )
    }

    /// Reads a content file that has no head.
    private func readBare(
        _ path: String,
        name: FixtureName,
        folder: String
    ) throws(FixtureError) -> StoredFixture {
        let body = try content(of: path)
        let key = FixtureName.key(ofFolder: folder)
        let type = BodyExtension.mediaType(of: FilePath.fileExtension(of: path))
        let outcome: Result<HTTPResponse, NetworkFailure>
        if let code = Int(name.outcome) {
            let head = HTTPResponseHead(
                status: HTTPStatus(code),
                fields: ["Content-Type": type]
            )
            outcome = .success(HTTPResponse(head: head, body: body))
        } else {
            let code = NetworkFailure.Code(rawValue: name.outcome) ?? .internal
            outcome = .failure(
                NetworkFailure(
                    code,
                    phase: code.usualPhase,
                    bytesReceived: body.count,
                    partialBody: body
                )
            )
        }
        let fixture = Fixture(
            name.method,
            authority: key.authority,
            path: key.path,
            variant: name.variant,
            outcome: outcome
        )
        return StoredFixture(fixture: fixture, metaPath: path, bodyPath: path)
    }

    private func content(of path: String) throws(FixtureError) -> Octets {
        do {
            return try FileSystem.read(FilePath.join(root, path))
        } catch {
            throw FixtureError(path: path, detail: "cannot be read: \(error.reason)")
        }
    }

    /// All folders below the root that may hold fixtures, relative to it, sorted; hidden ones and
    /// links that lead back are left out.
    private func folders() -> [String] {
        var found: [String] = []
        var pending = [("", 0)]
        while let (folder, depth) = pending.popLast() {
            if !folder.isEmpty { found.append(folder) }
            let entries = (try? FileSystem.list(FilePath.join(root, folder))) ?? []
            for entry in entries.reversed() where entry.isDirectory && !entry.name.hasPrefix(".") {
                if depth <= FixtureName.deepestFolder {
                    pending.append((FilePath.join(folder, entry.name), depth + 1))
                }
            }
        }
        return found
    }

    /// All folders that may hold fixtures, relative to the root, itself as the empty path.
    package func allFolders() -> [String] { [""] + folders() }

    private func fileNames(in folder: String) -> [String] {
        let entries = (try? FileSystem.list(FilePath.join(root, folder))) ?? []
        return entries.filter { !$0.isDirectory && !$0.name.hasPrefix(".") }.map(\.name)
    }

    /// What the folder's files look like now; another value means that something changed.
    package func stamp() -> FixtureStamp {
        var hasher = Hasher()
        var fileCount = 0
        for folder in allFolders() {
            for name in fileNames(in: folder) {
                let path = FilePath.join(folder, name)
                hasher.combine(path)
                hasher.combine(FileSystem.stamp(FilePath.join(root, path)))
                fileCount += 1
            }
        }
        return FixtureStamp(hash: hasher.finalize(), fileCount: fileCount)
    }
}

/// What a folder of fixtures looked like at one moment.
package struct FixtureStamp: Hashable, Sendable {
    /// A hash over the names, times and lengths of all files.
    package var hash: Int
    /// The number of files.
    package var fileCount: Int
}
