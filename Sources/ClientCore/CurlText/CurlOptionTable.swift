/// The options of the program `curl`, as far as a reader must know them: which take a value.
///
/// - SeeAlso: `man curl`, versions up to 8.10.
enum CurlOptionTable {
    /// Finds the full name of a long option; an unambiguous beginning of one will do.
    static func name(_ given: String) -> (name: String, takesValue: Bool)? {
        if withValue.contains(given) { return (given, true) }
        if withoutValue.contains(given) { return (given, false) }
        if given.hasPrefix("no-"), withoutValue.contains(String(given.dropFirst(3))) {
            return (given, false)
        }
        if given.hasPrefix("expand-"), let known = name(String(given.dropFirst(7))) { return known }
        let candidates =
            withValue.filter { $0.hasPrefix(given) } + withoutValue.filter { $0.hasPrefix(given) }
        guard candidates.count == 1, given.utf8.count > 2 else { return nil }
        return (candidates[0], withValue.contains(candidates[0]))
    }

    /// The long names of the options of one letter.
    static let letters: [Character: String] = [
        "a": "append", "b": "cookie", "c": "cookie-jar", "d": "data", "e": "referer", "f": "fail",
        "g": "globoff", "h": "help", "i": "include", "j": "junk-session-cookies", "k": "insecure",
        "l": "list-only", "m": "max-time", "n": "netrc", "o": "output", "p": "proxytunnel",
        "q": "disable", "r": "range", "s": "silent", "t": "telnet-option", "u": "user",
        "v": "verbose", "w": "write-out", "x": "proxy", "y": "speed-time", "z": "time-cond",
        "A": "user-agent", "B": "use-ascii", "C": "continue-at", "D": "dump-header", "E": "cert",
        "F": "form", "G": "get", "H": "header", "I": "head", "J": "remote-header-name",
        "K": "config", "L": "location", "M": "manual", "N": "no-buffer", "O": "remote-name",
        "P": "ftp-port", "Q": "quote", "R": "remote-time", "S": "show-error", "T": "upload-file",
        "U": "proxy-user", "V": "version", "X": "request", "Y": "speed-limit", "Z": "parallel",
        "0": "http1.0", "1": "tlsv1", "2": "sslv2", "3": "sslv3", "4": "ipv4", "6": "ipv6",
        "#": "progress-bar", ":": "next",
    ]

    private static let withValue: Set<String> = [
        "abstract-unix-socket", "alt-svc", "aws-sigv4", "cacert", "capath", "cert", "cert-type",
        "ciphers", "config", "connect-timeout", "connect-to", "continue-at", "cookie",
        "cookie-jar", "create-file-mode", "crlfile", "curves", "data", "data-ascii",
        "data-binary", "data-raw", "data-urlencode", "delegation", "dns-interface",
        "dns-ipv4-addr", "dns-ipv6-addr", "dns-servers", "doh-url", "dump-header", "ech",
        "egd-file", "engine", "etag-compare", "etag-save", "expect100-timeout", "form",
        "form-string", "ftp-account", "ftp-alternative-to-user", "ftp-method", "ftp-port",
        "ftp-ssl-ccc-mode", "happy-eyeballs-timeout-ms", "haproxy-clientip", "header", "help",
        "hostpubmd5", "hostpubsha256", "hsts", "interface", "ip-tos", "ipfs-gateway", "json",
        "keepalive-cnt", "keepalive-time", "key", "key-type", "krb", "libcurl", "limit-rate",
        "local-port", "login-options", "mail-auth", "mail-from", "mail-rcpt", "max-filesize",
        "max-redirs", "max-time", "netrc-file", "noproxy", "oauth2-bearer", "output",
        "output-dir", "parallel-max", "pass", "pinnedpubkey", "preproxy", "proto",
        "proto-default", "proto-redir", "proxy", "proxy-cacert", "proxy-capath", "proxy-cert",
        "proxy-cert-type", "proxy-ciphers", "proxy-crlfile", "proxy-header", "proxy-key",
        "proxy-key-type", "proxy-pass", "proxy-pinnedpubkey", "proxy-service-name",
        "proxy-tls13-ciphers", "proxy-tlsauthtype", "proxy-tlspassword", "proxy-tlsuser",
        "proxy-user", "proxy1.0", "pubkey", "quote", "random-file", "range", "rate", "referer",
        "request", "request-target", "resolve", "retry", "retry-delay", "retry-max-time",
        "sasl-authzid", "service-name", "socks4", "socks4a", "socks5", "socks5-gssapi-service",
        "socks5-hostname", "speed-limit", "speed-time", "stderr", "telnet-option",
        "tftp-blksize", "time-cond", "tls-max", "tls13-ciphers", "tlsauthtype", "tlspassword",
        "tlsuser", "trace", "trace-ascii", "trace-config", "unix-socket", "upload-file", "url",
        "url-query", "user", "user-agent", "variable", "vlan-priority", "write-out",
    ]

    private static let withoutValue: Set<String> = [
        "alpn", "anyauth", "append", "basic", "buffer", "ca-native", "cert-status", "clobber",
        "compressed", "compressed-ssh", "create-dirs", "crlf", "digest", "disable",
        "disable-eprt", "disable-epsv", "disallow-username-in-url", "doh-cert-status",
        "doh-insecure", "fail", "fail-early", "fail-with-body", "false-start", "form-escape",
        "ftp-create-dirs", "ftp-pasv", "ftp-pret", "ftp-skip-pasv-ip", "ftp-ssl-ccc",
        "ftp-ssl-control", "get", "globoff", "haproxy-protocol", "head", "http0.9", "http1.0",
        "http1.1", "http2", "http2-prior-knowledge", "http3", "http3-only",
        "ignore-content-length", "include", "insecure", "ipv4", "ipv6", "junk-session-cookies",
        "keepalive", "list-only", "location", "location-trusted", "mail-rcpt-allowfails",
        "manual", "metalink", "mptcp", "negotiate", "netrc", "netrc-optional", "next",
        "no-buffer", "npn", "ntlm", "ntlm-wb", "parallel", "parallel-immediate", "path-as-is",
        "post301", "post302", "post303", "progress-bar", "progress-meter", "proxy-anyauth",
        "proxy-basic", "proxy-ca-native", "proxy-digest", "proxy-http2", "proxy-insecure",
        "proxy-negotiate", "proxy-ntlm", "proxy-ssl-allow-beast",
        "proxy-ssl-auto-client-cert", "proxy-tlsv1", "proxytunnel", "raw", "remote-header-name",
        "remote-name", "remote-name-all", "remote-time", "remove-on-error", "retry-all-errors",
        "retry-connrefused", "sasl-ir", "sessionid", "show-error", "show-headers", "silent",
        "skip-existing", "socks5-basic", "socks5-gssapi", "socks5-gssapi-nec", "ssl",
        "ssl-allow-beast", "ssl-auto-client-cert", "ssl-no-revoke", "ssl-reqd",
        "ssl-revoke-best-effort", "sslv2", "sslv3", "styled-output",
        "suppress-connect-headers", "tcp-fastopen", "tcp-nodelay", "tftp-no-options", "tlsv1",
        "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3", "tr-encoding", "trace-ids", "trace-time",
        "use-ascii", "verbose", "version", "xattr",
    ]

    /// Options that say nothing about the request: what becomes of the output, and how curl reports.
    static let aboutOutput: Set<String> = [
        "append", "buffer", "clobber", "create-dirs", "create-file-mode", "disable", "dump-header",
        "fail", "fail-early", "fail-with-body", "include", "libcurl", "no-buffer",
        "output", "output-dir", "progress-bar", "progress-meter", "remote-header-name",
        "remote-name", "remote-name-all", "remote-time", "remove-on-error", "show-error",
        "show-headers", "silent", "skip-existing", "stderr", "styled-output",
        "suppress-connect-headers", "trace", "trace-ascii", "trace-config", "trace-ids",
        "trace-time", "verbose", "write-out", "xattr", "parallel", "parallel-immediate",
        "parallel-max", "cookie-jar", "basic", "path-as-is", "no-progress-meter", "no-clobber",
    ]
}
