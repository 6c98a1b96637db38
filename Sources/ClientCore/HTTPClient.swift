public import HTTPModel

/// The road every request takes: the middlewares, then prepare, apply the token, send, follow redirects.
///
/// The explorer, the command line, fixtures and `NetworkClient` all send through it.
public struct HTTPClient: Sendable {
    /// What is added to every request.
    public struct Configuration: Sendable {
        /// When the configuration's fields are added to a request.
        public enum FieldPolicy: Hashable, Sendable {
            /// All of them when the request has no field at all, else none.
            case onlyWhenEmpty
            /// Each whose name the request does not have.
            case addMissing
        }

        /// The fields to add, in order.
        public var fields: HTTPFields
        /// When to add them.
        public var fieldPolicy: FieldPolicy
        /// Asked for the token of each request that brings none of its own; `nil` means no token.
        public var token: (@Sendable () -> Token?)?
        /// The value of `User-Agent` where the request has none; `nil` sends no such field.
        public var userAgent: String?
        /// What stands between `send` and the transport; the first is the outermost.
        public var middlewares: [any Middleware] = []
        /// Told what happens in each call.
        public var monitors: [any EventMonitor] = []
        /// Which responses `response(to:)` accepts, and about which retriers are not asked.
        public var validator = ResponseValidator.successCodes
        /// The limit on hops under way at once; `nil` for no limit.
        public var concurrency: ConcurrencyLimiter?
        /// The clock of the middlewares and monitors.
        public var time: any TimeSource = SystemTime()

        /// Whether a call is nothing but its hops.
        var isPlain: Bool { middlewares.isEmpty && monitors.isEmpty && concurrency == nil }
        /// Where cookies are kept and taken from; `nil` sends and keeps none.
        ///
        /// Requests whose options say `usesCookieJar` use it, hop by hop.
        public var cookieJar: CookieJar?
        /// Where responses are kept and taken from, hop by hop; `nil` asks the server each time.
        public var cache: ResponseCache?
        /// Asked about each redirect before it is followed, on any thread; must return at once.
        public var redirectHook: (@Sendable (RedirectProposal) -> RedirectChoice)?

        /// Creates a configuration; the default one adds no field and no token.
        public init(
            fields: HTTPFields = HTTPFields(),
            fieldPolicy: FieldPolicy = .onlyWhenEmpty,
            token: (@Sendable () -> Token?)? = nil,
            userAgent: String? = HTTPClient.defaultUserAgent,
            cookieJar: CookieJar? = nil
        ) {
            self.fields = fields
            self.fieldPolicy = fieldPolicy
            self.token = token
            self.userAgent = userAgent
            self.cookieJar = cookieJar
        }
    }

    /// The value of `User-Agent` when nobody sets another: `Apus/0.1.0`.
    public static let defaultUserAgent = "Apus/0.1.0"

    /// What makes the hops.
    public var transport: any Transport
    /// What is added to every request.
    public var configuration: Configuration

    /// Creates a client.
    public init(
        transport: any Transport = CurlTransport.shared,
        configuration: Configuration = Configuration()
    ) {
        self.transport = transport
        self.configuration = configuration
    }

    /// What makes the hops: the transport, behind the cache where there is one.
    var hopTransport: any Transport {
        configuration.cache.map { CachingTransport(transport, cache: $0) } ?? transport
    }

    /// Makes `request` ready to send, without sending it.
    ///
    /// - Throws: `PreparationFailure` when a field or the token cannot be sent.
    package func call(
        _ request: HTTPRequest,
        token: Token?
    ) throws(PreparationFailure) -> PreparedCall {
        let prepared = try RequestPreparation.prepare(request, token: token, configuration)
        return PreparedCall(request: request, token: token, prepared: prepared)
    }

    /// Sends `request` through the middlewares, following redirects hop by hop.
    ///
    /// Credentials are bound to the origin of `request`: a redirect elsewhere leaves them behind for
    /// good, and each hop's `redirect` says what was dropped and why.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - token: The credential to apply; `nil` asks the configuration.
    ///   - observer: Told of the progress of each hop.
    /// - Returns: The exchange; a failure to get a response is its `result`, not an error.
    /// - Throws: `PreparationFailure` when the request cannot be made ready; nothing was sent.
    public func send(
        _ request: consuming HTTPRequest,
        token: Token? = nil,
        observer: (any HopObserver)? = nil
    ) async throws(PreparationFailure) -> Exchange {
        try await send(request, token: token, prepared: nil, observer: observer)
    }

    /// Sends what `call` has made ready, as `send` does.
    package func send(
        _ call: consuming PreparedCall,
        observer: (any HopObserver)? = nil
    ) async throws(PreparationFailure) -> Exchange {
        let (request, token, prepared) = call.parts()
        return try await send(request, token: token, prepared: prepared, observer: observer)
    }

    // A part of its callers: each level of functions that wait costs as much as a field of the request.
    @inline(__always)
    private func send(
        _ request: consuming HTTPRequest,
        token: Token?,
        prepared: consuming RequestPreparation.Result?,
        observer: (any HopObserver)?
    ) async throws(PreparationFailure) -> Exchange {
        let transport = hopTransport
        guard configuration.isPlain else {
            let context = CallContext(
                time: configuration.time,
                validator: configuration.validator,
                monitors: configuration.monitors,
                observer: observer,
                token: token,
                configuredToken: configuration.token
            )
            return try await run(request, context: context) { hop, observer in
                await transport.send(hop, observer: observer)
            }
        }
        let start = MonotonicTime.now
        var machine: ExchangeMachine
        if let prepared {
            machine = ExchangeMachine(request, prepared: prepared, configuration: configuration)
        } else {
            let ready = try RequestPreparation.prepare(request, token: token, configuration)
            machine = ExchangeMachine(request, prepared: ready, configuration: configuration)
        }
        var action = machine.start()
        while true {
            switch consume action {
            case .send(let next):
                let outcome = await transport.send(consume next, observer: observer)
                action = machine.received(consume outcome, at: MonotonicTime.now - start)
            case .finish(let exchange):
                return exchange
            }
        }
    }
}

/// A request that can be sent as it is: everything that could keep it back was found out.
package struct PreparedCall: Sendable {
    /// The request as it was given.
    package let request: HTTPRequest
    /// The credential that was given; `nil` for none.
    package let token: Token?
    fileprivate let prepared: RequestPreparation.Result

    /// Takes the call apart, without a copy of its parts.
    fileprivate consuming func parts() -> (HTTPRequest, Token?, RequestPreparation.Result) {
        (request, token, prepared)
    }
}

/// Why a request could not be made ready to send; nothing was sent.
public struct PreparationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The token cannot be placed: the content is no JSON object, or a value cannot be sent.
        case token
        /// The request itself cannot be sent.
        case request
    }

    /// The kind of fault.
    public var code: Code
    /// What is wrong, as a fragment without capital and full stop; holds no credential.
    public var detail: String

    /// Creates a failure.
    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// What is wrong.
    public var description: String { detail }
}
