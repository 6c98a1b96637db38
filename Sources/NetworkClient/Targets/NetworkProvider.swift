public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What performs the calls of one type of targets: with completions, `async`, or as streams.
///
/// ```
/// target ─ request ─► adapt ─► client core ─► validate ─► value ─► completionQueue
///                       ▲                        │
///                       └──────── retry ◄────────┘
/// ```
///
/// Every call ends in a value or a `NetworkError`. Content is decoded neither on the completion queue
/// nor on the caller's actor.
public struct NetworkProvider<Target: TargetType>: Sendable {
    let calls: TargetCalls
    let completionQueue: DispatchQueue

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - interceptor: What changes requests and decides about sending them again; `nil` for none.
    ///   - configuration: How calls are made; `NetworkKit` says which properties count.
    ///   - validator: Which responses are accepted: by default 2xx whose media type the request's
    ///     `Accept` names.
    ///   - completionQueue: Where completions and progress handlers run.
    ///   - transport: What sends; `nil` means what the configuration asks for, else the default.
    ///   - cookieJar: Where cookies are kept and taken from; `nil` sends and keeps none.
    ///   - cache: Where responses are kept and taken from; `nil` asks the server each time.
    ///   - time: The clock of delays.
    public init(
        interceptor: (any NetworkRequestInterceptor)? = nil,
        configuration: URLSessionConfiguration = .default,
        validator: ResponseValidator = .successCodes.and(.acceptedContentTypes),
        completionQueue: DispatchQueue = .main,
        transport: (any Transport)? = nil,
        cookieJar: CookieJar? = nil,
        cache: ResponseCache? = nil,
        time: any TimeSource = SystemTime()
    ) {
        calls = TargetCalls(
            interceptor: interceptor,
            settings: SessionSettings(configuration),
            validator: validator,
            transport: transport,
            cookieJar: cookieJar,
            cache: cache,
            time: time
        )
        self.completionQueue = completionQueue
    }
}

// Calls with a completion.
extension NetworkProvider {
    /// Performs the call of `target`; the content comes as text.
    @discardableResult
    public func request(
        _ target: Target,
        completion: @escaping @Sendable (Result<String, NetworkError>) -> Void
    ) -> StringRequestTask {
        start(completion) { await request(target) }
    }

    /// Performs the call of `target`; the content comes as it is, `nil` when there is none.
    @discardableResult
    public func request(
        _ target: Target,
        completion: @escaping @Sendable (Result<Data?, NetworkError>) -> Void
    ) -> DataRequestTask {
        start(completion) { await request(target) }
    }

    /// Performs the call of `target`; the content comes decoded from JSON.
    @discardableResult
    public func request<Value: Decodable & Sendable>(
        _ target: Target,
        type: Value.Type,
        completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
    ) -> DecodableRequestTask<Value> {
        start(completion) { await request(target, type: type) }
    }

    private func start<Value>(
        _ completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void,
        _ work: @escaping @Sendable () async -> Result<Value, NetworkError>
    ) -> RequestTask<Value> {
        RequestTask {
            let result = await work()
            completionQueue.async { completion(result) }
            return result
        }
    }
}

// Calls to wait for.
extension NetworkProvider {
    /// Performs the call of `target` and waits for its content as text.
    public func request(_ target: Target) async -> Result<String, NetworkError> {
        await calls.response(to: target, for: .request).map { TextDecoding.text(of: $0) }
    }

    /// Performs the call of `target` and waits for its content; `nil` when there is none.
    public func request(_ target: Target) async -> Result<Data?, NetworkError> {
        await calls.response(to: target, for: .request).map(\.content)
    }

    /// Performs the call of `target` and waits for its content, decoded from JSON.
    public func request<Value: Decodable & Sendable>(
        _ target: Target,
        type: Value.Type
    ) async -> Result<Value, NetworkError> {
        let result = await calls.response(to: target, for: .request)
        return await Self.decode(result, as: type, by: target.keyDecodingStrategy)
    }

    @concurrent
    private static func decode<Value: Decodable>(
        _ result: Result<Response, NetworkError>,
        as type: Value.Type,
        by strategy: JSONDecoder.KeyDecodingStrategy
    ) async -> Result<Value, NetworkError> {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy
        return result.flatMap { response in
            Result { () throws(NetworkError) in
                try response.orNull.decode(type, using: decoder)
            }
        }
    }
}

// Calls as streams, in place of publishers.
extension NetworkProvider {
    /// The call of `target` as a stream: it begins when somebody reads, and gives one result.
    public func publisher(_ target: Target) -> AsyncStream<Result<String, NetworkError>> {
        AsyncStream.once { await request(target) }
    }

    /// The call of `target` as a stream: it begins when somebody reads, and gives one result.
    public func publisher(_ target: Target) -> AsyncStream<Result<Data?, NetworkError>> {
        AsyncStream.once { await request(target) }
    }

    /// The call of `target` as a stream: it begins when somebody reads, and gives one result.
    ///
    /// Ending the task that reads cancels the call.
    public func publisher<Value: Decodable & Sendable>(
        _ target: Target,
        type: Value.Type
    ) -> AsyncStream<Result<Value, NetworkError>> {
        AsyncStream.once { await request(target, type: type) }
    }
}

extension Response {
    /// The content; `nil` when there is none.
    var content: Data? { data?.isEmpty == true ? nil : data }

    /// The response with `null` for the content of a status that never has any, so that an optional
    /// decodes.
    fileprivate var orNull: Response {
        guard let status = httpURLResponse?.statusCode, [204, 205].contains(status) else {
            return self
        }
        return Response(
            urlRequest: urlRequest,
            data: Data("null".utf8),
            httpURLResponse: httpURLResponse
        )
    }
}
