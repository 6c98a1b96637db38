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
final class FetchPlanner: Sendable {
    let configuration: NetworkClientConfiguration
    /// The client that sends requests to which no media type has to be added.
    let client: HTTPClient
    private let token: TokenType?
    /// Whether the library's own requests are built without asking anybody.
    private let isStandard: Bool
    /// How the library's own requests are sent.
    private let options: RequestOptions
    /// Whether the transport may know more of a response than the client core has values for.
    let isForeign: Bool

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
        isStandard = configuration.requestCreator is StandardRequestCreator
        var options = RequestOptions()
        options.pause(atMost: configuration.timeout ?? StandardRequestCreator.timeout)
        self.options = options
        isForeign = !(transport is CurlTransport)
    }

    /// Builds a request and asks for its token; nothing is sent.
    ///
    /// Whether the request can be made ready is found out here in the completion form alone, which
    /// tells by its task; the other finds it out when it sends.
    func plan(
        api: any URLGenerator,
        method call: MethodCall?,
        request: some APIRequest,
        form: FetchPlan.Form
    ) throws(PlanFailure) -> FetchPlan {
        do {
            var plan = FetchPlan(
                planner: self,
                form: form,
                draft: try draft(of: request, for: api, method: call),
                token: call?.token.map { .bearer($0) } ?? token?.current
            )
            if let mediaType = plan.draft.mediaType {
                var client = client
                Self.announce(mediaType, in: &plan.draft.request, sentBy: &client)
                plan.ownClient = client
            }
            if form == .completion { try plan.makeReady() }
            return plan
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

    /// Builds the request of a fetch, without what the client adds to each.
    private func draft<Request: APIRequest>(
        of request: Request,
        for api: any URLGenerator,
        method call: MethodCall?
    ) throws -> FetchDraft {
        let method = call?.method ?? api.method
        if isStandard, Request.buildsByDefault, HTTPMethod.common.contains(method) {
            return try .direct(request, for: api, method: method, call: call, options: options)
        }
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
        return FetchDraft(
            request: try HTTPRequest(urlRequest),
            url: urlRequest.url,
            built: urlRequest,
            mediaType: mediaType
        )
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
