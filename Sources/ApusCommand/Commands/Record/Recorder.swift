import CollectionRun
import Files
import Fixtures
import HTTPModel
import Synchronization

/// Keeps exchanges: each as a fixture, and as a saved request unless there is one like it.
///
/// Secrets become placeholders before anything is written.
final class Recorder: Sendable {
    /// What an exchange is recognized by when it comes again.
    private struct Key: Hashable {
        var method: HTTPMethod
        var target: String
        var body: Octets
    }

    private struct State {
        var requests: RecordedRequests
        /// What each request was answered with.
        var outcomes: [Key: Fixture] = [:]
        /// The content of the first request of each method and target.
        var firstBodies: [Key: Octets] = [:]
        /// The templates that have a fixture.
        var templates: Set<String> = []
        var exchangeCount = 0
        var fixtureCount = 0
        var problems: [String] = []
    }

    /// The service's URL without a slash at its end, to be put before a path.
    let upstreamText: String
    /// The service's scheme and authority.
    let upstreamOrigin: String
    private let authority: String
    private let store: FixtureStore
    private let policy: RedactionPolicy
    private let isExact: Bool
    private let state: Mutex<State>

    /// Creates a recorder that writes into a folder of saved requests.
    ///
    /// - Parameters:
    ///   - upstream: The service.
    ///   - folder: The folder of saved requests.
    ///   - fileName: The name of the request file, its extension optional.
    ///   - policy: What is secret.
    ///   - isExact: Whether no fixture stands for other identifiers than those that were asked for.
    /// - Throws: `FileError` when a request file is there and cannot be read.
    init(
        upstream: TargetURI,
        folder: String,
        fileName: String,
        policy: RedactionPolicy,
        isExact: Bool
    ) throws {
        upstreamOrigin = "\(upstream.scheme)://\(upstream.authority)"
        var base = upstreamOrigin + upstream.path
        while base.hasSuffix("/") { base.removeLast() }
        upstreamText = base
        authority = upstream.authority
        store = FixtureStore(root: FilePath.join(folder, FixtureStore.folderName))
        self.policy = policy
        self.isExact = isExact
        let name = fileName.hasSuffix(".http") ? fileName : fileName + ".http"
        let requests = try RecordedRequests(
            file: FilePath.join(folder, name),
            base: base,
            basePath: upstream.path == "/" ? "" : upstream.path
        )
        state = Mutex(State(requests: requests))
    }

    /// What could not be written, as texts for people.
    var problems: [String] { state.withLock { $0.problems } }

    /// How much was kept.
    var summary: String {
        state.withLock { state in
            "\(state.exchangeCount) exchanges: \(state.fixtureCount) fixtures in \(store.root), "
                + "\(state.requests.addedCount) saved requests in \(state.requests.file)"
        }
    }

    /// Keeps an exchange.
    ///
    /// - Returns: A line about it.
    func keep(_ exchange: Exchange) -> String {
        state.withLock { state in
            state.exchangeCount += 1
            let (request, secrets) = redactedRequest(of: exchange)
            do {
                let name = try state.requests.add(request, secrets: secrets)
                var fixture = Fixture.capturing(
                    exchange,
                    policy: policy,
                    capturedAt: Timestamp.now,
                    source: "\(FilePath.name(of: state.requests.file))#\(name)",
                    authority: authority
                )
                let written = try write(&fixture, of: exchange, request, &state)
                return line(request, fixture, written)
            } catch {
                state.problems.append("\(request.method) \(request.url): \(error)")
                return "\(request.method) \(request.url): not kept: \(error)"
            }
        }
    }

    private func line(_ request: RedactedRequest, _ fixture: Fixture, _ written: String?) -> String
    {
        let note = written ?? "known"
        return "\(request.method) \(request.target) \(fixture.outcomeText) \(note)"
    }

    private func redactedRequest(of exchange: Exchange) -> (RedactedRequest, Set<String>) {
        let entries = HAREntry.entries(of: exchange, startedAt: 0, policy: policy)
        let entry = entries[entries.count - 1]
        let request = exchange.request
        var names: Set<String> = []
        for field in request.fields where policy.isSecret(fieldNamed: field.name) {
            names.insert(field.name.lowercased())
        }
        return (
            RedactedRequest(
                method: entry.method,
                url: entry.url,
                fields: entry.fields.filter { request.fields.contains(named: $0.name) },
                body: entry.body
            ),
            names
        )
    }

    // MARK: Fixtures

    /// Writes a fixture unless it is known already.
    ///
    /// - Returns: Where it was written; `nil` when it was known.
    private func write(
        _ fixture: inout Fixture,
        of exchange: Exchange,
        _ request: RedactedRequest,
        _ state: inout State
    ) throws -> String? {
        let target = exchange.request.target.requestTarget
        let body = exchange.request.body.octets
        // Requests that differ in their content alone are told apart by it.
        let place = Key(method: exchange.request.method, target: target, body: Octets())
        if let first = state.firstBodies[place] {
            if first != body, let text = request.body.validText, !text.contains("REDACTED-") {
                fixture.body = [.equals(text)]
            }
        } else {
            state.firstBodies[place] = body
        }
        let key = Key(method: exchange.request.method, target: target, body: body)
        if let known = state.outcomes[key], known.isSameAnswer(as: fixture) { return nil }
        let saved = try store.save(fixture)
        state.outcomes[key] = fixture
        state.fixtureCount += 1
        try writeTemplate(of: fixture, &state)
        return saved.metaPath
    }

    /// Writes the first success of a path with identifiers once more, for all other identifiers.
    private func writeTemplate(of fixture: Fixture, _ state: inout State) throws {
        let template = PathTemplate(fixture.path)
        guard !isExact, !template.values.isEmpty, fixture.body.isEmpty,
            let response = fixture.response, response.status.kind == .successful,
            state.templates.insert("\(fixture.method) \(template.path)").inserted
        else { return }
        var general = fixture
        general.path = template.path
        try store.save(general)
        state.fixtureCount += 1
    }
}

/// A request without its secrets.
struct RedactedRequest {
    var method: String
    var url: String
    var fields: [HTTPField]
    var body: Octets

    /// The path and query.
    var target: String { (try? TargetURI(url))?.requestTarget ?? url }
}

extension Fixture {
    /// Whether another fixture of the same request answers the same, whenever it was captured.
    fileprivate func isSameAnswer(as other: Fixture) -> Bool {
        switch (outcome, other.outcome) {
        case (.success(let left), .success(let right)):
            left.status == right.status && left.body == right.body
        case (.failure(let left), .failure(let right)): left.code == right.code
        default: false
        }
    }
}
