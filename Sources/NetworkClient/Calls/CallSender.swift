import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests of Foundation through the client core, for targets and endpoints alike.
struct CallSender: Sendable {
    /// What came of a call.
    enum Outcome: Sendable {
        /// A response or a failure, with the request it belongs to.
        case exchanged(Exchange, URLRequest)
        /// Nothing was sent.
        case refused(NetworkError)
    }

    let client: HTTPClient
    /// What every request is given before it is sent.
    var adjust: @Sendable (inout HTTPRequest) -> Void = { _ in }

    /// Sends `urlRequest`.
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - body: Content that a `URLRequest` cannot hold; `nil` sends that of `urlRequest`.
    ///   - observer: Told of the progress of each hop.
    /// - Returns: What came of it.
    @concurrent
    func send(
        _ urlRequest: URLRequest,
        body: RequestBody? = nil,
        observer: (any HopObserver)? = nil
    ) async -> Outcome {
        do {
            var request = try HTTPRequest(urlRequest)
            if let body { request.body = body }
            adjust(&request)
            return .exchanged(try await client.send(request, observer: observer), urlRequest)
        } catch let error as URLRequestError {
            return .refused(NetworkError(error))
        } catch {
            return .refused(.encodingFailed(reason: .underlying(error)))
        }
    }
}

extension CallSender {
    /// Begins to store the content of the response to `urlRequest`.
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - place: Where the file is to be.
    ///   - token: Where an earlier download stopped; `nil` starts anew.
    /// - Returns: The download, which has begun.
    /// - Throws: `NetworkError.encodingFailed` when the request is none of the client core.
    func download(
        _ urlRequest: URLRequest,
        to place: URL,
        resuming token: ResumeToken?
    ) throws(NetworkError) -> Download {
        var request: HTTPRequest
        do throws(URLRequestError) {
            request = try HTTPRequest(urlRequest)
        } catch {
            throw NetworkError(error)
        }
        adjust(&request)
        return client.download(request, to: place, resuming: token)
    }
}

extension NetworkError {
    /// The error for a request that is none of the client core.
    init(_ error: URLRequestError) {
        switch error.code {
        case .missingURL, .unusableURL: self = .encodingFailed(reason: .missingURL)
        case .malformedMethod, .unreadableBody:
            self = .encodingFailed(reason: .underlying(error))
        }
    }
}

extension Response {
    /// The response to `urlRequest` that `response` is, which came from `url`.
    init(_ response: HTTPResponse, to urlRequest: URLRequest, from url: URL?) {
        self.init(
            urlRequest: urlRequest,
            data: response.body.data,
            httpURLResponse: url.flatMap { response.head.urlResponse(url: $0) }
        )
    }

    /// What came of a response from `url` before `failure`; `nil` when not even its head came.
    init?(partOf failure: NetworkFailure, to urlRequest: URLRequest, from url: URL?) {
        guard let head = failure.partialHead, let url else { return nil }
        self.init(
            urlRequest: urlRequest,
            data: failure.partialBody.data,
            httpURLResponse: head.urlResponse(url: url)
        )
    }
}
