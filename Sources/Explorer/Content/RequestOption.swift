/// An option of a request that a directive sets.
package struct RequestOption: Sendable {
    /// What values an option takes.
    enum Kind: Sendable, Equatable {
        /// On with the directive, off without; what then holds.
        case flag(set: String)
        /// A number and a unit of time.
        case duration
        /// A number and a unit of bytes.
        case byteCount
        /// Any text.
        case text
        /// A path, relative to the request's file.
        case file
        /// One of a few words.
        case words([String])
        /// A secret text: shown as dots, unless a variable stands for it.
        case secret
        /// The version behind the URL, which is no directive.
        case version
    }

    /// The directive, without `# @`.
    var directive: String
    /// What is shown.
    var title: String
    /// What holds without the directive.
    var unset: String
    /// What values it takes.
    var kind: Kind
    /// Whether the directive may stand several times, one value each.
    var isRepeatable = false
    /// What it does and what it takes, in one line.
    var help: String

    /// Creates an option.
    init(
        _ directive: String,
        _ title: String,
        _ unset: String,
        _ kind: Kind = .text,
        isRepeatable: Bool = false,
        _ help: String
    ) {
        self.directive = directive
        self.title = title
        self.unset = unset
        self.kind = kind
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// Whether the value names a file.
    var isFile: Bool { kind == .file }

    /// Values to suggest.
    var values: [String] {
        switch kind {
        case .duration: ["500 ms", "2 s", "5 s", "10 s", "30 s", "1 m", "5 m"]
        case .byteCount: ["1 MB", "10 MB", "100 MB", "1 GB", "4 GB"]
        case .words(let words): words
        default: []
        }
    }

    /// The option of a directive; `nil` for one that the tab does not know.
    static func named(_ directive: String) -> RequestOption? {
        all.first { $0.directive == directive }
    }

    /// The options that the Options tab offers, in order.
    static let all: [RequestOption] =
        timeouts + [
            RequestOption(
                "no-redirect",
                "Redirects",
                "followed",
                .flag(set: "not followed"),
                "Whether redirects are followed; off, the redirect itself is the response."
            ),
            RequestOption(
                "insecure",
                "Certificate",
                "checked",
                .flag(set: "not checked (insecure)"),
                "Whether the server's certificate is checked."
            ),
            RequestOption(
                "no-cookie-jar",
                "Cookies",
                "stored and sent",
                .flag(set: "neither stored nor sent"),
                "Whether cookies of earlier responses are sent, and new ones kept."
            ),
            RequestOption(
                "version",
                "HTTP version",
                "as the server offers",
                .version,
                "HTTP/1.1 or HTTP/2 behind the URL; without it, what both sides can."
            ),
        ] + moreLimits + connection + tls + others

    private static let timeouts = [
        RequestOption(
            "timeout",
            "Timeout",
            "30 s for each pause",
            .duration,
            "Limit on the whole exchange and on each pause in it: 500 ms, 10 s, 2 m."
        ),
        RequestOption(
            "connection-timeout",
            "Connect timeout",
            "10 s",
            .duration,
            "Limit until connected, TLS included: 500 ms, 10 s, 2 m."
        ),
    ]

    private static let moreLimits = [
        RequestOption(
            "headers-timeout",
            "Headers timeout",
            "30 s",
            .duration,
            "Limit from the last byte sent to the end of the response's header section."
        ),
        RequestOption(
            "idle-timeout",
            "Idle timeout",
            "30 s",
            .duration,
            "The longest pause between two pieces of content."
        ),
        RequestOption(
            "total-timeout",
            "Total timeout",
            "none",
            .duration,
            "Limit on the whole exchange alone, redirects included."
        ),
        RequestOption(
            "content-limit",
            "Content limit",
            "1 GiB",
            .byteCount,
            "The most content that is taken in: 500 kB, 10 MB, 2 GB; what came until then is kept."
        ),
    ]

    private static let connection = [
        RequestOption(
            "proxy",
            "Proxy",
            "as the environment says",
            .text,
            "http://, https:// or socks5h://HOST:PORT, with USER:PASSWORD@ when needed."
        ),
        RequestOption(
            "no-proxy",
            "No proxy",
            "off",
            .flag(set: "goes there directly"),
            "Whether proxies of the environment and the collection are passed by."
        ),
        RequestOption(
            "unix-socket",
            "Unix socket",
            "none",
            .file,
            "A socket to connect to instead of the host; @NAME is an abstract one."
        ),
        RequestOption(
            "resolve",
            "Resolve",
            "as the system does",
            isRepeatable: true,
            "HOST:PORT:ADDRESS: where a name leads; * is any host or port."
        ),
        RequestOption(
            "connect-to",
            "Connect to",
            "the host of the URL",
            isRepeatable: true,
            "HOST:PORT:HOST:PORT: which host is connected to in place of another."
        ),
    ]

    private static let tls = [
        RequestOption(
            "tls-ca",
            "Authorities",
            "those of the system",
            .file,
            "A PEM file: only these authorities are trusted."
        ),
        RequestOption(
            "tls-cert",
            "Client certificate",
            "none",
            .file,
            "A PEM file and, behind a blank, that of its key; or a .p12 file."
        ),
        RequestOption(
            "tls-passphrase",
            "Passphrase",
            "none",
            .secret,
            "What opens the key; better a variable of the private environment."
        ),
        RequestOption(
            "tls-pin",
            "Pinned key",
            "any",
            isRepeatable: true,
            "sha256// and the Base64 of the hash of a public key that is accepted."
        ),
        RequestOption(
            "tls-min",
            "TLS from",
            "1.2",
            .words(["1.0", "1.1", "1.2", "1.3"]),
            "The oldest version of TLS that is accepted."
        ),
        RequestOption(
            "tls-max",
            "TLS up to",
            "the newest",
            .words(["1.0", "1.1", "1.2", "1.3"]),
            "The newest version of TLS that is offered."
        ),
    ]

    private static let others = [
        RequestOption(
            "prompt",
            "Ask for",
            "nothing",
            isRepeatable: true,
            "NAME and a text: a variable that is asked for before sending."
        ),
        RequestOption(
            "ref",
            "Send first",
            "nothing",
            isRepeatable: true,
            "The name of a request that is sent first, when it has not been sent yet."
        ),
        RequestOption(
            "tag",
            "Tags",
            "none",
            isRepeatable: true,
            "Words for apus run --tag, with commas between them."
        ),
        RequestOption(
            "graphql",
            "GraphQL",
            "off",
            .flag(set: "the body is a query"),
            "Whether the body is a GraphQL query, sent as JSON."
        ),
        RequestOption(
            "operation",
            "Operation",
            "the only one",
            .text,
            "Which operation of a GraphQL document runs."
        ),
    ]

    /// All directives with what they do, for suggestions.
    static var directives: [(name: String, help: String)] {
        let more = [
            ("name", "The request's name, for selectors and references."),
            ("token", "bearer V, query NAME V, body NAME V, header NAME V or none."),
            ("assert", "SUBJECT OPERATOR VALUE: what must hold of the response."),
            ("capture", "NAME = SUBJECT: what to keep of the response."),
        ]
        return more + all.filter { $0.kind != .version }.map { ($0.directive, $0.help) }
    }
}
