public import HTTPModel

extension HTTPClient {
    /// Sends `request` and gives its response, if the configuration's validator accepts it.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - token: The credential to apply; `nil` asks the configuration.
    ///   - observer: Told of the progress of each hop.
    /// - Returns: The response.
    /// - Throws: `ClientError` when the request could not be sent, no whole response came, or the
    ///   response is refused; it holds head and content of that.
    public func response(
        to request: HTTPRequest,
        token: Token? = nil,
        observer: (any HopObserver)? = nil
    ) async throws(ClientError) -> HTTPResponse {
        let exchange: Exchange
        do {
            exchange = try await send(request, token: token, observer: observer)
        } catch {
            throw ClientError(error, request: request)
        }
        switch exchange.result {
        case .success(let response):
            if let problem = configuration.validator.problem(with: exchange) { throw problem }
            return response
        case .failure(let failure):
            throw ClientError(.failure(failure.code), about: exchange, detail: failure.message)
        }
    }
}
