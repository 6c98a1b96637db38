public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A service: what its requests share.
///
/// ```swift
/// final class MoviesNetwork: Network {
///     let baseURL = URL(string: "https://api.movies.example.test/3/")!
///
///     struct RemoteError: Decodable {
///         let code: Int
///         let message: String
///     }
/// }
/// ```
///
/// Everything but `baseURL` has a default. Classes that conform are `final`, as networks are used from
/// several tasks at once.
public protocol Network: Sendable {
    /// What the service says when it answers with a failure; `Void` unless a type is named.
    associatedtype RemoteError: Sendable = Void
    /// The fields that every request gets; none unless a type is named.
    associatedtype Headers: Encodable & Sendable = EmptyParameters

    /// Where the paths of requests begin; `http` or `https`.
    var baseURL: URL { get }

    /// The fields that every request gets, by their coding keys; a request's own win.
    var headers: Headers { get }

    /// How dates are written by all requests of this kind of network; ISO 8601 unless said.
    static var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get }

    /// How dates are read from all responses of this kind of network; ISO 8601 unless said.
    static var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { get }

    /// How dates are written; that of the type unless said.
    var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get }

    /// How dates are read; that of the type unless said.
    var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { get }

    /// What reads JSON of responses and remote errors; by default with the network's date strategy.
    var decoder: JSONDecoder { get }

    /// What writes parameters as JSON; by default with the network's date strategy, names in order,
    /// slashes not escaped. Pairs, forms and headers follow `dateEncodingStrategy` only.
    var encoder: JSONEncoder { get }

    /// How parameters become pairs where a request's encoding is `.url`.
    var queryEncoding: URLEncoding { get }

    /// Reads what the service says in a response whose status is not 2xx.
    ///
    /// A `Decodable` error is decoded by `decoder`, `Data` is the content, and `Void` is nothing.
    func errorContent(for response: HTTPURLResponse, data: Data) throws -> RemoteError

    /// The same as `errorContent(for:data:)`, which it calls; implement either.
    func remoteError(for response: HTTPURLResponse, data: Data) throws -> RemoteError

    /// The session to send through; `nil` sends through `client`.
    var session: URLSession? { get }

    /// What sends; by default the shared transport, or `session` when there is one.
    var client: HTTPClient { get }

    /// Whether fixtures answer instead of the service.
    var previewMode: NetworkPreviewMode { get }

    /// Where the answers of previews are found.
    var previewAssets: PreviewAssets { get }
}

extension Network {
    /// ISO 8601.
    public static var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { .iso8601 }
    /// ISO 8601.
    public static var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { .iso8601 }
    /// That of the type.
    public var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { Self.dateEncodingStrategy }
    /// That of the type.
    public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { Self.dateDecodingStrategy }

    /// The query, arrays without brackets, `true` and `false` in words.
    public var queryEncoding: URLEncoding {
        URLEncoding(
            destination: .queryString,
            arrayEncoding: .noBrackets,
            boolEncoding: .literal
        )
    }

    /// None.
    public var session: URLSession? { nil }

    /// A client on the shared transport, or on `session` when there is one.
    public var client: HTTPClient {
        guard let session else { return HTTPClient() }
        return HTTPClient(transport: SessionTransports.shared.transport(for: session))
    }

    /// Automatic.
    public var previewMode: NetworkPreviewMode { .automatic }

    /// The assets of the folder that the environment names; see `PreviewAssets.standard`.
    public var previewAssets: PreviewAssets { .standard }

    /// A decoder with the network's date strategy.
    public var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = dateDecodingStrategy
        return decoder
    }

    /// An encoder with the network's date strategy: names in order, slashes not escaped.
    public var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = dateEncodingStrategy
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension Network where Headers == EmptyParameters {
    /// None.
    public var headers: Headers { EmptyParameters() }
}

// Reading remote errors.
extension Network {
    /// What `errorContent(for:data:)` says.
    public func remoteError(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
        try errorContent(for: response, data: data)
    }

    /// Says that the network reads no remote errors of its type.
    ///
    /// - Throws: `UnreadRemoteError`, so that a type that forgot to implement either is found.
    public func errorContent(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
        throw UnreadRemoteError(network: "\(Self.self)", statusCode: response.statusCode)
    }
}

extension Network where RemoteError == Void {
    /// Nothing.
    public func errorContent(for response: HTTPURLResponse, data: Data) throws -> RemoteError { () }
}

extension Network where RemoteError == Data {
    /// The content.
    public func errorContent(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
        data
    }
}

extension Network where RemoteError: Decodable {
    /// The content, decoded by `decoder`.
    public func errorContent(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
        try decoder.decode(RemoteError.self, from: data)
    }
}

/// No parameters and no headers.
public struct EmptyParameters: Codable, Hashable, Sendable {
    /// Creates nothing.
    public init() {}
}

/// That a network names a type of remote error and does not read it.
public struct UnreadRemoteError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError
{
    /// The network's type.
    public let network: String
    /// The status of the response.
    public let statusCode: Int

    /// What is missing, and what to do.
    public var description: String {
        "\(network) does not read its RemoteError (status \(statusCode)): make it Decodable, "
            + "or implement errorContent(for:data:)"
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
