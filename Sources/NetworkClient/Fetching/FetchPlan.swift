import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One fetch, ready to be performed.
struct FetchPlan: Sendable {
    /// Which form of `fetch` was called: they differ in `DELETE` and in content that is not there.
    enum Form: Sendable {
        case completion
        case async
    }

    let planner: FetchPlanner
    let form: Form
    /// The request, with all that the client adds to it but the token.
    var draft: FetchDraft
    /// The credential of the request; `nil` for none.
    let token: Token?
    /// The client that sends the request; `nil` when it is the planner's.
    var ownClient: HTTPClient?
    /// The request for the client core, once it is known that it can be sent.
    private var call: PreparedCall?

    init(planner: FetchPlanner, form: Form, draft: FetchDraft, token: Token?) {
        self.planner = planner
        self.form = form
        self.draft = draft
        self.token = token
    }

    private var errorMapping: ErrorMapping { planner.configuration.errorMapping }

    /// The request in Foundation's form; `nil` when Foundation does not accept it.
    var urlRequest: URLRequest? {
        if let built = draft.built { return built }
        var request = URLRequest(draft.request)
        request?.url = draft.url
        request?.timeoutInterval = planner.configuration.timeout ?? StandardRequestCreator.timeout
        return request
    }

    /// Finds out whether the request can be sent.
    mutating func makeReady() throws(PreparationFailure) {
        call = try (ownClient ?? planner.client).call(draft.request, token: token)
    }

    /// Sends the request, and gives the parsed content or throws what the outcome means.
    @concurrent
    func value<T: APIRequest>(
        parsedBy parser: T
    ) async throws(APIError) -> T.ResponseDataType? {
        let record = planner.isForeign ? ForeignResponseRecord() : nil
        let verdict: FetchVerdict
        do {
            verdict = self.verdict(on: try await send(record), record: record)
        } catch {
            throw APIError(errorMapping.map(error.fact))
        }
        switch verdict {
        case .nothing: return nil
        case .failure(let error, _): throw error
        case .content(let response, let url):
            do {
                return try parse(response, from: url, by: parser)
            } catch {
                throw error.error
            }
        }
    }

    /// Sends the request, and gives the parsed content or the error with all that is known.
    @concurrent
    func report<T: APIRequest>(
        parsedBy parser: T
    ) async -> FetchReport<T.ResponseDataType> {
        let record = planner.isForeign ? ForeignResponseRecord() : nil
        let exchange: Exchange
        do {
            exchange = try await send(record)
        } catch {
            let mapping = errorMapping.map(error.fact)
            return FetchReport(result: .failure(APIError(mapping)), mapping: mapping)
        }
        var report = FetchReport<T.ResponseDataType>(
            result: .success(nil),
            exchange: exchange,
            url: draft.url
        )
        if handler(of: exchange, record) == nil { report.mapping = errorMapping.map(exchange) }
        switch verdict(on: exchange, record: record) {
        case .nothing: break
        case .failure(let error, let mapping):
            report.result = .failure(error)
            report.mapping = mapping
        case .content(let response, let url):
            do {
                report.result = .success(try parse(response, from: url, by: parser))
            } catch {
                report.result = .failure(error.error)
                report.mapping = error.mapping ?? report.mapping
                report.decodingProblem = error.problem
            }
        }
        return report
    }

    // A part of its callers: each level of functions that wait takes time of its own.
    @inline(__always)
    private func send(
        _ record: ForeignResponseRecord?
    ) async throws(PreparationFailure) -> Exchange {
        if let call { return try await (ownClient ?? planner.client).send(call, observer: record) }
        guard let ownClient else {
            return try await planner.client.send(draft.request, token: token, observer: record)
        }
        return try await ownClient.send(draft.request, token: token, observer: record)
    }

    /// Decides by the exchange and the table, or the configuration's own handler.
    private func verdict(
        on exchange: Exchange,
        record: ForeignResponseRecord?
    ) -> FetchVerdict {
        let status = exchange.status
        if status == HTTPStatus(204) { return .nothing }
        if form == .completion, record?.hasNoData == true {
            return failure(errorMapping.map(.noData), of: exchange)
        }
        if let handler = handler(of: exchange, record) {
            do {
                try check(exchange, record, by: handler)
            } catch {
                return .failure((error as? APIError)?.withOwnTexts ?? .unknown, nil)
            }
        } else if status.map({ errorMapping.isSuccess($0) }) != true {
            return failure(errorMapping.map(exchange), of: exchange, record: record)
        }
        guard case .success(let response) = exchange.result else {
            return failure(errorMapping.map(exchange), of: exchange, record: record)
        }
        return isDone(with: response.body)
            ? .nothing : .content(response, exchange.responseURL(askedFor: draft.url))
    }

    /// What decides in place of the error table; `nil` when that decides.
    private func handler(
        of exchange: Exchange,
        _ record: ForeignResponseRecord?
    ) -> (any ErrorHandlerProtocol)? {
        guard let handler = planner.configuration.errorHandler else { return nil }
        if exchange.status == nil && record?.response == nil { return nil }
        return exchange.status == HTTPStatus(204) ? nil : handler
    }

    /// Has the configuration's own handler look at what came.
    private func check(
        _ exchange: Exchange,
        _ record: ForeignResponseRecord?,
        by handler: any ErrorHandlerProtocol
    ) throws {
        let data = record?.content ?? exchange.response?.body.data ?? Data()
        let response = record?.response ?? urlResponse(exchange.response?.head, in: exchange)
        let whole = try handler.handleResponse(data, response)
        try handler.handleStatusCode(statusCode: whole.statusCode)
    }

    /// Whether there is nothing to parse.
    private func isDone(with content: Octets) -> Bool {
        guard draft.request.method == .delete else { return false }
        switch form {
        case .completion: return true
        case .async:
            return content.isEmpty
                && !planner.configuration.seedCompatibility.contains(.parsesEmptyDelete)
        }
    }

    /// Has the configuration's parser read the content.
    private func parse<T: APIRequest>(
        _ response: HTTPResponse,
        from url: URL?,
        by request: T
    ) throws(ParseFailure) -> T.ResponseDataType {
        let data = response.body.data
        do {
            return try planner.configuration.dataParser.parseData(data, for: request)
        } catch let error as APIError {
            throw ParseFailure(error: error.withOwnTexts)
        } catch {
            guard let text = DecodingFailure.text(for: error) else {
                throw ParseFailure(error: .unknown)
            }
            let mapping = errorMapping.map(.decodeFailure(text))
            throw ParseFailure(
                error: APIError(
                    mapping,
                    data: data,
                    response: url.flatMap { response.head.urlResponse(url: $0) }
                ),
                mapping: mapping,
                problem: DecodingProblem.describe(error, in: data)
            )
        }
    }

    /// The error that `mapping` stands for, with what came.
    private func failure(
        _ mapping: Mapping,
        of exchange: Exchange,
        record: ForeignResponseRecord? = nil
    ) -> FetchVerdict {
        let (response, failure) = (exchange.response, exchange.failure)
        let error = APIError(
            mapping,
            data: record?.content ?? response?.body.data ?? failure?.partialBody.data,
            response: record?.response
                ?? urlResponse(response?.head ?? failure?.partialHead, in: exchange)
        )
        return .failure(error, mapping)
    }

    private func urlResponse(
        _ head: HTTPResponseHead?,
        in exchange: Exchange
    ) -> HTTPURLResponse? {
        exchange.responseURL(askedFor: draft.url).flatMap { head?.urlResponse(url: $0) }
    }
}

/// What is to be done about an exchange.
private enum FetchVerdict {
    /// There is nothing to parse.
    case nothing
    /// The content of this response, from this URL, is to be parsed.
    case content(HTTPResponse, URL?)
    /// The error, with the outcome of the error table; `nil` when a handler of the configuration threw it.
    indirect case failure(APIError, Mapping?)
}

/// Why content could not be parsed.
private struct ParseFailure: Error {
    var error: APIError
    /// The outcome of the error table; `nil` when the error came from the parser.
    var mapping: Mapping?
    /// Where it does not decode; `nil` when that is not why.
    var problem: DecodingProblem?
}

extension PreparationFailure {
    /// What the error table is asked for.
    var fact: ErrorMapping.Fact {
        switch code {
        case .token: .tokenFailure
        case .request: .invalidRequest
        }
    }
}
