import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on one network.
struct ServiceCall<Request: NetworkRequest, Service: Network>: Sendable {
    typealias Failure = ServiceError<Service.RemoteError>

    let request: Request
    let network: Service

    /// Sends the request and reads the response, off the caller's actor.
    @concurrent
    func perform() async -> Result<Request.Response, Failure> {
        let foreign = ForeignResponseRecord()
        do {
            let (built, url) = try built()
            var client = network.client
            var preview: PreviewTransport?
            if network.previewMode.isPreviewing(over: client.transport) {
                let transport = PreviewTransport(assets: network.previewAssets)
                client.transport = transport
                // A preview is nothing to keep, and what was kept may not stand in for it.
                client.configuration.cookieJar = nil
                client.configuration.cache = nil
                preview = transport
            }
            let exchange = try await client.send(built, observer: foreign)
            if let missing = preview?.missingAsset {
                throw NetworkPreviewError.previewAssetNotFound(assetName: missing)
            }
            if let response = foreign.response { throw LocalError.invalidURLResponse(response) }
            let from = exchange.responseURL(askedFor: url) ?? url
            return .success(try read(exchange.result.get(), url: from))
        } catch {
            return .failure(Failure(any: error))
        }
    }

    /// Reads the response from the network's preview assets.
    func preview() throws -> Request.Response {
        let (built, url) = try built()
        let assets = network.previewAssets
        guard let answer = assets.answer(to: built) else {
            throw NetworkPreviewError.previewAssetNotFound(
                assetName: PreviewAssets.name(of: built.target)
            )
        }
        do {
            return try read(answer.get(), url: url)
        } catch {
            throw Failure(any: error)
        }
    }

    /// Reads a response: 2xx as the request does, all else as the network reads errors.
    private func read(_ response: HTTPResponse, url: URL) throws -> Request.Response {
        let data = response.body.data
        do {
            if (200..<300).contains(response.status.rawValue) {
                return try request.response(on: network, for: data)
            }
            guard let head = response.head.urlResponse(url: url) else {
                throw NetworkFailure(
                    .receiveMalformed,
                    phase: .receive,
                    detail: "Foundation does not accept the head of the response"
                )
            }
            throw Failure.remote(try network.remoteError(for: head, data: data))
        } catch let error as DecodingError {
            throw error.inResponse(response.status.rawValue, data)
        }
    }
}

// Building.
extension ServiceCall {
    /// The request for the client core, and its URL.
    private func built() throws -> (HTTPRequest, URL) {
        let base = network.baseURL
        guard let url = base.appending(reference: request.path) else {
            throw URLRequestError(
                code: .unusableURL,
                detail: "the base URL of the network is no absolute http or https URL"
            )
        }
        var built = HTTPRequest(request.method, try TargetURI(url.absoluteString))
        built.fields = try fields()
        try addParameters(to: &built)
        return (built, URL(string: built.target.text) ?? url)
    }

    /// The network's fields with the request's in place of those of the same name.
    private func fields() throws -> HTTPFields {
        var fields = try Self.fields(network.headers, encoder)
        let own = try Self.fields(request.headers, encoder)
        for field in own where fields.contains(named: field.name) {
            fields.removeAll(named: field.name)
        }
        for field in own { fields.append(field) }
        return fields
    }

    private var encoder: ParameterEncoder {
        ParameterEncoder(dateStrategy: network.dateEncodingStrategy)
    }

    private static func fields(
        _ headers: some Encodable,
        _ encoder: ParameterEncoder
    ) throws -> HTTPFields {
        guard case .object(let members) = try encoder.encode(headers) else {
            throw EncodingError.unsendable(headers, "Headers must have names.")
        }
        var fields = HTTPFields()
        for member in members {
            let values: [ParameterValue]
            switch member.tree.value {
            case .array(let elements): values = elements
            case .object:
                throw EncodingError.unsendable(headers, "Header \(member.name) has members.")
            case let value: values = [value]
            }
            for value in values where value != .null {
                let field = HTTPField(member.name, value.plainText)
                if let problem = field.problem {
                    throw EncodingError.unsendable(headers, "Headers: \(problem).")
                }
                fields.append(field)
            }
        }
        return fields
    }

    private func addParameters(to built: inout HTTPRequest) throws {
        if Request.Parameters.self == EmptyParameters.self { return }
        let parameters = request.parameters
        let tree = try encoder.encode(parameters)
        guard !tree.isEmpty else { return }
        switch request.encoding.format {
        case .url(let encoding):
            let isUsual = encoding == URLEncoding()
            try add(tree, as: isUsual ? network.queryEncoding : encoding, to: &built)
        case .json:
            built.body = .octets(try network.encoder.encode(parameters).octets)
            announce(JSONEncoding.mediaType, in: &built)
        case .multipartFormData:
            guard case .object = tree else { throw namelessParameters }
            built.body = .multipart(MultipartForm(tree))
        }
    }

    private var namelessParameters: EncodingError {
        .unsendable(request.parameters, "Parameters must have names.")
    }

    private func add(
        _ tree: ParameterTree,
        as encoding: URLEncoding,
        to built: inout HTTPRequest
    ) throws {
        guard case .object = tree else { throw namelessParameters }
        if encoding.goesIntoQuery(built.method.rawValue) {
            let pairs = encoding.text(tree.value, for: .queryItem)
            let both = [built.target.query, pairs].compactMap(\.self).filter { !$0.isEmpty }
            built.target.query = both.isEmpty ? nil : both.joined(separator: "&")
        } else {
            built.body = .octets(Octets(utf8: encoding.text(tree.value, for: .formItem)))
            announce(URLEncoding.mediaType, in: &built)
        }
    }

    private func announce(_ mediaType: String, in built: inout HTTPRequest) {
        guard !built.fields.contains(named: "Content-Type") else { return }
        built.fields.append("Content-Type", mediaType)
    }
}

extension EncodingError {
    /// That `value` cannot be sent.
    fileprivate static func unsendable(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(
            type(of: value),
            Context(codingPath: [], debugDescription: reason)
        )
    }
}

extension ParameterValue {
    /// The value as the value of a field.
    fileprivate var plainText: String {
        switch self {
        case .text(let text), .number(let text): text
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .null, .array, .object: ""
        }
    }
}

extension ServiceError {
    /// The error that any error is for a request on a network.
    init(any error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as LocalError: self = .local(error)
        case let error as DecodingError: self = .local(.decodingError(error))
        case let error as EncodingError: self = .local(.encodingError(error))
        case let error as NetworkFailure where error.code.isTimeout: self = .local(.timeout)
        default: self = .local(.unknown(error))
        }
    }
}

extension NetworkFailure.Code {
    /// Whether a limit of time was passed.
    fileprivate var isTimeout: Bool {
        switch self {
        case .connectTimeout, .timeoutHeaders, .timeoutBody, .timeoutTotal: true
        default: false
        }
    }
}
