import ClientCore
import CollectionRun
import Collections
import Files
import Fixtures
import MockServer

/// What sending the requests of one collection needs, made from the command line.
struct RunPart: Sendable {
    let requests: ChosenRequests
    /// The positions of those that ask before they are sent.
    let asking: Set<Int>
    /// The ids of those that ask before they are sent, and were not allowed to be.
    let unconfirmed: Set<String>
    let session: RunSession
    /// Which commands may run.
    let commands: CommandConsent
    /// What the session sends through.
    let transport: any Transport
    /// Kept as long as requests may be sent to it.
    let mock: EmbeddedMock?

    /// Makes the session of a part of a selection.
    ///
    /// The embedded mock server is started when the environment refers to it.
    init(
        _ part: Selection.Part,
        _ arguments: ParsedArguments,
        _ context: CommandContext,
        isSending: Bool = true
    ) throws {
        let collection = part.collection
        var overrides = try arguments.overrides()
        let environmentName = try Self.environmentName(arguments.value("env"), in: collection)
        var client = HTTPClient()
        var mock: EmbeddedMock?
        var sources: [String: String] = [:]
        if arguments.has("offline") {
            let root = FilePath.join(collection.root, FixtureStore.folderName)
            client.transport = FixtureTransport(try FixtureStore(root: root).load())
        }
        if EmbeddedMock.isWanted(
            by: collection,
            environmentName: environmentName,
            overrides: overrides
        ) {
            sources[EmbeddedMock.variable] = EmbeddedMock.sourceName
            if isSending, !arguments.has("offline") {
                let server = try EmbeddedMock(collectionRoot: collection.root)
                overrides[EmbeddedMock.variable] = server.origin
                mock = server
            } else {
                overrides[EmbeddedMock.variable] = EmbeddedMock.offlineOrigin
            }
        }
        let commands = CommandConsent(arguments, context)
        self.commands = commands
        var settings = RunSettings(
            environmentName: environmentName,
            overrides: overrides,
            processEnvironment: context.environment,
            consent: { commands.allows($0) }
        )
        settings.overrideSources = sources
        settings.keepsExchanges = collection.mayReferToResponses
        let requests = ChosenRequests(part.entries)
        self.requests = requests
        let asking = requests.indices.filter { requests.asks(at: $0) }
        self.asking = Set(asking)
        let unanswered = isSending ? asking.map { requests[$0] } : []
        let allowed = Confirmation.allowed(of: unanswered, arguments, context)
        unconfirmed = Set(unanswered.map(\.request.id)).subtracting(allowed)
        let allowsAll = arguments.has("yes")
        settings.confirm = { request in allowsAll || allowed.contains(request.id) }
        self.mock = mock
        transport = client.transport
        session = try RunSession(collection: collection, settings: settings, client: client)
    }

    private static func environmentName(
        _ name: String?,
        in collection: RequestCollection
    ) throws(CommandFailure) -> String? {
        let chosen = collection.environmentName(choosing: name)
        guard let chosen, collection.environment(named: chosen) == nil else { return chosen }
        let known = collection.environments.map(\.name)
        let list = known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
        throw CommandFailure(
            .invalidInput,
            "the collection has no environment '\(chosen)'; \(list)"
                + Suggestion.phrase(for: chosen, in: known)
        )
    }
}

extension CommandContext {
    /// Writes each problem as `path:line:column: message` to the diagnostics.
    func complain(_ problems: [CollectionProblem]) {
        for problem in problems { console.complain("\(problem)") }
    }
}
