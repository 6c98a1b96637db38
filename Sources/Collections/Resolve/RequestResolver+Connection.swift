import Files
import HTTPModel

// How the server is reached: what directives and `apus.json` say about TLS, proxies and addresses.
extension RequestResolver {
    /// Sets how the server is reached.
    func setConnection(
        _ options: inout RequestOptions,
        _ resolution: inout Resolution
    ) throws(ResolveError) {
        let settings = resolution.request.settings
        try setTLS(&options, &resolution)
        try setProxy(&options, &resolution)
        if let path = settings.unixSocket {
            let site = site(of: "unix-socket", resolution)
            let text = try resolution.expand(path, at: site)
            options.unixSocketPath = text.hasPrefix("@") ? text : filePath(text, resolution)
        }
        for text in settings.resolve {
            let site = site(of: "resolve", resolution)
            guard let override = ResolveOverride(try resolution.expand(text, at: site)) else {
                throw resolution.error(
                    .invalidOption,
                    site,
                    "@resolve takes host:port:address, as api.test:443:127.0.0.1"
                )
            }
            options.resolve.append(override)
        }
        for text in settings.connectTo {
            let site = site(of: "connect-to", resolution)
            guard let override = ConnectOverride(try resolution.expand(text, at: site)) else {
                throw resolution.error(
                    .invalidOption,
                    site,
                    "@connect-to takes host:port:host:port, as api.test:443:localhost:8443"
                )
            }
            options.connectTo.append(override)
        }
    }

    // MARK: TLS

    /// The request's own settings go before those of the collection, one by one.
    private func setTLS(
        _ options: inout RequestOptions,
        _ resolution: inout Resolution
    ) throws(ResolveError) {
        let own = resolution.request.settings.tls
        let shared = context.collection.settings.tls ?? TLSSetting()
        guard !own.isEmpty || !shared.isEmpty else { return }
        var tls = TLSConfiguration()
        if let text = own.authorities ?? shared.authorities {
            let isOwn = own.authorities != nil
            let path = try path(text, "tls-ca", isOwn: isOwn, &resolution)
            let includesSystem = isOwn ? own.includesSystem : shared.includesSystem
            tls.trust = .custom(.file(path), includesSystem: includesSystem ?? false)
        }
        if let text = own.certificate ?? shared.certificate {
            let isOwn = own.certificate != nil
            let setting = isOwn ? own : shared
            let path = try path(text, "tls-cert", isOwn: isOwn, &resolution)
            var key: TLSConfiguration.Source?
            if let text = setting.key {
                key = .file(try self.path(text, "tls-cert", isOwn: isOwn, &resolution))
            }
            let secret = try passphrase(own.passphrase, setting.passphrase, &resolution)
            let type = FilePath.fileExtension(of: path).lowercased()
            tls.clientCertificate =
                ["p12", "pfx"].contains(type)
                ? .pkcs12(.file(path), passphrase: secret)
                : .pem(certificate: .file(path), key: key, passphrase: secret)
        }
        for (pin, isOwn) in own.pins.map({ ($0, true) }) + shared.pins.map({ ($0, false) }) {
            let site = isOwn ? site(of: "tls-pin", resolution) : tlsSite
            tls.publicKeyPins.append(try resolution.expand(pin, at: site))
        }
        tls.minimumVersion = own.minimum ?? shared.minimum
        tls.maximumVersion = own.maximum ?? shared.maximum
        tls.cipherList = own.ciphers ?? shared.ciphers
        for host in shared.insecureHosts {
            tls.insecureHosts.insert(try resolution.expand(host, at: tlsSite).lowercased())
        }
        options.tls = tls
    }

    private func passphrase(
        _ own: String?,
        _ shared: String?,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> Secret? {
        guard let text = own ?? shared else { return nil }
        let site = own != nil ? site(of: "tls-passphrase", resolution) : tlsSite
        let value = try resolution.expand(text, at: site)
        resolution.addSecret(value)
        return Secret(value)
    }

    /// A file's path: relative to the request's file, or for `apus.json` to the collection.
    private func path(
        _ text: String,
        _ directive: String,
        isOwn: Bool,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> String {
        let site = isOwn ? site(of: directive, resolution) : tlsSite
        let text = try resolution.expand(text, at: site)
        return isOwn ? filePath(text, resolution) : FilePath.join(context.collection.root, text)
    }

    private func filePath(_ text: String, _ resolution: Resolution) -> String {
        FilePath.join(FilePath.directory(of: resolution.file.absolutePath), text)
    }

    // MARK: Proxy

    private func setProxy(
        _ options: inout RequestOptions,
        _ resolution: inout Resolution
    ) throws(ResolveError) {
        let site: Resolution.Site
        var setting: ProxySetting
        if let own = resolution.request.settings.proxy {
            site = self.site(of: "proxy", resolution)
            setting = ProxySetting(url: own)
        } else if let shared = context.collection.settings.proxy {
            site = settingsSite(context.collection.settings.proxyLocation)
            setting = shared
        } else {
            return
        }
        let url = try resolution.expand(setting.url, at: site).trimmingSpace
        switch ProxyConfiguration(url) {
        case .server(var server):
            if let user = setting.user { server.user = try resolution.expand(user, at: site) }
            if let password = setting.password {
                server.password = Secret(try resolution.expand(password, at: site))
            }
            if let password = server.password?.value { resolution.addSecret(password) }
            if let scheme = setting.authentication { server.authentication = scheme }
            server.exceptions = setting.exceptions
            options.proxyConfiguration = .server(server)
        case .none: options.proxyConfiguration = .none
        case .fromEnvironment, .unreadable:
            throw resolution.error(
                .invalidOption,
                site,
                "a proxy is http://, https://, socks4://, socks4a://, socks5:// or socks5h://"
                    + " with host and port"
            )
        }
    }

    // MARK: Authentication

    /// Takes a shorthand in `Authorization` for what it stands for, and the field out.
    ///
    /// These are `Digest USER PASSWORD`, `NTLM USER PASSWORD`, `Negotiate`, and `AWS KEY SECRET
    /// [token:T] [region:R] [service:S]`. Credentials as they go over the wire are not touched.
    func takeAuthentication(
        from fields: inout HTTPFields,
        _ resolution: inout Resolution
    ) -> HTTPAuthentication? {
        guard let value = fields["Authorization"],
            let authentication = Self.authentication(value)
        else { return nil }
        switch authentication {
        case .digest(_, let password), .ntlm(_, let password):
            resolution.addSecret(password.value)
        case .awsSigV4(let signing):
            resolution.addSecret(signing.secret.value)
            if let token = signing.sessionToken { resolution.addSecret(token.value) }
        case .basic, .negotiate: break
        }
        fields.removeAll(named: "Authorization")
        return authentication
    }

    private static func authentication(_ value: String) -> HTTPAuthentication? {
        let words = value.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let scheme = words.first?.lowercased() else { return nil }
        switch (scheme, words.count) {
        case ("digest", 3) where !words[1].contains("="):
            return .digest(user: words[1], password: Secret(words[2]))
        case ("ntlm", 3): return .ntlm(user: words[1], password: Secret(words[2]))
        case ("negotiate", 1): return .negotiate
        case ("aws", 3...):
            var signing = AWSSigning(keyID: words[1], secret: Secret(words[2]))
            for word in words.dropFirst(3) {
                let halves = word.split(separator: ":", maxSplits: 1).map(String.init)
                guard halves.count == 2 else { return nil }
                switch halves[0].lowercased() {
                case "token": signing.sessionToken = Secret(halves[1])
                case "region": signing.region = halves[1]
                case "service": signing.service = halves[1]
                default: return nil
                }
            }
            return .awsSigV4(signing)
        default: return nil
        }
    }

    // MARK: Places

    private func site(of directive: String, _ resolution: Resolution) -> Resolution.Site {
        let found = resolution.request.directives.last { $0.name == directive }
        return Resolution.Site(
            file: resolution.file.path,
            location: found?.location ?? resolution.request.requestLine,
            part: .target
        )
    }

    private var tlsSite: Resolution.Site { settingsSite(context.collection.settings.tlsLocation) }

    private func settingsSite(_ location: TextLocation?) -> Resolution.Site {
        Resolution.Site(
            file: SettingsReader.fileName,
            location: location ?? TextLocation(line: 1, column: 1),
            part: .target
        )
    }
}
