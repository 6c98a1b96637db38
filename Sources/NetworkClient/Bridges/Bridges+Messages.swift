public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Why a `URLRequest` cannot be sent by the client core.
public struct URLRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// There is no URL.
        case missingURL
        /// The URL is no absolute `http` or `https` one.
        case unusableURL
        /// The method is not a token of RFC 9110 §5.6.2.
        case malformedMethod
        /// The stream with the content could not be read to its end.
        case unreadableBody
    }

    /// The kind of fault.
    public let code: Code
    /// What is wrong, as a sentence fragment; no credentials and no content.
    public let detail: String

    /// The fragment.
    public var description: String { detail }
}

extension HTTPRequest {
    /// Creates a request to a URL of Foundation.
    ///
    /// - Throws: `URLRequestError` when the URL is no absolute `http` or `https` one.
    public init(
        _ method: HTTPMethod = .get,
        url: URL,
        fields: HTTPFields = HTTPFields(),
        body: RequestBody = .none,
        options: RequestOptions = RequestOptions()
    ) throws(URLRequestError) {
        let target = try TargetURI(of: url)
        self.init(method, target, fields: fields, body: body, options: options)
    }

    /// Reads a Foundation request: URL, method, fields, content, time limit and cache policy.
    ///
    /// Foundation keeps fields in no order, so they are put in the order of their names. A content
    /// stream is read to its end. The time limit becomes the one for each phase, as it is the
    /// longest pause there; one as good as endless, such as `.infinity`, means no limit. The network
    /// service has no counterpart.
    ///
    /// - Throws: `URLRequestError`.
    public init(_ request: URLRequest) throws(URLRequestError) {
        guard let url = request.url else {
            throw URLRequestError(code: .missingURL, detail: "the request has no URL")
        }
        let target = try TargetURI(of: url)
        guard let method = HTTPMethod(rawValue: request.httpMethod ?? "GET") else {
            throw URLRequestError(code: .malformedMethod, detail: "the method is not a token")
        }
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        self.init(
            method,
            target,
            fields: HTTPFields(fields.map { HTTPField($0.key, $0.value) }),
            body: try Self.body(of: request)
        )
        options.pause(atMost: request.timeoutInterval)
        options.usesCookieJar = request.httpShouldHandleCookies
        options.cacheMode = CacheMode(request.cachePolicy)
    }

    private static func body(of request: URLRequest) throws(URLRequestError) -> RequestBody {
        if let data = request.httpBody { return .octets(data.octets) }
        guard let stream = request.httpBodyStream else { return .none }
        stream.open()
        defer { stream.close() }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = stream.read(&chunk, maxLength: chunk.count)
            if count == 0 { return .octets(Octets(bytes)) }
            guard count > 0 else {
                throw URLRequestError(
                    code: .unreadableBody,
                    detail: "the stream with the content cannot be read"
                )
            }
            bytes += chunk[..<count]
        }
    }
}

extension TargetURI {
    /// Reads a URL of Foundation.
    ///
    /// - Throws: `URLRequestError` when it is no absolute one of HTTP.
    init(of url: URL) throws(URLRequestError) {
        do {
            self = try TargetURI(url.absoluteString)
        } catch {
            throw URLRequestError(code: .unusableURL, detail: error.description)
        }
    }
}

extension RequestOptions {
    /// Makes a time limit of Foundation, in seconds, the one for each phase.
    ///
    /// One that is not above 0 leaves the limits as they are; one as good as endless means none.
    mutating func pause(atMost timeout: TimeInterval) {
        guard timeout > 0 else { return }
        let limit = Duration.limit(seconds: timeout)
        timeouts = Timeouts(connect: limit, headers: limit, idle: limit)
    }
}

extension URLRequest {
    /// Writes a request of the client core as Foundation's, with the fields the user gave.
    ///
    /// Fields of one name are joined by commas (RFC 9110 §5.3), as Foundation keeps one value a name.
    /// Its time limit has whole seconds, so it is rounded up; where one of ours is missing it is a year.
    ///
    /// - Returns: `nil` when Foundation does not accept the target as a URL.
    public init?(_ request: HTTPRequest) {
        self.init(
            method: request.method,
            target: request.target,
            fields: request.fields,
            body: request.body == .none ? nil : request.body.octets,
            options: request.options
        )
    }

    init?(
        method: HTTPMethod,
        target: TargetURI,
        fields: HTTPFields,
        body: Octets?,
        options: RequestOptions
    ) {
        guard let url = URL(string: target.text) else { return nil }
        self.init(url: url)
        httpMethod = method.rawValue
        for field in fields { addValue(field.value, forHTTPHeaderField: field.name) }
        httpBody = body?.data
        httpShouldHandleCookies = options.usesCookieJar
        cachePolicy = options.cacheMode.policy
        let timeouts = options.timeouts
        if let headers = timeouts.headers, let idle = timeouts.idle {
            let longest = max(timeouts.connect ?? .zero, headers, idle).inSeconds
            timeoutInterval = min(max(longest.rounded(.up), 1), Self.longestTimeout)
        } else {
            timeoutInterval = Self.longestTimeout
        }
    }
}

extension URLRequest {
    /// The limit, in seconds, of a request without one: a year.
    ///
    /// Foundation traps on endless ones.
    fileprivate static let longestTimeout: TimeInterval = 365 * 86_400
}

extension Exchange {
    /// The URL that the response came from: where the last redirect led which was followed, else
    /// `url`, the one that was asked for.
    func responseURL(askedFor url: URL?) -> URL? {
        guard url != nil, hops.count > 1, hops[hops.count - 2].redirect?.next != nil else {
            return url
        }
        return URL(string: hops[hops.count - 1].sent.target.text) ?? url
    }
}

extension HTTPResponseHead {
    /// Reads the head of a Foundation response.
    ///
    /// Foundation keeps neither the order of fields nor fields of one name apart, so they are put
    /// in the order of their names. The version is not known there and taken as HTTP/1.1.
    public init(_ response: HTTPURLResponse) {
        let fields = response.allHeaderFields
            .map { HTTPField(String(describing: $0.key), String(describing: $0.value)) }
            .sorted { $0.name < $1.name }
        self.init(status: HTTPStatus(response.statusCode), fields: HTTPFields(fields))
    }

    /// The head as a Foundation response to a request for `url`.
    ///
    /// Values of fields of one name are joined by commas (RFC 9110 §5.3).
    ///
    /// - Returns: `nil` when Foundation refuses it.
    public func urlResponse(url: URL) -> HTTPURLResponse? {
        var joined: [String: String] = [:]
        for field in fields {
            let name = joined.keys.first { field.isNamed($0) } ?? field.name
            joined[name] = joined[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return HTTPURLResponse(
            url: url,
            statusCode: status.rawValue,
            httpVersion: version.rawValue,
            headerFields: joined
        )
    }
}

extension Octets {
    /// A copy of the bytes for Foundation.
    public var data: Data { withUnsafeBytes { Data($0) } }
}

extension Data {
    /// A copy of the bytes for the client core.
    public var octets: Octets { Octets(self) }
}

extension Duration {
    /// The duration as a fraction of seconds.
    var inSeconds: Double { self / .seconds(1) }

    /// A time limit in seconds; `nil` when it is as good as endless, as `.infinity` is.
    ///
    /// One that is not above 0 is zero.
    static func limit(seconds: TimeInterval) -> Duration? {
        guard seconds > 0 else { return .zero }
        return seconds < 1e9 ? .seconds(seconds) : nil
    }
}
