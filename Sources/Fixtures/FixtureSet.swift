public import HTTPModel

/// Fixtures in memory, ready to answer requests.
public struct FixtureSet: Sendable {
    /// The fixtures with their files, in the order of their paths.
    public var stored: [StoredFixture]
    /// Files that are no valid fixture, and why.
    public var problems: [FixtureError]

    /// Creates a set from stored fixtures.
    public init(stored: [StoredFixture] = [], problems: [FixtureError] = []) {
        self.stored = stored
        self.problems = problems
    }

    /// Creates a set from fixtures that stand in no file.
    public init(_ fixtures: [Fixture]) {
        self.init(stored: fixtures.map { StoredFixture(fixture: $0, metaPath: "", bodyPath: nil) })
    }

    /// The fixtures, in the order of their paths.
    public var fixtures: [Fixture] { stored.map(\.fixture) }

    /// Finds the fixture that answers a request best.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - authority: The request's authority; `nil` and loopback addresses search all.
    ///   - target: Path and query, encoded, as in the request line.
    ///   - fields: The request's fields; `Apus-Variant` among them asks for a variant.
    ///   - body: The request's content.
    /// - Returns: The most specific fixture that matches, or the nearest ones and why they do not.
    public func match(
        method: HTTPMethod,
        authority: String?,
        target: String,
        fields: HTTPFields = HTTPFields(),
        body: Octets = Octets()
    ) -> FixtureMatch {
        .miss([])
    }
}

/// A fixture and the files it stands in.
public struct StoredFixture: Hashable, Sendable {
    /// The fixture.
    public var fixture: Fixture
    /// The path of its head, relative to the store's root; empty when it stands in no file.
    public var metaPath: String
    /// The path of its content, relative to the store's root; `nil` when there is none.
    public var bodyPath: String?

    /// Creates a record.
    public init(fixture: Fixture, metaPath: String, bodyPath: String?) {
        self.fixture = fixture
        self.metaPath = metaPath
        self.bodyPath = bodyPath
    }
}

/// What a search for a fixture found.
public enum FixtureMatch: Hashable, Sendable {
    /// The best fixture.
    case hit(StoredFixture)
    /// None; with the nearest ones, nearest first.
    case miss([NearMiss])
}

/// A fixture that almost answered a request.
public struct NearMiss: Hashable, Sendable {
    /// The fixture.
    public var stored: StoredFixture
    /// Why it did not, as fragments such as `method is POST, not GET`.
    public var reasons: [String]

    /// Creates a record.
    public init(stored: StoredFixture, reasons: [String]) {
        self.stored = stored
        self.reasons = reasons
    }
}
