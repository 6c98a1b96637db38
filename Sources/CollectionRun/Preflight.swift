package import Collections

/// The check of a request before anything of a run is sent.
///
/// What only a response can give is not known yet, so a variable that some request of the collection
/// captures, and a reference to a response, are no obstacle here.
package struct Preflight: Sendable {
    private let session: RunSession
    /// The values before anything was sent, taken once for all requests.
    private let resolver: RequestResolver
    private let allowsCommands: Bool
    private let capturedNames: Set<String>
    /// The variables that may get another value while requests run.
    private let changingNames: Set<String>

    /// Creates the check for the requests of a session.
    ///
    /// - Parameters:
    ///   - session: The session that will run the requests.
    ///   - allowsCommands: Whether `{{$command …}}` will be allowed.
    package init(_ session: RunSession, allowsCommands: Bool = false) {
        self.session = session
        resolver = session.resolver
        self.allowsCommands = allowsCommands
        var capturedNames: Set<String> = []
        var promptNames: Set<String> = []
        for file in session.collection.files {
            // In a span, which copies no outline.
            let outlines = file.source.outlines
            let span = outlines.span
            for i in span.indices {
                if !span[i].captures.isEmpty { capturedNames.formUnion(span[i].captures) }
                if !span[i].prompts.isEmpty { promptNames.formUnion(span[i].prompts) }
            }
        }
        self.capturedNames = capturedNames
        changingNames = capturedNames.union(promptNames)
    }

    /// What a look at a request gives before anything is sent.
    package enum Verdict: Sendable {
        /// Resolved for good: nothing that a run brings can change it.
        case settled(Boxed<ResolvedRequest>)
        /// Nothing is known to keep it from being sent.
        case open
        /// It can surely not be sent.
        case problem
    }

    /// Looks at a request as it can be resolved now.
    package func resolve(
        _ request: borrowing SavedRequest,
        in file: borrowing RequestFile
    ) -> Verdict {
        do throws(ResolveError) {
            let resolved = Boxed(holding: try resolver.resolve(request, in: file))
            return isSettled(resolved) ? .settled(resolved) : .open
        } catch {
            return problem(error) == nil ? .open : .problem
        }
    }

    /// The request as it can be resolved now, not run; with outcome `error` and a problem when it can
    /// surely not be sent.
    package func result(of selected: SelectedRequest) -> RunResult {
        var result = RunResult(of: selected.request, in: selected.file.path)
        do {
            result.resolved = try resolver.resolve(selected.request, in: selected.file)
        } catch {
            result.problem = problem(error)
            if result.problem != nil { result.outcome = .error }
        }
        return result
    }

    private func isSettled(_ resolved: Boxed<ResolvedRequest>) -> Bool {
        guard let box = resolved.box, box.value.isSettled else { return false }
        return changingNames.isEmpty
            || box.value.origins.allSatisfy { origin in
                origin.variable.map { !changingNames.contains($0) } ?? true
            }
    }

    private func problem(_ obstacle: ResolveError) -> RunProblem? {
        switch obstacle.code {
        case .needsResponse, .noSuchValue:
            nil
        case .unknownVariable(let name, _) where capturedNames.contains(name):
            nil
        case .needsPrompt(let prompt):
            RunProblem(unanswered: prompt, obstacle)
        case .needsCommand(let command):
            allowsCommands ? nil : RunProblem(refused: command, obstacle)
        default:
            RunProblem(obstacle)
        }
    }
}

extension RunProblem {
    /// Nobody gave a value that a request asks for.
    init(unanswered prompt: Prompt, _ obstacle: ResolveError) {
        self.init(
            obstacle,
            message: "the request asks for '\(prompt.name)'; give it with "
                + "--var \(prompt.name)=VALUE"
        )
    }

    /// A request that asks before it is sent was not allowed to be.
    package init(unconfirmed request: SavedRequest, in file: RequestFile) {
        let note = request.directives.first { $0.name == "note" }
        let text = request.note ?? ""
        self.init(
            file: file.path,
            location: note?.location ?? request.requestLine,
            message:
                "the request asks before it is sent\(text.isEmpty ? "" : " (\(text))"), and the answer "
                + "was not yes; --yes answers for all"
        )
    }

    /// A command may not run.
    init(refused command: String, _ obstacle: ResolveError) {
        self.init(
            obstacle,
            message: "the command '\(command)' is not allowed to run; --allow-commands allows it"
        )
    }
}
