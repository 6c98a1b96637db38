package import Collections
package import CollectionRun
import Files
import Fixtures
import HTTPModel
package import MockServer

/// The mock server that runs inside the program, so that sample collections answer without a network.
///
/// It serves the collection's `Fixtures/` on a free loopback port until it is stopped or destroyed;
/// requests find it by the variable `mock`, whose value is its origin.
package final class EmbeddedMock: Sendable {
    /// The name of the variable that refers to it.
    package static let variable = "mock"

    /// The origin that stands for it where nothing is sent to it: offline, and in previews.
    package static let offlineOrigin = "http://mock"

    /// What the origin of the variable's value is called.
    package static let sourceName = "embedded mock"

    private let server: MockServer

    /// Where it listens, such as `http://127.0.0.1:40123`.
    package var origin: String { server.origin }

    /// Starts to serve the fixtures of a collection.
    ///
    /// - Throws: `MockServerError` when the folder cannot be read or no port can be had.
    package init(collectionRoot: String) throws(MockServerError) {
        let root = FilePath.join(collectionRoot, FixtureStore.folderName)
        server = try MockServer(MockServerConfiguration(root: root))
        server.start()
    }

    deinit {
        server.stop()
    }

    /// Reads the fixtures again, as after a snapshot.
    package func reload() {
        server.reload()
    }

    /// Ends the server; its port is free afterwards.
    package func stop() {
        server.stop()
    }

    /// The authority to store a fixture of `result` under when this server answered it, because the
    /// server's port is another one each time; `nil` when another server did.
    package func authority(of result: RunResult) -> String? {
        let authority = String(origin.dropFirst("http://".count))
        return result.exchange?.request.target.authority == authority ? Self.variable : nil
    }

    /// Whether the environment refers to the variable `mock` and nothing sets it.
    ///
    /// - Parameters:
    ///   - collection: The collection to be used.
    ///   - environmentName: The environment chosen; `nil` for the collection's default.
    ///   - overrides: Variables set on the command line.
    /// - Returns: Whether the server should be started.
    package static func isWanted(
        by collection: RequestCollection,
        environmentName: String?,
        overrides: [String: String]
    ) -> Bool {
        guard overrides[variable] == nil else { return false }
        let name = collection.environmentName(choosing: environmentName)
        let variables = name.flatMap { collection.environment(named: $0) }?.variables ?? []
        guard !variables.contains(where: { $0.name == variable }) else { return false }
        let fileVariables = collection.files.flatMap(\.source.variables)
        guard !fileVariables.contains(where: { $0.name == variable }) else { return false }
        return variables.contains { refers($0.value) }
            || fileVariables.contains { refers($0.value) }
    }

    /// Whether the text holds `{{mock}}`, blanks inside the braces allowed.
    private static func refers(_ text: String) -> Bool {
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "}}") else { return false }
            if rest[..<close.lowerBound].filter({ $0 != " " }) == variable { return true }
            rest = rest[close.upperBound...]
        }
        return false
    }
}
