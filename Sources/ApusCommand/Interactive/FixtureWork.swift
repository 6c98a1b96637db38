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
        let fixtures: FixtureSet
        do throws(FixtureError) {
            fixtures = try store(of: order.collection).load()
        } catch {
            return .fixtureCompared(.impossible(reason: error.description))
        }
        let check = CheckResult(
            order.result,
            fixtures: fixtures,
            volatilePaths: order.collection.settings.volatilePaths
        )
        switch check.verdict {
        case .same: return .fixtureCompared(.same(fixturePath: check.fixturePath))
        case .drift:
            return .fixtureCompared(
                .drift(
                    DriftReview(key: key, fixturePath: check.fixturePath, drift: check.drift)
                )
            )
        case .unanswered, .problem, .cancelled:
            return .fixtureCompared(.impossible(reason: check.reason ?? check.verdict.rawValue))
        }
    }

    /// Writes what a review decided.
    static func settle(_ settlement: DriftSettlement, mock: EmbeddedMock?) -> Message {
        let store = store(of: settlement.collection)
        do throws(FixtureError) {
            let set = try store.load()
            guard let stored = set.stored.first(where: { $0.metaPath == settlement.fixturePath })
            else { throw FixtureError(path: settlement.fixturePath, detail: "is gone") }
            var old = stored
            for path in settlement.ignored where !old.fixture.volatilePaths.contains(path) {
                old.fixture.volatilePaths.append(path)
            }
            guard settlement.isAccepted else {
                let saved = try store.save(old.fixture)
                try removeOld(stored, unless: saved, in: store)
                let count = settlement.ignored.count
                let paths = count == 1 ? "One path is" : "\(count) paths are"
                return .noticed(
                    Notice(.success, "\(paths) ignored in Fixtures/\(settlement.fixturePath).")
                )
            }
            let fixture = settlement.result.fixture(
                in: settlement.collection,
                variant: old.fixture.variant,
                authority: mock?.authority(of: settlement.result)
            )
            guard var fixture else {
                throw FixtureError(path: settlement.fixturePath, detail: "no answer came")
            }
            fixture.volatilePaths = old.fixture.volatilePaths
            fixture.behavior = old.fixture.behavior
            let saved = try store.save(fixture)
            try removeOld(stored, unless: saved, in: store)
            mock?.reload()
            return .noticed(Notice(.success, "Wrote Fixtures/\(saved.metaPath)."))
        } catch {
            return .noticed(Notice(.problem, "The fixture was not changed: \(error)"))
        }
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
            guard let asked else { return fixture.method.rawValue == request?.method }
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
