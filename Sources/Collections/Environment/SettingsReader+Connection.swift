import Documents
import HTTPModel

// The members `tls` and `proxy`.
extension SettingsReader {
    private static let tlsKeys = [
        "ca", "systemCA", "cert", "key", "passphrase", "pins", "min", "max", "ciphers",
        "insecureHosts",
    ]
    private static let proxyKeys = ["url", "user", "password", "auth", "noProxy"]

    mutating func readTLS(_ value: JSONValue) {
        guard let members = value.members else {
            return report(["tls"], "tls must be an object, as {\"ca\": \"ca.pem\"}")
        }
        var tls = TLSSetting()
        for member in members {
            let (path, value) = (["tls", member.key], member.value)
            switch member.key {
            case "ca": tls.authorities = text(value, path)
            case "systemCA":
                tls.includesSystem = value.boolValue
                if tls.includesSystem == nil { report(path, "systemCA must be true or false") }
            case "cert": tls.certificate = text(value, path)
            case "key": tls.key = text(value, path)
            case "passphrase": tls.passphrase = text(value, path)
            case "pins": tls.pins = texts(value, path)
            case "min": tls.minimum = version(value, path)
            case "max": tls.maximum = version(value, path)
            case "ciphers": tls.ciphers = text(value, path)
            case "insecureHosts": tls.insecureHosts = texts(value, path)
            default: reportUnknown(path, known: Self.tlsKeys)
            }
        }
        settings.tls = tls
        settings.tlsLocation = locator.location(of: ["tls"])
    }

    mutating func readProxy(_ value: JSONValue) {
        settings.proxyLocation = locator.location(of: ["proxy"])
        if case .null = value {
            settings.proxy = ProxySetting(url: "")
            return
        }
        if let url = value.stringValue {
            settings.proxy = ProxySetting(url: url)
            return
        }
        guard let members = value.members, let url = value["url"]?.stringValue else {
            return report(
                ["proxy"],
                "proxy must be a URL, or an object, as {\"url\": \"http://proxy:3128\"}"
            )
        }
        var proxy = ProxySetting(url: url)
        for member in members {
            let (path, value) = (["proxy", member.key], member.value)
            switch member.key {
            case "url": break
            case "user": proxy.user = text(value, path)
            case "password": proxy.password = text(value, path)
            case "noProxy": proxy.exceptions = texts(value, path)
            case "auth":
                let known = ProxyServer.Authentication.allCases.map(\.rawValue)
                let name = text(value, path)
                proxy.authentication = name.flatMap { ProxyServer.Authentication(rawValue: $0) }
                if name != nil, proxy.authentication == nil {
                    report(path, "auth is one of \(known.joined(separator: ", "))")
                }
            default: reportUnknown(path, known: Self.proxyKeys)
            }
        }
        settings.proxy = proxy
    }

    private mutating func version(
        _ value: JSONValue,
        _ path: [String]
    ) -> TLSConfiguration.Version? {
        guard let text = text(value, path) else { return nil }
        let version = TLSConfiguration.Version(text)
        if version == nil { report(path, "a TLS version is 1.0, 1.1, 1.2 or 1.3, as a text") }
        return version
    }

    private mutating func texts(_ value: JSONValue, _ path: [String]) -> [String] {
        if let text = value.stringValue { return [text] }
        guard let elements = value.arrayValue else {
            report(path, "\(path.last ?? "this") must be a list of texts")
            return []
        }
        return elements.compactMap(\.stringValue)
    }

    private mutating func reportUnknown(_ path: [String], known: [String]) {
        let near = path.last.flatMap { Spelling.nearest(to: $0, in: known) }
        let list = "there are \(known.joined(separator: ", "))"
        report(path, "unknown setting; " + (near.map { "did you mean \($0)?" } ?? list))
    }
}
