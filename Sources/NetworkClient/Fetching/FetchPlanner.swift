import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a fetch could not be planned; nothing was sent.
struct PlanFailure: Error {
    let error: APIError
    /// The outcome of the error table; `nil` when the caller's own code threw the error.
    let mapping: Mapping?

    init(mapping: Mapping) {
        error = APIError(mapping)
        self.mapping = mapping
    }

    init(error: APIError) {
        self.error = error
        mapping = nil
    }
}

/// Builds what one fetch sends, from what the caller gave and how the client is configured.
struct FetchPlanner: Sendable {
    let configuration: NetworkClientConfiguration
    private let client: HTTPClient
    private let token: TokenType?

    init(
        transport: any Transport,
        configuration: NetworkClientConfiguration,
        token: TokenType?
    ) {
        self.configuration = configuration
        let fields = configuration.headers.sorted { $0.key < $1.key }
        self.token = token
        var core = configuration.core
        core.fields = HTTPFields(fields.map { HTTPField($0.key, $0.value) })
        core.fieldPolicy = configuration.headerPolicy
        client = HTTPClient(transport: transport, configuration: core)
    }

    /// Builds a request and asks for its token; nothing is sent.
    func plan(
        api: any URLGenerator,
        method call: MethodCall?,
        request: some APIRequest
    ) throws(PlanFailure) -> FetchPlan {
        let method = call?.method ?? api.method
        do {
            let creator = configuration.requestCreator
            guard
                var urlRequest = try creator.createURLRequest(
                    api: api,
                    method: method,
                    request: request
                )
            else {
                throw PreparationFailure(.request, detail: "the request builds nothing")
            }
            let mediaType = try Self.addContent(of: call, to: &urlRequest, built: request.body)
            for (name, value) in call?.headers ?? [:]
            where urlRequest.value(forHTTPHeaderField: name) == nil {
                urlRequest.setValue(value, forHTTPHeaderField: name)
            }
            if let timeout = configuration.timeout { urlRequest.timeoutInterval = timeout }
            var sent = try HTTPRequest(urlRequest)
            var client = client
            if let mediaType { Self.announce(mediaType, in: &sent, sentBy: &client) }
            let token = call?.token.map { .bearer($0) } ?? self.token?.current
            return FetchPlan(
                urlRequest: urlRequest,
                call: try client.call(sent, token: token),
                client: client,
                configuration: configuration
            )
        } catch let error as APIError {
            throw PlanFailure(error: error.withOwnTexts)
        } catch let failure as PreparationFailure {
            throw PlanFailure(mapping: configuration.errorMapping.map(failure.fact))
        } catch is URLRequestError, is EncodingError {
            throw PlanFailure(mapping: configuration.errorMapping.map(.invalidRequest))
        } catch {
            throw PlanFailure(error: .unknown)
        }
    }

    /// Adds the content of `call` where the request has none.
    ///
    /// - Returns: The media type of content that the library encoded; `nil` for any other.
    private static func addContent(
        of call: MethodCall?,
        to urlRequest: inout URLRequest,
        built body: HTTPBody?
    ) throws -> String? {
        let hasContent = urlRequest.httpBody != nil || urlRequest.httpBodyStream != nil
        if body != nil { return hasContent ? "application/json" : nil }
        guard !hasContent, let call, let content = try call.encodedBody() else { return nil }
        urlRequest.httpBody = content
        return call.bodyMediaType
    }

    /// Sees to it that the request says `mediaType` unless the caller or the configuration says
    /// another, without keeping the configuration's fields from a request that has none.
    private static func announce(
        _ mediaType: String,
        in request: inout HTTPRequest,
        sentBy client: inout HTTPClient
    ) {
        let name = "Content-Type"
        guard !request.fields.contains(named: name) else { return }
        let isJSON = mediaType == "application/json"
        switch client.configuration.fieldPolicy {
        case .onlyWhenEmpty where request.fields.isEmpty:
            let configured = client.configuration.fields.contains(named: name)
            if !configured || !isJSON { client.configuration.fields[name] = mediaType }
        case .addMissing where isJSON && client.configuration.fields.contains(named: name):
            break
        default:
            request.fields.append(name, mediaType)
        }
    }
}
