public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request to a `Network`.
///
/// ```swift
/// struct FetchMovies: NetworkRequest {
///     let method: HTTPMethod = .get
///     let path: String = "discover/movie"
///     let parameters: Parameters
///
///     struct Parameters: Encodable {
///         let sortBy: String
///     }
///
///     struct Response: Decodable {
///         let results: [Movie]
///     }
/// }
///
/// let movies = try await FetchMovies(parameters: .init(sortBy: "title")).request(on: network).value
/// ```
///
/// Everything but `method` and `path` has a default.
public protocol NetworkRequest: Sendable {
    /// What is sent as query, content or form; nothing unless a type is named.
    associatedtype Parameters: Encodable & Sendable = EmptyParameters
    /// The fields of this request; none unless a type is named.
    associatedtype Headers: Encodable & Sendable = EmptyParameters
    /// What the response is read into; `Data` unless a type is named.
    associatedtype Response: Sendable = Data

    /// The method.
    var method: HTTPMethod { get }

    /// The path behind the network's base URL, and perhaps a query.
    var path: String { get }

    /// How parameters are sent: `.url`, `.json`, `.multipartFormData`, or one of `URLEncoding`.
    ///
    /// By default `.url` for `GET`, `HEAD`, `DELETE`, `OPTIONS` and `TRACE`, else `.json`. `.url` means
    /// the query, written as the network's `queryEncoding` says.
    var encoding: ParameterEncoding { get }

    /// What is sent; members go out in the order in which they are encoded.
    var parameters: Parameters { get }

    /// The fields of this request, by their coding keys; they win over the network's.
    var headers: Headers { get }

    /// Reads the content of a 2xx response.
    ///
    /// A `Decodable` response is decoded by the network's `decoder`; `Data`,
    /// `ImageResource` and `Void` are read as such. Implement it for any other type.
    func response(on network: some Network, for data: Data) throws -> Response
}

extension NetworkRequest {
    /// As the method has it.
    public var encoding: ParameterEncoding {
        let methods: [HTTPMethod] = [.get, .head, .delete, .options, .trace]
        return methods.contains(method) ? .url : .json
    }
}

// The results below are spelled by their associated types, so that none is inferred from them and the
// defaults of the protocol hold.

extension NetworkRequest where Parameters == EmptyParameters {
    /// None.
    public var parameters: Parameters { EmptyParameters() }
}

extension NetworkRequest where Headers == EmptyParameters {
    /// None.
    public var headers: Headers { EmptyParameters() }
}

extension NetworkRequest where Response: Decodable {
    /// The content, decoded by the network's `decoder`.
    public func response(on network: some Network, for data: Data) throws -> Response {
        try network.decoder.decode(Response.self, from: data)
    }
}

extension NetworkRequest where Response == Data {
    /// The content as it is.
    public func response(on network: some Network, for data: Data) throws -> Response { data }
}

extension NetworkRequest where Response == Void {
    /// Nothing.
    public func response(on network: some Network, for data: Data) throws -> Response { () }
}

extension NetworkRequest where Response == ImageResource {
    /// The image that the content is.
    ///
    /// - Throws: `LocalError.invalidImageData` when it is none.
    public func response(on network: some Network, for data: Data) throws -> Response {
        guard let image = ImageResource(data: data) else {
            throw LocalError.invalidImageData(data)
        }
        return image
    }
}

extension NetworkRequest {
    /// The request on a network, not sent yet: each consumption of the publisher sends it anew.
    ///
    /// - Parameter network: The service.
    /// - Returns: A publisher of one response.
    public func request<Service: Network>(
        on network: Service
    ) -> ResponsePublisher<Response, ServiceError<Service.RemoteError>> {
        let call = ServiceCall(request: self, network: network)
        return ResponsePublisher { await call.perform() }
    }

    /// The response that the network's preview assets hold for this request; nothing is sent.
    ///
    /// - Throws: `NetworkPreviewError.previewAssetNotFound` when there is none; `ServiceError` when the
    ///   asset is a failure, or cannot be read as the response.
    public func preview<Service: Network>(on network: Service) throws -> Response {
        try ServiceCall(request: self, network: network).preview()
    }
}
