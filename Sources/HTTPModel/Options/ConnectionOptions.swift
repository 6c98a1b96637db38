/// Where a connection for one host and port goes instead of where the host name says.
///
/// The host name stays what it is for everything else: `Host`, TLS, cookies, credentials.
public struct ResolveOverride: Hashable, Sendable {
    /// The host name; `*` stands for every host.
    public var host: String
    /// The port; `nil` stands for every port.
    public var port: Int?
    /// The addresses to try in order, IPv6 without brackets.
    public var addresses: [String]

    /// Creates an override.
    public init(host: String, port: Int?, addresses: [String]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }

    /// Reads `host:port:address[,address…]` as curl does, with `*` for any host or port.
    ///
    /// IPv6 addresses may stand in brackets. `nil` when a part is missing or no address.
    public init?(_ text: some StringProtocol) {
        guard let (host, port, rest) = ConnectionText.hostAndPort(text), let rest else {
            return nil
        }
        let addresses = rest.split(separator: ",").map { ConnectionText.unbracketed($0) }
        guard !addresses.isEmpty, addresses.allSatisfy(ConnectionText.isAddress) else {
            return nil
        }
        self.init(host: host, port: port, addresses: addresses)
    }

    /// The text that reads back as this override.
    public var text: String {
        let list = addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
        return "\(ConnectionText.bracketed(host)):\(port.map(String.init) ?? "*"):\(list)"
    }
}

/// Another host and port to connect to instead of those of the target.
public struct ConnectOverride: Hashable, Sendable {
    /// The host of the target; `nil` stands for every host.
    public var host: String?
    /// The port of the target; `nil` stands for every port.
    public var port: Int?
    /// Where to connect; `nil` keeps the host.
    public var toHost: String?
    /// The port to connect to; `nil` keeps the port.
    public var toPort: Int?

    /// Creates an override.
    public init(host: String? = nil, port: Int? = nil, toHost: String? = nil, toPort: Int? = nil) {
        self.host = host
        self.port = port
        self.toHost = toHost
        self.toPort = toPort
    }

    /// Reads `host:port:host:port` as curl does; empty parts keep what is there.
    public init?(_ text: some StringProtocol) {
        guard let (host, port, rest) = ConnectionText.hostAndPort(text), let rest,
            let (toHost, toPort, end) = ConnectionText.hostAndPort(rest), end == nil
        else { return nil }
        self.init(
            host: host.isEmpty ? nil : host,
            port: port,
            toHost: toHost.isEmpty ? nil : toHost,
            toPort: toPort
        )
    }
}

/// Which versions of IP to use.
public enum AddressFamily: String, Hashable, Sendable, CaseIterable {
    /// Whichever answers first.
    case any
    /// IPv4 only.
    case ipv4
    /// IPv6 only.
    case ipv6
}

/// Probes on an idle TCP connection.
public struct TCPKeepAlive: Hashable, Sendable {
    /// How long nothing must have moved before the first probe; whole seconds.
    public var idle: Duration
    /// The time between probes; whole seconds.
    public var interval: Duration

    /// Creates the setting.
    public init(idle: Duration = .seconds(60), interval: Duration = .seconds(60)) {
        self.idle = idle
        self.interval = interval
    }
}

/// Reads the parts of overrides.
private enum ConnectionText {
    /// Splits `host:port[:rest]`, where the host may stand in brackets and `*` or nothing is any port.
    static func hostAndPort(
        _ text: some StringProtocol
    ) -> (host: String, port: Int?, rest: Substring?)? {
        var rest = Substring(text)
        let host: Substring
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
        } else {
            guard let colon = rest.firstIndex(of: ":") else { return nil }
            host = rest[..<colon]
            rest = rest[colon...]
        }
        guard rest.first == ":" else { return nil }
        rest = rest.dropFirst()
        let end = rest.firstIndex(of: ":") ?? rest.endIndex
        let portText = rest[..<end]
        var port: Int?
        if !portText.isEmpty, portText != "*" {
            guard let given = Int(portText), (1...65_535).contains(given) else { return nil }
            port = given
        }
        return (String(host), port, end == rest.endIndex ? nil : rest[end...].dropFirst())
    }

    static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    static func unbracketed(_ text: some StringProtocol) -> String {
        text.first == "[" && text.last == "]"
            ? String(text.dropFirst().dropLast()) : String(text)
    }

    /// Whether a text can be an address: digits and dots, or hexadecimal digits and colons.
    static func isAddress(_ text: String) -> Bool {
        guard let first = text.first, first.isHexDigit || first == ":" else { return false }
        return text.contains(":")
            ? text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" }
            : text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
                .elementsEqual([0, 0, 0, 0]) { part, _ in part != nil }
    }
}
