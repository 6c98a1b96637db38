import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// How parameters are put into a request.
///
/// `URLEncoding` and `JSONEncoding` hold the usual ones: `URLEncoding.default`,
/// `URLEncoding.queryString`, `URLEncoding.httpBody`, `JSONEncoding.default`.
public struct ParameterEncoding: Hashable, Sendable {
    /// The form parameters take.
    public enum Format: Hashable, Sendable {
        /// `name=value` pairs.
        case url(URLEncoding)
        /// A JSON object as the content.
        case json
        /// A form of parts as the content.
        case multipartFormData
    }

    /// The form parameters take.
    public let format: Format

    /// Creates an encoding.
    public init(_ format: Format) {
        self.format = format
    }

    /// Pairs in the query or the content, as the method has it.
    public static let url = ParameterEncoding(.url(URLEncoding()))
    /// Pairs in the query.
    public static let queryString = ParameterEncoding(
        .url(URLEncoding(destination: .queryString))
    )
    /// Pairs in the content.
    public static let httpBody = ParameterEncoding(.url(URLEncoding(destination: .httpBody)))
    /// A JSON object.
    public static let json = ParameterEncoding(.json)
    /// A form of parts, which may hold files.
    public static let multipartFormData = ParameterEncoding(.multipartFormData)

    /// Makes an encoding as pairs with options of its own.
    public static func url(_ encoding: URLEncoding) -> ParameterEncoding {
        ParameterEncoding(.url(encoding))
    }

    /// Puts `parameters` into a request.
    ///
    /// Content gets its media type unless the request names one. Files of a form are read into memory,
    /// as a `URLRequest` holds content as bytes.
    ///
    /// - Parameters:
    ///   - request: The request; content it has is replaced when the parameters become content.
    ///   - parameters: The parameters; `nil` changes nothing.
    /// - Returns: The request with the parameters.
    /// - Throws: `NetworkError.encodingFailed` when the request has no URL, a value is none that JSON
    ///   can hold, or a file of a form cannot be read.
    public func encode(
        _ request: URLRequest,
        with parameters: Parameters?
    ) throws(NetworkError) -> URLRequest {
        guard let parameters else { return request }
        var request = request
        switch format {
        case .url(let encoding):
            try encoding.add(.members(parameters), to: &request, isAnnounced: true)
        case .json:
            guard request.url != nil else { throw .encodingFailed(reason: .missingURL) }
            do {
                request.httpBody = try HTTPBody.json(parameters).encoded()
            } catch {
                throw .encodingFailed(reason: .jsonSerialization)
            }
            request.announce(JSONEncoding.mediaType)
        case .multipartFormData:
            guard request.url != nil else { throw .encodingFailed(reason: .missingURL) }
            let form = MultipartForm(ParameterTree.members(parameters))
            do {
                request.httpBody = try form.wholeContent()
            } catch {
                throw .encodingFailed(reason: .underlying(error))
            }
            request.announce(form.contentType)
        }
        return request
    }
}

/// Parameters as a JSON object.
public enum JSONEncoding {
    /// A JSON object as the content, members in the order of their names.
    public static let `default` = ParameterEncoding.json

    /// The media type of JSON content.
    static let mediaType = "application/json"
}
