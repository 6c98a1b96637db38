import HTTPModel

extension CurlCommand {
    /// Takes an option about content; `false` when it is about something else.
    mutating func applyContent(_ name: String, _ value: [UInt8]) -> Bool {
        let isReference = value.first == UInt8(ascii: "@")
        let file = String(decoding: value.dropFirst(), as: UTF8.self)
        switch name {
        case "data", "data-ascii":
            data.append(
                isReference
                    ? DataPart(source: .file(file), treatment: .withoutLineBreaks)
                    : DataPart(source: .octets(Octets(value)), treatment: .asIs)
            )
        case "data-binary":
            let source: Source = isReference ? .file(file) : .octets(Octets(value))
            data.append(DataPart(source: source, treatment: .asIs))
        case "data-raw": data.append(DataPart(source: .octets(Octets(value)), treatment: .asIs))
        case "data-urlencode": data.append(Self.encoded(value))
        case "url-query":
            if value.first == UInt8(ascii: "+") {
                let octets = Octets(Array(value.dropFirst()))
                queryParts.append(DataPart(source: .octets(octets), treatment: .asIs))
            } else {
                queryParts.append(Self.encoded(value))
            }
        case "json":
            let source: Source = isReference ? .file(file) : .octets(Octets(value))
            data.append(DataPart(source: source, treatment: .json))
        case "form": form.append(contentsOf: formParts(value))
        case "form-string": form.append(Self.formString(value))
        case "upload-file": uploadFile = String(decoding: value, as: UTF8.self)
        case "get": putsDataInQuery = true
        default: return false
        }
        return true
    }

    /// `content`, `=content`, `name=content`, `@file` or `name@file`, to be percent-encoded.
    private static func encoded(_ value: [UInt8]) -> DataPart {
        guard
            let mark = value.firstIndex(where: {
                $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@")
            })
        else {
            return DataPart(source: .octets(Octets(value)), treatment: .encoded(name: ""))
        }
        let name = String(decoding: value[..<mark], as: UTF8.self)
        let rest = Array(value[(mark + 1)...])
        let source: Source =
            value[mark] == UInt8(ascii: "=")
            ? .octets(Octets(rest)) : .file(String(decoding: rest, as: UTF8.self))
        return DataPart(source: source, treatment: .encoded(name: name))
    }

    /// Takes an option about the request line and fields; `false` when it is about something else.
    mutating func applyHead(_ name: String, _ text: String) -> Bool {
        switch name {
        case "url": urls.append(text)
        case "request": explicitMethod = text.isEmpty ? nil : text
        case "head": asksForHead = true
        case "header": headers.append(Self.header(text))
        case "user-agent": userAgent = text
        case "referer":
            let end = text.hasSuffix(";auto") ? text.dropLast(5) : Substring(text)
            if end.count != text.count { note("the referrer does not follow redirects by itself") }
            referer = end.isEmpty ? nil : String(end)
        case "range": range = text.first?.isNumber == true || text.first == "-" ? text : nil
        case "oauth2-bearer": bearer = Secret(text)
        case "cookie":
            // Without `=` it is the name of a file with cookies.
            if text.contains("=") {
                cookies = cookies.map { $0 + "; " + text } ?? text
            } else if !text.isEmpty {
                note("cookies of the file \(text) are left out")
            }
        case "compressed": options.isDecoding = true
        default: return false
        }
        return true
    }

    private static func header(_ text: String) -> Header {
        if text.hasPrefix("@") { return .file(String(text.dropFirst())) }
        guard let colon = text.firstIndex(of: ":") else {
            guard text.hasSuffix(";"), text.count > 1 else { return .unusable(text) }
            return .field(HTTPField(String(text.dropLast()).trimmingBlanks, ""))
        }
        let name = String(text[..<colon]).trimmingBlanks
        let value = text[text.index(after: colon)...].trimmingBlanks
        return value.isEmpty ? .removed(name) : .field(HTTPField(name, value))
    }

    /// Takes an option about how the request is sent; `false` when it is about something else.
    mutating func applyConnection(_ name: String, _ text: String) -> Bool {
        switch name {
        case "location", "location-trusted":
            if options.redirects.limit == 0 { options.redirects.limit = 50 }
            if name == "location-trusted" {
                options.redirects.fieldsAcrossOrigins = ["Authorization", "Cookie"]
            }
        case "max-redirs":
            if let count = Int(text) { options.redirects.limit = count < 0 ? 1_000 : count }
        case "post301", "post302": options.redirects.keepsMethod = true
        case "globoff": expandsPatterns = false
        case "insecure": options.isVerifyingTLS = false
        case "max-time": options.timeouts.total = Self.seconds(text)
        case "connect-timeout": options.timeouts.connect = Self.seconds(text)
        case "max-filesize": options.contentLimitInBytes = Int(text)
        case "http1.0", "http1.1": options.version = .http1_1
        case "http2": options.version = .http2
        case "http2-prior-knowledge": options.version = .http2PriorKnowledge
        case "proxy": options.proxyConfiguration = ProxyConfiguration(text)
        case "socks4", "socks4a", "socks5":
            options.proxyConfiguration = ProxyConfiguration(name + "://" + text)
        case "socks5-hostname": options.proxyConfiguration = ProxyConfiguration("socks5h://" + text)
        case "noproxy": applyProxyExceptions(text)
        case "unix-socket": options.unixSocketPath = text
        case "abstract-unix-socket": options.unixSocketPath = "@" + text
        case "ipv4": options.addressFamily = .ipv4
        case "ipv6": options.addressFamily = .ipv6
        case "interface": options.localInterface = text
        case "resolve": options.resolve += ResolveOverride(text).map { [$0] } ?? []
        case "connect-to": options.connectTo += ConnectOverride(text).map { [$0] } ?? []
        default: return applyTLS(name, text)
        }
        return true
    }

    private mutating func applyProxyExceptions(_ text: String) {
        if text == "*" {
            options.proxyConfiguration = .none
        } else if case .server(var server) = options.proxyConfiguration {
            server.exceptions = text.split(separator: ",").map { $0.trimmingBlanks }
            options.proxyConfiguration = .server(server)
        }
    }

    private mutating func applyTLS(_ name: String, _ text: String) -> Bool {
        var tls = options.tls ?? TLSConfiguration()
        switch name {
        case "cacert": tls.trust = .custom(.file(text), includesSystem: false)
        case "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3":
            tls.minimumVersion = TLSConfiguration.Version(name == "tlsv1" ? "1.0" : name)
        case "tls-max": tls.maximumVersion = TLSConfiguration.Version(text)
        case "ciphers": tls.cipherList = text
        case "pinnedpubkey":
            tls.publicKeyPins = text.split(separator: ";").compactMap {
                $0.hasPrefix("sha256//") ? String($0.dropFirst(8)) : nil
            }
        default: return false
        }
        options.tls = tls
        return true
    }

    private static func seconds(_ text: String) -> Duration? {
        guard let seconds = Double(text), seconds > 0, seconds < 1e9 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
