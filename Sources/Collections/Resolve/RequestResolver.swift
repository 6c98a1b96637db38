import Files
import HTTPModel

/// Fills in the templates of saved requests.
package struct RequestResolver: Sendable {
    /// What all requests are resolved with.
    let context: ResolvingContext

    var collection: RequestCollection { _read { yield context.collection } }
    var scopes: VariableScopes { _read { yield context.scopes } }

    /// Methods of other protocols, which other tools send from such files.
    private static let foreignMethods: Set<String> = [
        "GRPC", "WS", "WSS", "WEBSOCKET", "SSE", "MQTT", "AMQP", "RSOCKET", "KAFKA", "PUB", "SUB",
        "GRAPHQLWS", "SSH", "STREAM", "NVIM", "DUBBO", "SOFA", "MSGPACK",
    ]

    /// Creates a resolver for the requests of `collection`.
    package init(collection: RequestCollection, scopes: VariableScopes) {
        context = ResolvingContext(collection: collection, scopes: scopes)
    }

    /// Fills in the templates of one request and reads the files its content names.
    ///
    /// - Parameters:
    ///   - request: A request of `file`.
    ///   - file: The file as it is now, perhaps with edits that are not saved.
    /// - Returns: What to send, and where all of it came from.
    /// - Throws: `ResolveError` for the first obstacle.
    package func resolve(
        _ request: SavedRequest,
        in file: RequestFile
    ) throws(ResolveError) -> ResolvedRequest {
        try check(request, in: file)
        var resolution = Resolution(request, in: file, context)
        var resolved = try resolve(&resolution)
        if resolution.hasShortSecrets { disguise(&resolved, resolution) }
        return resolved
    }

    func resolve(
        _ resolution: inout Resolution
    ) throws(ResolveError) -> ResolvedRequest {
        try resolution.checkRequiredRequests()
        let method = try method(resolution)
        var parts = Parts()
        try resolveFields(&parts, &resolution)
        let authentication = takeAuthentication(from: &parts.fields, &resolution)
        let target = try target(parts.fields, &resolution)
        let token = try token(&resolution)
        let body = try body(&parts, &resolution)
        var options = try options(&resolution)
        if let authentication { options.authentication = authentication }
        let assertions = try assertions(&resolution)
        resolution.redactOrigins()
        // Put together in one go, so that no part of it is copied.
        return ResolvedRequest(
            request: HTTPRequest(
                method,
                target,
                fields: parts.fields,
                body: body,
                options: options
            ),
            token: token,
            origins: resolution.origins,
            secrets: resolution.secrets.filter { !StandIns.isNeeded(for: $0) },
            assertions: assertions,
            captures: resolution.request.captures,
            isSettled: resolution.isSettled,
            disguise: nil
        )
    }

    /// What is known of a request half-way.
    private struct Parts {
        var fields = HTTPFields()
        /// Whether the content is GraphQL, to be sent as JSON.
        var isGraphQL = false
        /// The operation of the GraphQL document to run; `nil` for its only one.
        var graphQLOperation: String?
    }

    // MARK: Before anything is looked up

    private func check(
        _ request: SavedRequest,
        in file: RequestFile
    ) throws(ResolveError) {
        if let problem = file.source.problems.first(where: {
            request.lines.contains($0.location.line)
        }) {
            throw ResolveError(
                .brokenRequest,
                file: file.path,
                location: problem.location,
                detail: problem.message
            )
        }
        if let name = context.scopes.environmentName,
            context.collection.environment(named: name) == nil
        {
            let known = context.collection.environments.map(\.name)
            let suggestion = Spelling.nearest(to: name, in: known)
            let list =
                known.isEmpty ? "there is none" : "there are " + known.joined(separator: ", ")
            throw ResolveError(
                .unknownEnvironment(name: name, suggestion: suggestion),
                file: file.path,
                location: request.requestLine,
                detail: "no environment is named \(TextQuote.quoted(name)); "
                    + (suggestion.map { "did you mean \($0)?" } ?? list)
            )
        }
        for prompt in request.prompts
        where context.scopes.prompts[prompt.name] == nil
            && context.scopes.overrides[prompt.name] == nil
        {
            throw ResolveError(
                .needsPrompt(prompt),
                file: file.path,
                location: request.requestLine,
                detail: "a value for \(prompt.name) is needed"
                    + (prompt.message.isEmpty ? "" : ": \(prompt.message)")
            )
        }
    }

    private func method(_ resolution: Resolution) throws(ResolveError) -> HTTPMethod {
        if let common = HTTPMethod.common.first(where: { $0.rawValue == resolution.request.method })
        {
            return common
        }
        let upper = resolution.request.method.uppercased()
        let site = Resolution.Site(
            file: resolution.file.path,
            location: resolution.request.requestLine,
            part: .method
        )
        if Self.foreignMethods.contains(upper) {
            throw resolution.error(
                .unsupportedMethod,
                site,
                "\(resolution.request.method) is another protocol; only HTTP requests are sent"
            )
        }
        if upper == "GRAPHQL" { return .post }
        let name = RequestLineReader.isKnownMethod(upper) ? upper : resolution.request.method
        guard let method = HTTPMethod(rawValue: name) else {
            throw resolution.error(
                .unsupportedMethod,
                site,
                "\(TextQuote.quoted(resolution.request.method)) is not a method"
            )
        }
        return method
    }

    // MARK: Fields

    private func resolveFields(
        _ parts: inout Parts,
        _ resolution: inout Resolution
    ) throws(ResolveError) {
        parts.isGraphQL =
            resolution.request.isGraphQL
            || resolution.request.method.utf8.count == 7
                && resolution.request.method.uppercased() == "GRAPHQL"
        parts.graphQLOperation = resolution.request.graphQLOperation
        var fields = resolution.request.fields.filter(\.isEnabled)
        if let field = resolution.request.authorization,
            !fields.contains(where: { HTTPToken.equalsIgnoringCase($0.name, field.name) })
        {
            fields.append(field)
        }
        for field in fields {
            let resolved = try self.field(field, file: resolution.file.path, &resolution)
            if resolved.isNamed("X-REQUEST-TYPE"), resolved.value.uppercased() == "GRAPHQL" {
                // REST Client's mark for GraphQL; it is not sent.
                parts.isGraphQL = true
                continue
            }
            if resolved.isNamed("X-GraphQL-Operation") {
                parts.graphQLOperation = resolved.value
                continue
            }
            parts.fields.append(resolved)
        }
        guard !context.collection.settings.fields.isEmpty else { return }
        let own = parts.fields
        for field in context.collection.settings.fields where !own.contains(named: field.name) {
            parts.fields.append(
                try self.field(field, file: SettingsReader.fileName, &resolution)
            )
        }
    }

    private func field(
        _ field: SavedField,
        file: String,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> HTTPField {
        var site = Resolution.Site(file: file, location: field.location, part: .field(field.name))
        let name = try resolution.expand(field.name, at: site)
        site.location.column += field.name.count + 2
        var value = try resolution.expand(field.value, at: site)
        if HTTPToken.equalsIgnoringCase(name, "Authorization") {
            if let encoded = Self.basicCredentials(value) { value = encoded }
            let secret = value.split(separator: " ").last.map(String.init) ?? ""
            resolution.addSecret(secret)
            if value.hasSuffix(secret) {
                value.removeLast(secret.count)
                value += resolution.standIn(for: secret, at: site.part)
            }
        }
        let result = HTTPField(name, value.trimmingBlanks)
        if let problem = result.problem {
            throw resolution.error(.invalidField, site, problem)
        }
        resolution.origins.append(
            ValueOrigin(
                part: .field(name),
                text: result.value,
                origin: .place(file: file, field.location)
            )
        )
        return result
    }

    /// `Basic user password` and `Basic user:password` as RFC 7617 §2 wants them.
    private static func basicCredentials(_ value: String) -> String? {
        guard value.lowercased().hasPrefix("basic ") else { return nil }
        let credentials = String(value.dropFirst(6)).trimmingSpace
        if let blank = credentials.firstIndex(where: { $0 == " " || $0 == "\t" }) {
            let password = credentials[blank...].trimmingSpace
            return "Basic " + Base64.encode("\(credentials[..<blank]):\(password)".utf8)
        }
        guard credentials.contains(":") else { return nil }
        return "Basic " + Base64.encode(credentials.utf8)
    }

    // MARK: Token, options, content

    private func token(_ resolution: inout Resolution) throws(ResolveError) -> Token? {
        let own = resolution.request.token
        guard let setting = own ?? context.collection.settings.token else { return nil }
        let directive = resolution.request.directives.last { $0.name == "token" }
        let site =
            own == nil
            ? Resolution.Site(
                file: SettingsReader.fileName,
                location: context.collection.settings.tokenLocation
                    ?? TextLocation(line: 1, column: 1),
                part: .token
            )
            : Resolution.Site(
                file: resolution.file.path,
                location: directive?.location ?? resolution.request.requestLine,
                part: .token
            )
        var token: Token
        switch setting {
        case .none: return nil
        case .bearer(let value): token = .bearer(try resolution.expand(value, at: site))
        case .query(let name, let value):
            token = .query(name: name, value: try resolution.expand(value, at: site))
        case .body(let name, let value):
            token = .body(name: name, value: try resolution.expand(value, at: site))
        case .field(let name, let value):
            token = .field(name: name, value: try resolution.expand(value, at: site))
        }
        resolution.addSecret(token.value)
        token = token.carrying(resolution.standIn(for: token.value, at: .token))
        resolution.origins.append(
            ValueOrigin(
                part: .token,
                text: "\(token.description): \(SecretText.placeholder)",
                origin: site.source
            )
        )
        return token
    }

    private func options(_ resolution: inout Resolution) throws(ResolveError) -> RequestOptions {
        var options = RequestOptions()
        // As nearly all of them: nothing is said by anybody.
        guard
            !resolution.request.sharedSettings.isSilent || context.saysHowToConnect
        else { return options }
        let settings = resolution.request.settings
        if let timeout = settings.timeout {
            options.timeouts.total = timeout
            options.timeouts.headers = timeout
            options.timeouts.idle = timeout
        }
        if let connect = settings.connectTimeout { options.timeouts.connect = connect }
        if let headers = settings.headersTimeout { options.timeouts.headers = headers }
        if let idle = settings.idleTimeout { options.timeouts.idle = idle }
        if let total = settings.totalTimeout { options.timeouts.total = total }
        options.contentLimitInBytes = settings.contentLimitInBytes
        if !settings.isFollowingRedirects { options.redirectLimit = 0 }
        options.isVerifyingTLS = !settings.isInsecure
        options.usesCookieJar = settings.usesCookieJar
        if let version = settings.version { options.version = version }
        try setConnection(&options, &resolution)
        return options
    }

    private func body(
        _ parts: inout Parts,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> RequestBody {
        if case .none = resolution.request.body { return .none }
        let site = Resolution.Site(
            file: resolution.file.path,
            location: resolution.request.bodyLocation ?? resolution.request.requestLine,
            part: .body
        )
        let resolver = BodyResolver(
            mediaType: parts.fields["Content-Type"].flatMap { MediaType($0) },
            folder: FilePath.directory(of: resolution.file.absolutePath),
            site: site
        )
        guard var octets = try resolver.octets(of: resolution.request.body, &resolution) else {
            return .none
        }
        if parts.isGraphQL {
            octets = GraphQLContent.json(octets, operation: parts.graphQLOperation)
            if !parts.fields.contains(named: "Content-Type") {
                parts.fields.append("Content-Type", "application/json")
            }
        }
        resolution.origins.append(
            ValueOrigin(
                part: .body,
                text: octets.description,
                origin: site.source
            )
        )
        return .octets(octets)
    }

    private func assertions(
        _ resolution: inout Resolution
    ) throws(ResolveError) -> [Assertion] {
        var assertions = resolution.request.assertions
        for i in assertions.indices {
            let site = Resolution.Site(
                file: resolution.file.path,
                location: assertions[i].location,
                part: .assertion
            )
            assertions[i].expected = try resolution.expand(assertions[i].expected, at: site)
        }
        return assertions
    }
}
