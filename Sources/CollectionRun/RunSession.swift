package import ClientCore
package import Collections
package import HTTPModel

/// Runs the saved requests of a collection, one at a time or several at once.
///
/// The road of a request: resolve its templates, send it, map what came, keep captures, check
/// assertions. A request whose response another one refers to is run first, once.
package final class RunSession: Sendable {
    /// The collection the requests belong to.
    package let collection: RequestCollection
    /// What the session takes from outside.
    package let settings: RunSettings
    /// What is remembered from request to request.
    package let memory: RunMemory
    /// What an outcome becomes inside a program.
    package let mapping: ErrorMapping
    /// The same for whole responses.
    let statusMappings: StatusMappings
    /// What sends; its cookies are those that the memory has for the environment, unless it brought a
    /// jar of its own.
    let client: HTTPClient

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - collection: The collection as it is now.
    ///   - settings: What is taken from outside.
    ///   - client: What sends; for offline work one with a `FixtureTransport`.
    ///   - memory: An earlier session's memory to go on with.
    /// - Throws: `RunProblem` when an error rule of the collection is wrong.
    package init(
        collection: RequestCollection,
        settings: RunSettings = RunSettings(),
        client: HTTPClient = HTTPClient(),
        memory: RunMemory = RunMemory()
    ) throws(RunProblem) {
        self.collection = collection
        self.settings = settings
        var client = client
        if client.configuration.cookieJar == nil {
            client.configuration.cookieJar = memory.cookieJar(for: settings.environmentName)
        }
        self.client = client
        self.memory = memory
        mapping = try ErrorMapping(collection)
        statusMappings = StatusMappings(mapping)
    }

    /// Runs one request.
    ///
    /// Cancelling the task ends it soon, with an outcome whose failure is `cancelled`.
    ///
    /// - Parameters:
    ///   - request: A request of `file`.
    ///   - file: The file as it is now, perhaps with edits that are not saved.
    ///   - observer: Told of the progress of this request's hops, not of those it needs first.
    /// - Returns: What came of it; never missing, whatever went wrong.
    package func run(
        _ request: SavedRequest,
        in file: RequestFile,
        observer: (any HopObserver)? = nil
    ) async -> RunResult {
        await run(request, in: file, needing: [], observer: observer)
    }

    /// Runs one request as a `Preflight` resolved it for good; nobody is asked whether it may be sent.
    ///
    /// - Parameters:
    ///   - resolved: The request as resolved before.
    ///   - result: The result to fill, made of the saved request.
    ///   - location: Where the saved request is.
    /// - Returns: What came of it; never missing, whatever went wrong.
    package func run(
        settled resolved: Boxed<ResolvedRequest>,
        as result: consuming RunResult,
        at location: TextLocation
    ) async -> RunResult {
        result.$resolved = resolved
        do {
            try await send(&result, observer: nil)
        } catch {
            note(error, in: result.file, at: location, &result)
        }
        return result
    }

    /// Resolves one request without sending anything; no prompt, command or response is sought.
    package func resolve(
        _ request: SavedRequest,
        in file: RequestFile
    ) throws(ResolveError) -> ResolvedRequest {
        try resolver.resolve(request, in: file)
    }

    /// Resolves with what is remembered now.
    var resolver: RequestResolver {
        var scopes = VariableScopes(
            environmentName: settings.environmentName,
            overrides: settings.overrides,
            captures: memory.captures,
            responses: memory.exchanges,
            prompts: memory.prompts,
            commands: memory.commands,
            processEnvironment: settings.processEnvironment,
            now: settings.now,
            random: settings.random
        )
        scopes.overrideSources = settings.overrideSources
        return RequestResolver(collection: collection, scopes: scopes)
    }

    private func run(
        _ request: SavedRequest,
        in file: RequestFile,
        needing dependents: [String],
        observer: (any HopObserver)?
    ) async -> RunResult {
        var result = RunResult(of: request, in: file.path, outcome: .error)
        do {
            result.resolved = try await resolve(request, in: file, dependents, &result)
            if request.note != nil, await !settings.confirm(request) {
                throw RunProblem(unconfirmed: request, in: file)
            }
            try await send(&result, observer: observer)
        } catch {
            note(error, in: file.path, at: request.location, &result)
        }
        return result
    }

    /// Sends what was resolved, and judges what comes.
    func send(
        _ resolved: ResolvedRequest,
        _ result: inout RunResult,
        observer: (any HopObserver)?
    ) async throws {
        result.resolved = resolved
        try await send(&result, observer: observer)
    }

    /// Sends the request that the result has, and judges what comes.
    private func send(_ result: inout RunResult, observer: (any HopObserver)?) async throws {
        result.secrets = memory.secrets
        guard let box = result.$resolved.box else { return }
        guard !Task.isCancelled else {
            finish(&result, with: Self.cancelled(box.value.request))
            return
        }
        if result.isDisguised, let disguise = box.value.disguise {
            result.disguisedSent = await prepared(disguise)
        }
        var request = box.value.request
        if request.options.contentLimitInBytes == nil {
            request.options.contentLimitInBytes = settings.contentLimitInBytes
        }
        finish(
            &result,
            with: try await client.send(request, token: box.value.token, observer: observer)
        )
    }

    /// Takes note of what kept a request from being sent.
    func note(
        _ error: any Error,
        in file: String,
        at location: TextLocation,
        _ result: inout RunResult
    ) {
        switch error {
        case let problem as RunProblem:
            result.problem = problem
            result.secrets = memory.secrets
        case let failure as PreparationFailure:
            result.mapping = mapping.map(failure.code == .token ? .tokenFailure : .invalidRequest)
            result.problem = RunProblem(file: file, location: location, message: failure.detail)
        default:
            result.problem = RunProblem(file: file, location: location, message: "\(error)")
        }
    }

    private static func cancelled(_ request: HTTPRequest) -> Exchange {
        Exchange(request: request, result: .failure(NetworkFailure(.cancelled, phase: .prepare)))
    }
}

// MARK: - Resolving

extension RunSession {
    /// Resolves the request, getting what it needs first: responses, answers, output of commands.
    func resolve(
        _ request: SavedRequest,
        in file: RequestFile,
        _ dependents: [String],
        _ result: inout RunResult
    ) async throws -> ResolvedRequest {
        // Each round gets one thing that was missing, so the number of rounds is bounded by what the
        // request names; a thing that is missing twice is a fault.
        var obtained: Set<String> = []
        while true {
            let obstacle: ResolveError
            do {
                return try resolver.resolve(request, in: file)
            } catch {
                obstacle = error
            }
            guard !Task.isCancelled else { throw RunProblem(obstacle) }
            let key: String
            switch obstacle.code {
            case .needsResponse(let requestID):
                key = "response \(requestID)"
                try await obtainResponse(requestID, dependents + [request.id], obstacle, &result)
            case .needsPrompt(let prompt):
                key = "prompt \(prompt.name)"
                guard let answer = await settings.prompt(prompt) else {
                    throw RunProblem(unanswered: prompt, obstacle)
                }
                memory.rememberAnswer(answer, to: prompt.name)
            case .needsCommand(let command):
                key = "command \(command)"
                try await obtainOutput(of: command, obstacle)
            default:
                throw RunProblem(obstacle)
            }
            guard obtained.insert(key).inserted else { throw RunProblem(obstacle) }
        }
    }

    private func obtainResponse(
        _ requestID: String,
        _ dependents: [String],
        _ obstacle: ResolveError,
        _ result: inout RunResult
    ) async throws {
        guard !dependents.contains(requestID) else {
            let names = (dependents.drop { $0 != requestID } + [requestID]).map(Self.shortName)
            throw RunProblem(
                obstacle,
                message: "requests refer to each other's responses in a circle: "
                    + names.joined(separator: " → ")
            )
        }
        guard let needed = collection.request(withID: requestID) else { throw RunProblem(obstacle) }
        let upstream = await run(
            needed.request,
            in: needed.file,
            needing: dependents,
            observer: nil
        )
        result.upstream.append(upstream)
        memory.rememberUpstream(upstream)
        guard upstream.exchange?.response == nil else { return }
        let reason = upstream.problem?.message ?? upstream.exchange?.failure?.code.rawValue
        throw RunProblem(
            obstacle,
            message: "'\(needed.request.name)' gave no response that this request could use: "
                + (reason ?? "it was not sent")
        )
    }

    private func obtainOutput(of command: String, _ obstacle: ResolveError) async throws {
        guard await settings.consent(command) else {
            throw RunProblem(refused: command, obstacle)
        }
        do {
            let line = try await ShellCommand.firstLine(
                of: command,
                environment: settings.processEnvironment
            )
            memory.rememberOutput(line, of: command)
        } catch {
            throw RunProblem(obstacle, message: "the command '\(command)' \(error)")
        }
    }

    private static func shortName(_ id: String) -> String {
        id.lastIndex(of: "#").map { String(id[id.index(after: $0)...]) } ?? id
    }
}

extension RunProblem {
    /// The problem that an obstacle to resolving is.
    package init(_ obstacle: ResolveError, message: String? = nil) {
        self.init(
            file: obstacle.file,
            location: obstacle.location,
            message: message ?? obstacle.detail
        )
    }
}

extension RequestCollection {
    /// The request with this identity.
    package func request(withID id: String) -> SelectedRequest? {
        for file in files {
            if let outline = file.source.outlines.first(where: { $0.id == id }) {
                return OutlinedRequest(file: file, outline: outline).selected
            }
        }
        return nil
    }

    /// The environment to use: the one named, else that of `apus.json`, else the first.
    ///
    /// A name that no environment has is given back, so that resolving can complain.
    package func environmentName(choosing name: String?) -> String? {
        name ?? settings.defaultEnvironment ?? environments.first?.name
    }
}
