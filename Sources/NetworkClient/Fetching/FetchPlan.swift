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

    /// The request as built by the caller.
    let urlRequest: URLRequest
    /// The same for the client core, ready to send.
    let call: PreparedCall
    let client: HTTPClient
    let configuration: NetworkClientConfiguration

    private var errorMapping: ErrorMapping { configuration.errorMapping }

    /// Sends the request, maps the outcome and parses the content.
    @concurrent
    func perform<T: APIRequest>(
        _ parser: T,
        form: Form
    ) async -> FetchReport<T.ResponseDataType> {
        let record = ForeignResponseRecord()
        let exchange: Exchange
        do {
            exchange = try await client.send(call, observer: record)
        } catch {
            return failure(errorMapping.map(error.fact))
        }
        var report = FetchReport<T.ResponseDataType>(
            result: .success(nil),
            exchange: exchange,
            mapping: errorMapping.map(exchange),
            url: urlRequest.url
        )
        if exchange.response?.status == HTTPStatus(204) { return report }
        if form == .completion, record.hasNoData {
            return failure(errorMapping.map(.noData), in: report)
        }
        if let handler = configuration.errorHandler,
            exchange.response != nil || record.response != nil
        {
            report.mapping = nil
            do {
                try check(report, record, by: handler)
            } catch {
                report.result = .failure((error as? APIError)?.withOwnTexts ?? .unknown)
                return report
            }
        } else if report.mapping?.isSuccess != true {
            return failure(report.mapping ?? errorMapping.map(exchange), in: report, record: record)
        }
        guard let response = exchange.response else {
            return failure(errorMapping.map(exchange), in: report, record: record)
        }
        if isDone(with: response, form: form) { return report }
        return parse(response, by: parser, into: report)
    }

    /// Has the configuration's own handler look at what came.
    private func check<Value>(
        _ report: FetchReport<Value>,
        _ record: ForeignResponseRecord,
        by handler: any ErrorHandlerProtocol
    ) throws {
        let data = record.content ?? report.exchange?.response?.body.data ?? Data()
        let response = try handler.handleResponse(data, record.response ?? report.response)
        try handler.handleStatusCode(statusCode: response.statusCode)
    }

    /// Whether there is nothing to parse.
    private func isDone(with response: HTTPResponse, form: Form) -> Bool {
        guard call.request.method == .delete else { return false }
        switch form {
        case .completion: return true
        case .async:
            return response.body.isEmpty
                && !configuration.seedCompatibility.contains(.parsesEmptyDelete)
        }
    }

    private func parse<T: APIRequest>(
        _ response: HTTPResponse,
        by parser: T,
        into report: FetchReport<T.ResponseDataType>
    ) -> FetchReport<T.ResponseDataType> {
        var report = report
        let data = response.body.data
        do {
            report.result = .success(try configuration.dataParser.parseData(data, for: parser))
        } catch let error as APIError {
            report.result = .failure(error.withOwnTexts)
        } catch {
            guard let text = DecodingFailure.text(for: error) else {
                report.result = .failure(.unknown)
                return report
            }
            report.decodingProblem = DecodingProblem.describe(error, in: data)
            return failure(errorMapping.map(.decodeFailure(text)), in: report)
        }
        return report
    }

    private func failure<Value>(
        _ mapping: Mapping,
        in report: FetchReport<Value> = FetchReport(result: .success(nil)),
        record: ForeignResponseRecord? = nil
    ) -> FetchReport<Value> {
        var report = report
        let failure = report.exchange?.failure
        let head = failure?.partialHead.flatMap { head in
            urlRequest.url.flatMap { head.urlResponse(url: $0) }
        }
        report.mapping = mapping
        report.result = .failure(
            APIError(
                mapping,
                data: record?.content ?? report.exchange?.response?.body.data
                    ?? failure?.partialBody.data,
                response: record?.response ?? report.response ?? head
            )
        )
        return report
    }
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
