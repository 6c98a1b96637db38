import HTTPModel

/// Makes requests ready for the wire: default fields, credentials, framing.
///
/// The fields come in this order: `Host`, the defaults the request does not set itself (`User-Agent`,
/// `Accept`, `Accept-Encoding`), the request's and the configuration's fields as given, the token,
/// and what frames the content.
enum RequestPreparation {
    /// What was made of a request.
    struct Result: Hashable, Sendable {
        /// Ready to send.
        var request: PreparedRequest
        /// Where the token is; `nil` when none was placed.
        var placement: TokenPlacement?
    }

    /// The content codings a transport can remove.
    static let contentCodings = "gzip, deflate, br, zstd"

    private static let defaultAgent = HTTPField("User-Agent", HTTPClient.defaultUserAgent)
    private static let acceptingAll = HTTPField("Accept", "*/*")
    private static let acceptingCodings = HTTPField("Accept-Encoding", contentCodings)

    /// Makes `request` ready.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - token: The credential to apply; `nil` asks the configuration.
    ///   - configuration: What is added to every request.
    /// - Returns: The request with every field decided.
    /// - Throws: `PreparationFailure` when a field or the token cannot be sent.
    static func prepare(
        _ request: HTTPRequest,
        token: Token?,
        _ configuration: HTTPClient.Configuration
    ) throws(PreparationFailure) -> Result {
        // Made where it is returned: moving it about costs more than filling it in.
        var result = Result(
            request: PreparedRequest(
                method: request.method,
                target: request.target,
                fields: try Self.fields(of: request, configuration),
                options: request.options,
                totalTimeLeft: request.options.timeouts.total
            )
        )
        try complete(&result, body: request.body) { token ?? configuration.token?() }
        return result
    }

    private static func complete(
        _ result: inout Result,
        body: RequestBody,
        token: () -> Token?
    ) throws(PreparationFailure) {
        result.request.content = try PreparedContent.prepare(body)
        if case .multipart(let form) = body, !result.request.fields.contains(named: "Content-Type")
        {
            result.request.fields.append("Content-Type", form.contentType)
        }
        try result.request.applyAuthentication()
        placeUserInformation(in: &result.request)
        if let token = token() { result.placement = try result.request.place(token) }
        result.request.frame()
    }

    private static func fields(
        of request: HTTPRequest,
        _ configuration: HTTPClient.Configuration
    ) throws(PreparationFailure) -> HTTPFields {
        var given = request.fields
        switch configuration.fieldPolicy {
        case .onlyWhenEmpty:
            if given.isEmpty { given = configuration.fields }
        case .addMissing:
            for field in configuration.fields where !request.fields.contains(named: field.name) {
                given.append(field)
            }
        }
        var host = HTTPField(name: "Host", valueBytes: request.target.authorityBytes)
        if let own = given.first(where: { $0.isNamed("Host") }) {
            // The one name whose spelling is not kept: transports write it themselves.
            host.valueBytes = own.valueBytes
            given.removeAll(named: "Host")
        }
        var fields = HTTPFields()
        fields.reserveCapacity(given.count + 5)
        try fields.append(checked: host)
        let wanted = request.options.contentCodings?.joined(separator: ", ") ?? contentCodings
        let codings = request.options.isDecoding && !wanted.isEmpty ? wanted : nil
        if let agent = configuration.userAgent, !given.contains(named: "User-Agent") {
            if agent == HTTPClient.defaultUserAgent {
                fields.append(defaultAgent)
            } else {
                try fields.append(checked: HTTPField("User-Agent", agent))
            }
        }
        if !given.contains(named: "Accept") { fields.append(acceptingAll) }
        if let codings, !given.contains(named: "Accept-Encoding") {
            if codings == contentCodings {
                fields.append(acceptingCodings)
            } else {
                try fields.append(checked: HTTPField("Accept-Encoding", codings))
            }
        }
        for field in given { try fields.append(checked: field) }
        return fields
    }

    /// Turns `user:password@` of the URL into Basic credentials, unless others are given.
    ///
    /// - SeeAlso: RFC 7617 §2.
    private static func placeUserInformation(in request: inout PreparedRequest) {
        guard let userInfo = request.target.userInfo else { return }
        request.target.userInfo = nil
        guard !request.fields.contains(named: "Authorization"),
            request.options.authentication == nil
        else { return }
        let halves = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let user = PercentEncoding.decode(halves[0])
        let password = halves.count > 1 ? PercentEncoding.decode(halves[1]) : ""
        let credentials = Base64.encode("\(user):\(password)".utf8)
        request.fields.append("Authorization", "Basic " + credentials)
    }
}

extension HTTPFields {
    /// Adds a field that can be sent.
    ///
    /// - Throws: `PreparationFailure` when it cannot.
    fileprivate mutating func append(checked field: HTTPField) throws(PreparationFailure) {
        if let problem = field.problem { throw PreparationFailure(.request, detail: problem) }
        append(field)
    }
}

extension PreparedRequest {
    /// Makes the framing fields true to the content.
    ///
    /// With content, `Content-Length` is its length, unless `Transfer-Encoding` frames it; a wrong
    /// one is corrected in place. Content whose length nobody knows is sent in chunks. Without
    /// content there is neither, but for the methods whose meaning is their content a length of 0.
    ///
    /// - SeeAlso: RFC 9110 §8.6; RFC 9112 §6.
    mutating func frame() {
        guard let content else {
            fields.removeAll(named: "Transfer-Encoding")
            let isAboutContent = method == .post || method == .put || method == .patch
            fields["Content-Length"] = isAboutContent ? "0" : nil
            return
        }
        if fields.contains(named: "Transfer-Encoding") {
            fields.removeAll(named: "Content-Length")
        } else if let length = content.length {
            fields["Content-Length"] = String(length)
        } else {
            fields.removeAll(named: "Content-Length")
            fields.append("Transfer-Encoding", "chunked")
        }
    }
}
