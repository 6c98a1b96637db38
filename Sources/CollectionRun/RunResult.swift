package import ClientCore
package import Collections
package import HTTPModel

/// What came of running one request.
package enum RunOutcome: String, Hashable, Sendable, CaseIterable {
    /// All assertions passed; without assertions, the mapping says success.
    case passed
    /// A response came, and an assertion failed or the mapping says failure.
    case failed
    /// Nothing could be judged: the request could not be prepared, or no usable response came.
    case error
    /// It was not run, because the run ended before it.
    case skipped
}

/// What kept a request from being sent: a wrong file, template or variable.
package struct RunProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as a path relative to the collection or as given.
    package var file: String
    /// Where in the file.
    package var location: TextLocation
    /// What is wrong, as a sentence fragment without a capital or full stop; holds no secret.
    package var message: String

    /// Creates a problem.
    package init(file: String, location: TextLocation, message: String) {
        self.file = file
        self.location = location
        self.message = message
    }

    /// `file:line:column: message`, so that editors can jump there.
    package var description: String {
        "\(file):\(location.line):\(location.column): \(message)"
    }
}

/// One request that was run, with everything that came of it.
package struct RunResult: Sendable, Equatable {
    /// The identity of the request: `dir/file.http#name`.
    package var requestID: String
    /// The name of the request.
    package var name: String
    /// The file, relative to the collection.
    package var file: String
    /// The line where the request begins, from 1.
    package var line: Int
    /// The method as written in the file.
    package var method: String
    /// The URL as written in the file, variables not replaced.
    package var urlTemplate: String
    /// The request as it was to be sent; `nil` when it could not be resolved.
    @Boxed package var resolved: ResolvedRequest? = nil
    /// What was sent and what came; `nil` when nothing was sent.
    @Boxed package var exchange: Exchange? = nil
    /// The first request sent as it may be shown when secrets too short to be looked for are in it.
    @Boxed var disguisedSent: SentRequest? = nil
    /// What the outcome becomes inside a program; `nil` when nothing was sent.
    @Boxed package var mapping: Mapping? = nil
    /// The assertions judged, in file order.
    package var assertions: [AssertionResult]
    /// Values taken from the response by name; may hold secrets, so reports mask them.
    package var captures: [String: String]
    /// What kept the request from being sent.
    package var problem: RunProblem?
    /// The requests that ran first because this one refers to their responses, in order.
    package var upstream: [RunResult]
    /// Values that must not leave the program, beside those of `resolved`: what earlier requests of
    /// the run captured under a sensitive name.
    package var secrets: [String]
    /// How it ended.
    package var outcome: RunOutcome

    /// Creates a result for a request that has not been run.
    package init(
        of request: borrowing SavedRequest,
        in file: String,
        outcome: RunOutcome = .skipped
    ) {
        requestID = request.id
        name = request.name
        self.file = file
        line = request.location.line
        method = request.method
        urlTemplate = request.url
        assertions = []
        captures = [:]
        upstream = []
        secrets = []
        self.outcome = outcome
    }

    /// Creates a result for a request that no file holds.
    package init(named name: String, method: String, url: String, requestID: String = "") {
        self.requestID = requestID
        self.name = name
        file = ""
        line = 1
        self.method = method
        urlTemplate = url
        assertions = []
        captures = [:]
        upstream = []
        secrets = []
        outcome = .error
    }
}

extension RunResult {
    /// Lets go of what no report shows: content, fields and heads.
    ///
    /// A run of thousands of requests keeps what is left of each, and not all that came.
    package mutating func dropUnreported() {
        _exchange.change { $0.dropUnreported() }
        disguisedSent = nil
        for i in upstream.indices { upstream[i].dropUnreported() }
    }

    /// Lets go of all that came of the request but how it ended.
    package mutating func dropAll() {
        resolved = nil
        exchange = nil
        disguisedSent = nil
        mapping = nil
        assertions = []
        captures = [:]
        for i in upstream.indices { upstream[i].dropAll() }
    }
}
