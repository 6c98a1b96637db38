import ClientCore
import CollectionRun
import Collections
import Explorer
import Files
import Fixtures
import HTTPModel

/// Compares answers with fixtures, and writes what a review of them decided.
enum FixtureWork {
    /// Compares what came of a request with its fixture.
    static func compare(_ key: RequestKey, _ order: SnapshotOrder) -> Message {
        let subject = FixtureSubject(key: key, result: order.result)
        return .fixtureCompared(subject, comparison(of: subject, in: order.collection))
    }

    private static func comparison(
        of subject: FixtureSubject,
        in collection: RequestCollection
    ) -> FixtureComparison {
        let fixtures: FixtureSet
        do throws(FixtureError) {
            fixtures = try store(of: collection).load()
        } catch {
            return .impossible(reason: error.description)
        }
        let check = CheckResult(
            subject.result,
            fixtures: fixtures,
            volatilePaths: collection.settings.volatilePaths
        )
        switch check.verdict {
        case .same: return .same(fixturePath: check.fixturePath)
        case .drift:
            return .drift(
                DriftReview(
                    subject: subject,
                    fixturePath: check.fixturePath,
                    contentPath: check.contentPath,
                    drift: check.drift
                )
            )
        case .unanswered, .problem, .cancelled:
            return .impossible(reason: check.reason ?? check.verdict.rawValue)
        }
    }

    /// Writes what a review decided.
    static func settle(_ settlement: DriftSettlement, mock: EmbeddedMock?) -> Message {
        do throws(FixtureError) {
            let store = store(of: settlement.collection)
            let set = try store.load()
            guard let stored = set.stored.first(where: { $0.metaPath == settlement.fixturePath })
            else { throw FixtureError(path: settlement.fixturePath, detail: "is gone") }
            var fixture = stored.fixture
            for path in settlement.ignored where !fixture.volatilePaths.contains(path) {
                fixture.volatilePaths.append(path)
            }
            if settlement.isAccepted {
                fixture = try accepted(settlement, in: fixture, mock)
            }
            let saved = try store.save(fixture)
            try removeOld(stored, unless: saved, in: store)
            mock?.reload()
            let others = saved.paths.filter { $0 != saved.metaPath }
            let paths = ([saved.metaPath] + others).map {
                FilePath.join(FixtureStore.folderName, $0)
            }
            return .driftSettled(settlement, .written(paths: paths))
        } catch {
            return .driftSettled(settlement, .failed(reason: "\(error)"))
        }
    }

    /// A fixture of what came, which answers the requests that the one before it answered.
    private static func accepted(
        _ settlement: DriftSettlement,
        in old: Fixture,
        _ mock: EmbeddedMock?
    ) throws(FixtureError) -> Fixture {
        let captured = settlement.subject.result.fixture(
            in: settlement.collection,
            variant: old.variant,
            authority: mock?.authority(of: settlement.subject.result)
        )
        guard var fixture = captured else {
            throw FixtureError(path: settlement.fixturePath, detail: "no answer came")
        }
        fixture.method = old.method
        fixture.authority = old.authority
        fixture.path = old.path
        fixture.query = old.query
        fixture.fields = old.fields
        fixture.body = old.body
        fixture.delay = old.delay
        fixture.behavior = old.behavior
        // What came is what it is, and braces in it mean nothing.
        fixture.behavior.isTemplate = false
        fixture.volatilePaths = old.volatilePaths
        return fixture
    }

    /// Removes the files of a fixture that was written under another name.
    private static func removeOld(
        _ stored: StoredFixture,
        unless saved: SavedFixture,
        in store: FixtureStore
    ) throws(FixtureError) {
        let old = Set([stored.metaPath, stored.bodyPath].compactMap(\.self))
        for path in old.subtracting(saved.paths) {
            do {
                try FileSystem.remove(FilePath.join(store.root, path))
            } catch {
                throw FixtureError(path: path, detail: error.description)
            }
        }
    }

    /// The fixtures that can answer a request, those captured from it first.
    static func answers(
        to key: RequestKey,
        in collection: RequestCollection,
        after result: RunResult?
    ) -> Message {
        let set = (try? store(of: collection).load()) ?? FixtureSet()
        let request = collection.request(key)
        let asked = result?.exchange?.request
        let found = set.stored.filter { stored in
            let fixture = stored.fixture
            if let request, fixture.source == request.id { return true }
            guard let asked else {
                return request.map { mayAnswer(fixture, $0) } ?? false
            }
            return fixture.method == asked.method
                && PathPattern(fixture.path).matches(asked.target.path)
        }
        let answers = found.map { stored in
            OfflineAnswer(
                variant: stored.fixture.variant ?? "",
                outcome: stored.fixture.outcomeText,
                fixturePath: stored.metaPath
            )
        }
        return .offlineAnswersListed(key, answers)
    }

    /// Whether a fixture has the method of a request that was not sent yet, and a path that ends as its
    /// URL does; variables may stand for anything.
    private static func mayAnswer(_ fixture: Fixture, _ request: SavedRequest) -> Bool {
        guard fixture.method.rawValue == request.method else { return false }
        var url = request.url.prefix { $0 != "?" && $0 != "#" }
        if let scheme = url.firstRange(of: "://") {
            url = url[scheme.upperBound...].drop { $0 != "/" }
        } else if url.hasPrefix("{{"), let end = url.firstRange(of: "}}") {
            url = url[end.upperBound...]
        }
        let wanted = url.split(separator: "/")
        let path = fixture.path.split(separator: "/")
        return path.count >= wanted.count
            && zip(path.suffix(wanted.count), wanted).allSatisfy { segment, pattern in
                segment == pattern || segment.contains("{") || pattern.contains("{{")
            }
    }

    private static func store(of collection: RequestCollection) -> FixtureStore {
        FixtureStore(root: Workspace.fixturesFolder(collection.root))
    }
}

extension RequestCollection {
    /// The saved request of a key.
    fileprivate func request(_ key: RequestKey) -> SavedRequest? {
        guard let file = files.first(where: { $0.path == key.file }),
            file.source.requests.indices.contains(key.index)
        else { return nil }
        return file.source.requests[key.index]
    }
}
