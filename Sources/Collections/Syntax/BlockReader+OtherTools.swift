import HTTPModel

/// Directives of other tools: those with a counterpart are applied, the others kept and listed.
extension BlockReader {
    /// Directives that only describe.
    private static let descriptions: Set<String> = [
        "title", "description", "desc", "summary", "see", "param", "form-off",
    ]

    mutating func applyOther(
        _ name: String,
        _ value: String,
        at offset: Int
    ) throws(Fault) {
        if Self.descriptions.contains(name) { return }
        let plain = name.hasPrefix("kulala-") ? String(name.dropFirst(7)) : name
        if plain.hasPrefix("curl-") {
            return try applyCurl(String(plain.dropFirst(5)), value, name)
        }
        switch plain {
        case "graphql": request.settings.isGraphQL = true
        case "operation" where !value.isEmpty: request.settings.graphQLOperation = value
        case "auth": try applyAuth(value, at: offset)
        case "setting": try applySetting(value)
        case "settings":
            for pair in value.split(separator: " ") { try applySetting(String(pair)) }
        case "const", "global", "global-secret", "file", "file-secret", "request-secret", "var",
            "var-secret":
            if !addVariable(plain, value, at: offset) { listNotRun(name, value) }
        default: listNotRun(name, value)
        }
    }

    /// Lists a directive as kept and not run.
    mutating func listNotRun(_ name: String, _ value: String) {
        request.notRun.append("@" + name + (value.isEmpty ? "" : " " + value))
    }

    // MARK: kulala

    /// kulala's `@curl-FLAG VALUE`.
    private mutating func applyCurl(
        _ flag: String,
        _ value: String,
        _ name: String
    ) throws(Fault) {
        switch flag {
        case "insecure", "k": request.settings.isInsecure = true
        case "location", "L": request.settings.isFollowingRedirects = true
        case "no-location": request.settings.isFollowingRedirects = false
        case "connect-timeout": request.settings.connectTimeout = try duration(value, name)
        case "max-time", "m": request.settings.totalTimeout = try duration(value, name)
        case "max-filesize":
            request.settings.contentLimitInBytes = try byteCount(value, name)
        case "proxy", "x": request.settings.proxy = try text(value, name, "a proxy")
        case "http1.1": request.settings.version = .http1_1
        case "http2": request.settings.version = .http2
        case "unix-socket": request.settings.unixSocket = try text(value, name, "a path")
        case "resolve":
            request.settings.resolve.append(try text(value, name, "host:port:address"))
        case "connect-to":
            request.settings.connectTo.append(try text(value, name, "host:port:host:port"))
        case "cacert": request.settings.tls.authorities = try text(value, name, "a PEM file")
        case "cert", "E":
            request.settings.tls.certificate = try text(value, name, "a PEM file")
        case "key": request.settings.tls.key = try text(value, name, "a PEM file")
        default: listNotRun(name, value)
        }
    }

    // MARK: resterm

    /// resterm's `@setting NAME VALUE`, or `NAME=VALUE`.
    private mutating func applySetting(_ text: String) throws(Fault) {
        let key = String(text.prefix { $0 != " " && $0 != "=" && $0 != "\t" })
        var value = text.dropping(key)
        if value.hasPrefix("=") { value = value.dropping("=") }
        let name = "setting \(key)"
        switch key {
        case "timeout": request.settings.timeout = try duration(value, name)
        case "proxy": request.settings.proxy = try self.text(value, name, "a proxy")
        case "followredirects": request.settings.isFollowingRedirects = try flag(value, name)
        case "insecure", "http-insecure": request.settings.isInsecure = try flag(value, name)
        case "no-cookies": request.settings.usesCookieJar = try !flag(value, name)
        case "http-root-cas":
            request.settings.tls.authorities = try self.text(value, name, "a PEM file")
        case "http-client-cert":
            request.settings.tls.certificate = try self.text(value, name, "a PEM file")
        case "http-client-key":
            request.settings.tls.key = try self.text(value, name, "a PEM file")
        case "http-version" where value == "1.1": request.settings.version = .http1_1
        case "http-version" where value == "2": request.settings.version = .http2
        default: request.notRun.append("@setting " + text)
        }
    }

    private func flag(_ value: String, _ name: String) throws(Fault) -> Bool {
        switch value.lowercased() {
        case "true", "1", "on", "yes", "": return true
        case "false", "0", "off", "no": return false
        default:
            throw Fault(message: "@\(name) takes true or false, not \(TextQuote.quoted(value))")
        }
    }

    /// resterm's `@auth`, for this request only; what needs another exchange or a program is not run.
    private mutating func applyAuth(_ value: String, at offset: Int) throws(Fault) {
        var words = value.split { $0 == " " || $0 == "\t" }.map(String.init)
        if words.first == "request" { words.removeFirst() }
        let rest = words.dropFirst().joined(separator: " ")
        var setting: String?
        switch (words.first ?? "").lowercased() {
        case "bearer" where words.count > 1: setting = "bearer " + rest
        case "none" where words.count == 1: setting = "none"
        case "apikey" where words.count > 3 && words[1].lowercased() == "header":
            setting = "header " + words.dropFirst(2).joined(separator: " ")
        case "apikey" where words.count > 3 && words[1].lowercased() == "query":
            setting = "query " + words.dropFirst(2).joined(separator: " ")
        case "header" where words.count > 2: setting = "header " + rest
        case "basic" where words.count > 2, "digest" where words.count > 2,
            "ntlm" where words.count > 2:
            let scheme = words[0].prefix(1).uppercased() + words[0].dropFirst().lowercased()
            request.settings.authorization = SavedField(
                name: "Authorization",
                value: (scheme == "Ntlm" ? "NTLM" : scheme) + " " + rest,
                location: source.location(offset)
            )
            return
        default: return listNotRun("auth", value)
        }
        if request.token == nil, let setting { request.token = try token(setting) }
    }

    /// resterm's variables: `@var SCOPE NAME VALUE`, `@const NAME VALUE`, and names of scopes alone.
    ///
    /// - Returns: Whether name and value could be read.
    private mutating func addVariable(
        _ directive: String,
        _ value: String,
        at offset: Int
    ) -> Bool {
        var text = value
        var isSecret = directive.hasSuffix("-secret")
        if directive == "var" || directive == "var-secret" {
            guard let (scope, rest) = LineWord.first(of: text) else { return false }
            let scopes = ["request", "file", "global"]
            if scopes.contains(scope) || scopes.contains(where: { scope == $0 + "-secret" }) {
                isSecret = isSecret || scope.hasSuffix("-secret")
                text = rest
            }
        }
        let name = String(text.prefix { $0 != " " && $0 != "=" && $0 != "\t" })
        var content = text.dropping(name)
        if content.hasPrefix("=") { content = content.dropping("=") }
        guard !name.isEmpty, name.utf8.allSatisfy(Byte.isName), !content.isEmpty else {
            return false
        }
        let start = offset + value.utf8.count - text.utf8.count
        variables.append(
            FileVariable(
                name: name,
                value: content,
                location: source.location(start),
                isSecret: isSecret
            )
        )
        return true
    }
}
