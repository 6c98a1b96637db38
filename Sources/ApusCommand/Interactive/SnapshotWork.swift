import ClientCore
import CollectionRun
import Collections
import Explorer
import Files
import Fixtures
import HTTPModel

/// Makes fixtures of results, redacted before anybody sees them.
enum SnapshotWork {
    /// Makes a fixture and says where it will be written.
    ///
    /// An answer of the embedded mock server is kept under a name of its own, since the port changes.
    static func prepare(
        _ id: WorkID,
        _ order: SnapshotOrder,
        mock: EmbeddedMock?
    ) -> Message {
        let fixture = order.result.fixture(
            in: order.collection,
            variant: order.variant,
            authority: mock?.authority(of: order.result)
        )
        guard let fixture else {
            return .snapshotFailed(id, reason: "no answer came, so there is nothing to keep")
        }
        let store = FixtureStore(root: Workspace.fixturesFolder(order.collection.root))
        let destination = store.destination(of: fixture)
        return .snapshotPrepared(
            id,
            PreparedSnapshot(
                fixture: fixture,
                paths: destination.paths.map { FilePath.join(FixtureStore.folderName, $0) },
                replacesFiles: destination.paths.contains {
                    FileSystem.exists(FilePath.join(store.root, $0))
                }
            )
        )
    }
}
