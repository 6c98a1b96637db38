import HTTPModel

/// The options of a request as options of `curl`; what is as curl has it anyway is left out.
struct CurlOptionsText {
    let options: RequestOptions
    let redaction: CurlRedaction

    /// The options with their values, quoted.
    var parts: [String] {
        var parts: [String] = []
        if options.isDecoding { parts.append("--compressed") }
        parts += redirectParts
        if !options.isVerifyingTLS { parts.append("--insecure") }
        switch options.version {
        case .automatic: break
        case .http1_1: parts.append("--http1.1")
        case .http2: parts.append("--http2")
        case .http2PriorKnowledge: parts.append("--http2-prior-knowledge")
        }
        let defaults = RequestOptions.Timeouts()
        if let total = options.timeouts.total { parts.append("--max-time \(Self.seconds(total))") }
        if let connect = options.timeouts.connect, connect != defaults.connect {
            parts.append("--connect-timeout \(Self.seconds(connect))")
        }
        if let limit = options.contentLimitInBytes { parts.append("--max-filesize \(limit)") }
        return parts + authenticationParts + proxyParts + connectionParts + tlsParts
    }

    private var redirectParts: [String] {
        let redirects = options.redirects
        guard redirects.limit > 0 else { return [] }
        var parts = ["--location"]
        if redirects.limit != RedirectOptions().limit, redirects.limit != 50 {
            parts.append("--max-redirs \(redirects.limit)")
        }
        if redirects.keepsMethod { parts += ["--post301", "--post302"] }
        return parts
    }

    private var authenticationParts: [String] {
        func user(_ name: String, _ password: Secret) -> String {
            "--user " + ShellQuoting.quoted("\(name):\(redaction.secret(password))")
        }
        switch options.authentication {
        case nil: return []
        case .basic(let name, let password): return [user(name, password)]
        case .digest(let name, let password): return ["--digest", user(name, password)]
        case .ntlm(let name, let password): return ["--ntlm", user(name, password)]
        case .negotiate: return ["--negotiate", "--user ':'"]
        case .awsSigV4(let signing):
            var provider = signing.provider
            if signing.region != nil || signing.service != nil {
                provider += ":" + (signing.region ?? "")
                if let service = signing.service { provider += ":" + service }
            }
            return [
                "--aws-sigv4 " + ShellQuoting.quoted(provider), user(signing.keyID, signing.secret),
            ]
        }
    }

    private var proxyParts: [String] {
        switch options.proxyConfiguration {
        case .fromEnvironment: return []
        case .none: return ["--noproxy '*'"]
        case .unreadable(let text): return ["--proxy " + ShellQuoting.quoted(redaction.text(text))]
        case .server(let server):
            var parts = ["--proxy " + ShellQuoting.quoted(server.description)]
            if let user = server.user {
                let password = redaction.secret(server.password ?? Secret(""))
                parts.append("--proxy-user " + ShellQuoting.quoted("\(user):\(password)"))
                switch server.authentication {
                case .basic: break
                case .any: parts.append("--proxy-anyauth")
                case let scheme: parts.append("--proxy-\(scheme.rawValue)")
                }
            }
            if !server.exceptions.isEmpty {
                let list = server.exceptions.joined(separator: ",")
                parts.append("--noproxy " + ShellQuoting.quoted(list))
            }
            return parts
        }
    }

    private var connectionParts: [String] {
        var parts: [String] = []
        if let path = options.unixSocketPath {
            parts.append(
                path.hasPrefix("@")
                    ? "--abstract-unix-socket " + ShellQuoting.quoted(String(path.dropFirst()))
                    : "--unix-socket " + ShellQuoting.quoted(path)
            )
        }
        for override in options.resolve {
            parts.append("--resolve " + ShellQuoting.quoted(override.text))
        }
        for override in options.connectTo {
            let ends = [
                override.host ?? "", override.port.map(String.init) ?? "", override.toHost ?? "",
                override.toPort.map(String.init) ?? "",
            ]
            parts.append("--connect-to " + ShellQuoting.quoted(ends.joined(separator: ":")))
        }
        if let interface = options.localInterface {
            parts.append("--interface " + ShellQuoting.quoted(interface))
        }
        switch options.addressFamily {
        case .any: break
        case .ipv4: parts.append("--ipv4")
        case .ipv6: parts.append("--ipv6")
        }
        return parts
    }

    /// What TLS options can be said; certificates that are octets and no file cannot.
    private var tlsParts: [String] {
        guard let tls = options.tls else { return [] }
        var parts: [String] = []
        switch tls.trust {
        case .system: break
        case .insecure: if options.isVerifyingTLS { parts.append("--insecure") }
        case .custom(.file(let path), _): parts.append("--cacert " + ShellQuoting.quoted(path))
        case .custom(.octets, _): break
        }
        if let version = tls.minimumVersion { parts.append("--tlsv\(version.number)") }
        if let version = tls.maximumVersion { parts.append("--tls-max \(version.number)") }
        if case .pem(.file(let path), let key, let passphrase) = tls.clientCertificate {
            parts.append("--cert " + ShellQuoting.quoted(path))
            if case .file(let path) = key { parts.append("--key " + ShellQuoting.quoted(path)) }
            if let passphrase {
                parts.append("--pass " + ShellQuoting.quoted(redaction.secret(passphrase)))
            }
        }
        if !tls.publicKeyPins.isEmpty {
            let pins = tls.publicKeyPins.map { "sha256//" + $0 }.joined(separator: ";")
            parts.append("--pinnedpubkey " + ShellQuoting.quoted(pins))
        }
        if let ciphers = tls.cipherList {
            parts.append("--ciphers " + ShellQuoting.quoted(ciphers))
        }
        return parts
    }

    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = max(1, duration.wholeNanoseconds / 1_000_000)
        guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000)" }
        let rest = String(milliseconds % 1000)
        let padded = String(repeating: "0", count: 3 - rest.utf8.count) + rest
        return "\(milliseconds / 1000).\(padded)"
    }
}
