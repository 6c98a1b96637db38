import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The request of a target, ready to be sent.
struct TargetRequest: Sendable {
    /// The request; without its content when that is in `body`.
    let urlRequest: URLRequest
    /// Content that a `URLRequest` cannot hold; `nil` when it holds the content.
    let body: RequestBody?
    /// Where the content of the response goes; `nil` for calls that give it to the caller.
    let destination: DownloadDestination?

    /// Builds the request of `target` for a kind of call.
    ///
    /// - Throws: `NetworkError`: `unsuitableTask` when the task is for another kind of call;
    ///   `encodingFailed`, `encodableParameterFailure` or `jsonDictionaryConversionFailed` when the
    ///   request cannot be built.
    init(_ target: some TargetType, for call: NetworkTask.Call) throws(NetworkError) {
        let task = target.task
        guard task.call == call else {
            throw .unsuitableTask(task: task.name, call: call.rawValue)
        }
        var request = try URLRequest(
            base: target.baseURL,
            path: target.path,
            method: target.method,
            headers: target.headers ?? [:],
            cachePolicy: .useProtocolCachePolicy,
            timeout: target.timeoutInterval
        )
        let content = try task.add(to: &request)
        urlRequest = request
        body = content
        destination = task.destination
    }
}

extension NetworkTask {
    /// Where the content of the response goes.
    fileprivate var destination: DownloadDestination? {
        switch self {
        case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
            destination
        default: nil
        }
    }

    /// Adds what the task carries to a request.
    ///
    /// - Returns: Content that a `URLRequest` cannot hold.
    fileprivate func add(to request: inout URLRequest) throws(NetworkError) -> RequestBody? {
        switch self {
        case .requestPlain, .downloadDestination: break
        case .requestData(let data): request.httpBody = data
        case .requestJSONEncodable(let value):
            try Self.addJSON(value, by: JSONEncoder(), to: &request)
        case .requestCustomJSONEncodable(let value, let encoder):
            try Self.addJSON(value, by: encoder, to: &request)
        case .requestParameterEncodable(let value):
            let query = URLEncoding(destination: .queryString)
            try query.add(Self.parameters(of: value), to: &request, isAnnounced: false)
        case .requestParameters(let parameters, let encoding),
            .downloadParameters(let parameters, let encoding, _):
            request = try encoding.encode(request, with: parameters)
        case .requestCompositeData(let data, let parameters):
            request = try URLEncoding.queryString.encode(request, with: parameters)
            request.httpBody = data
        case .requestCompositeParameters(let content, let parameters):
            request = try URLEncoding.queryString.encode(request, with: parameters)
            request = try URLEncoding.httpBody.encode(request, with: content)
        case .uploadFile(let url):
            guard url.isFileURL else { throw .encodingFailed(reason: .missingURL) }
            return .file(url.path(percentEncoded: false))
        case .uploadMultipart(let parts):
            return .multipart(MultipartForm(parts))
        case .uploadCompositeMultipart(let parts, let parameters):
            request = try URLEncoding.queryString.encode(request, with: parameters)
            return .multipart(MultipartForm(parts))
        }
        return nil
    }

    private static func addJSON(
        _ value: any Encodable,
        by encoder: JSONEncoder,
        to request: inout URLRequest
    ) throws(NetworkError) {
        try request.setContent(value, by: encoder)
        request.announce(JSONEncoding.mediaType)
    }

    /// The members of `value` as parameters.
    private static func parameters(of value: any Encodable) throws(NetworkError) -> ParameterValue {
        let parameters: ParameterValue
        do {
            let json = try JSONEncoder().encode(value)
            parameters = try JSONDecoder().decode(ParameterValue.self, from: json)
        } catch {
            throw .encodableParameterFailure(error: error)
        }
        guard case .object = parameters else { throw .jsonDictionaryConversionFailed }
        return parameters
    }
}
