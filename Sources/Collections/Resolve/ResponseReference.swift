import Documents
import HTTPModel

/// An expression that takes a value from an exchange of another request.
///
/// `NAME.response.body.$.path`, `NAME.response.body.path`, `NAME.response.body`,
/// `NAME.response.headers.FIELD` or `NAME.response.status`; with `request` for `response`, what was sent.
struct ResponseReference {
    enum Source: Equatable {
        case status
        case field(String)
        case body
        case jsonPath(String)
        /// A path for XML or HTML.
        case xpath(String)
    }

    let requestName: String
    /// Whether what was sent is meant, not what came back.
    let isAboutRequest: Bool
    /// `nil` when what follows `response` is not understood.
    let source: Source?

    /// Takes an expression apart; `nil` when it is no reference to an exchange.
    init?(_ expression: String) {
        let response = expression.firstRange(of: ".response.")
        let request = expression.firstRange(of: ".request.")
        guard let dot = response ?? request else { return nil }
        let rest = String(expression[dot.upperBound...])
        let source = Self.source(rest)
        isAboutRequest = response == nil
        if isAboutRequest, source == nil || source == .status { return nil }
        requestName = String(expression[..<dot.lowerBound])
        guard !requestName.isEmpty else { return nil }
        self.source = source
    }

    private static func source(_ text: String) -> Source? {
        if text == "status" || text == "statusCode" { return .status }
        if text == "body" || text == "body.*" { return .body }
        for prefix in ["headers.", "header."] where text.hasPrefix(prefix) {
            let name = text.dropFirst(prefix.count)
            return HTTPToken.isToken(name) ? .field(String(name)) : nil
        }
        guard text.hasPrefix("body.") || text.hasPrefix("body[") else { return nil }
        let path = text.dropFirst(4)
        if path.hasPrefix("./") { return .xpath(String(path.dropFirst())) }
        if path.hasPrefix(".$") { return .jsonPath(String(path.dropFirst())) }
        return .jsonPath("$" + path)
    }

    /// Why the reference can never give a value, or `nil` when it can.
    var fault: String? {
        source == nil ? "after response must follow body, headers.NAME or status" : nil
    }

    /// The value in an exchange.
    ///
    /// - Throws: `Missing` when it is not there.
    func value(in exchange: Exchange, of response: HTTPResponse) throws(Missing) -> String {
        let sent = exchange.hops.first?.sent
        let fields = isAboutRequest ? sent?.fields ?? exchange.request.fields : response.fields
        let body = isAboutRequest ? sent?.body ?? exchange.request.body.octets : response.body
        switch source {
        case .status: return "\(response.status.rawValue)"
        case .field(let name):
            guard let value = fields[name] else {
                let side = isAboutRequest ? "request" : "response"
                throw Missing(detail: "the \(side) has no field \(name)")
            }
            return value
        case .body: return body.text
        case .jsonPath(let text): return try Self.first(text, in: body)
        case .xpath(let path):
            let type = fields["Content-Type"].flatMap { MediaType($0) }
            switch XPathLookup(path, body, type).first {
            case .text(let text), .json(_, let text, _): return text
            case .absent(let reason): throw Missing(detail: reason)
            }
        case nil: throw Missing(detail: fault ?? "")
        }
    }

    /// Why there is no value.
    struct Missing: Error {
        var detail: String
    }

    /// The text of the first value a query selects.
    static func first(_ query: String, in body: Octets) throws(Missing) -> String {
        if let match = try match(query, in: body) { return match.stringValue }
        throw Missing(detail: "\(query) selects nothing in the response")
    }

    /// The first value a query selects, or `nil` when it selects nothing.
    static func match(_ query: String, in body: Octets) throws(Missing) -> JSONMatch? {
        let path: JSONPath
        do {
            path = try JSONPath(query)
        } catch {
            throw Missing(detail: "the JSONPath is wrong at \(error)")
        }
        let tape = JSONTape(body)
        if let match = path.matches(in: tape).first { return match }
        if let fault = tape.fault {
            throw Missing(detail: "the response is not JSON: \(fault.location): \(fault.detail)")
        }
        return nil
    }
}

extension Resolution {
    /// The value a reference asks for, from the exchange that `scopes` holds.
    func response(
        _ reference: ResponseReference,
        _ expression: String,
        at site: Site
    ) throws(ResolveError) -> Found {
        guard let target = referredRequest(reference.requestName) else {
            let names = context.collection.requestNames
            let suggestion = Spelling.nearest(to: reference.requestName, in: names)
            throw error(
                .unknownVariable(name: expression, suggestion: suggestion),
                site,
                "no request is named \(TextQuote.quoted(reference.requestName))"
                    + (suggestion.map { "; did you mean \($0)?" } ?? "")
            )
        }
        guard target.id != request.id else {
            throw error(
                .cyclicVariable([target.name, target.name]),
                site,
                "request \(target.name) needs its own response"
            )
        }
        if let fault = reference.fault { throw error(.malformedExpression, site, fault) }
        guard
            let exchange = context.scopes.responses[target.id]
                ?? context.scopes.responses[target.name]
        else {
            throw error(
                .needsResponse(requestID: target.id),
                site,
                "the response of \(target.name) is needed; send it first"
            )
        }
        guard let response = exchange.response else {
            let code = exchange.failure.map { $0.code.rawValue } ?? "no response"
            throw error(.noSuchValue, site, "request \(target.name) failed with \(code)")
        }
        do {
            return Found(
                text: try reference.value(in: exchange, of: response),
                source: "\(reference.isAboutRequest ? "request" : "response") of \(target.name)",
                isSecret: SecretText.isSecretName(expression),
                isSettled: false
            )
        } catch {
            throw self.error(.noSuchValue, site, "\(target.name): \(error.detail)")
        }
    }

    /// The request of a name: one of this file if there is one, else the first of the collection.
    func referredRequest(_ name: String) -> SavedRequest? {
        file.source.requests.first { $0.name == name }
            ?? context.collection.firstRequest(named: name)?.request
    }

    /// Asks for the responses that `# @ref` wants, in order.
    func checkRequiredRequests() throws(ResolveError) {
        for required in request.requiredRequests {
            let site = Site(file: file.path, location: required.location, part: .method)
            guard let target = referredRequest(required.value) else {
                let names = context.collection.requestNames
                let suggestion = Spelling.nearest(to: required.value, in: names)
                throw error(
                    .unknownVariable(name: required.value, suggestion: suggestion),
                    site,
                    "no request is named \(TextQuote.quoted(required.value))"
                        + (suggestion.map { "; did you mean \($0)?" } ?? "")
                )
            }
            guard target.id != request.id else {
                throw error(
                    .cyclicVariable([target.name, target.name]),
                    site,
                    "request \(target.name) needs its own response"
                )
            }
            let exchange =
                context.scopes.responses[target.id] ?? context.scopes.responses[target.name]
            guard exchange == nil else { continue }
            throw error(
                .needsResponse(requestID: target.id),
                site,
                "the response of \(target.name) is needed; send it first"
            )
        }
    }
}
