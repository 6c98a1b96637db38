/// Why no whole response came: one stable code for each cause, with what is known about it.
///
/// Texts never hold credentials or content.
public struct NetworkFailure: Error, Hashable, Sendable {
    /// The cause.
    ///
    /// Raw values are stable: they stand in reports, fixtures and documentation.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The host name has no address.
        case dnsNotFound = "dns.notFound"
        /// Nothing listens on the port.
        case connectRefused = "connect.refused"
        /// No route to the host or network.
        case connectUnreachable = "connect.unreachable"
        /// No connection within the limit.
        case connectTimeout = "connect.timeout"
        /// The proxy cannot be reached or refused.
        case proxyRefused = "proxy.refused"
        /// The proxy wants credentials.
        case proxyAuth = "proxy.auth"
        /// The TLS handshake failed for another reason than trust.
        case tlsHandshake = "tls.handshake"
        /// The certificate is not signed by a trusted authority.
        case tlsUntrusted = "tls.untrusted"
        /// The certificate is out of its period.
        case tlsExpired = "tls.expired"
        /// The certificate is for another host.
        case tlsHostMismatch = "tls.hostMismatch"
        /// The public key is none of those pinned.
        case tlsPinMismatch = "tls.pinMismatch"
        /// A client certificate is required or was refused.
        case tlsClientCertificate = "tls.clientCertificate"
        /// The connection was reset while sending.
        case sendReset = "send.reset"
        /// The content of the request could not be read while it was sent.
        case sendContent = "send.content"
        /// The connection was reset while receiving, or closed before any byte.
        case receiveReset = "receive.reset"
        /// The connection was closed before the announced end.
        case receiveTruncated = "receive.truncated"
        /// What came is not HTTP.
        case receiveMalformed = "receive.malformed"
        /// More content than the limit allows, or a head or trailers of more than 300 KiB.
        case receiveTooLarge = "receive.tooLarge"
        /// The content came but could not be stored in its file.
        case receiveFile = "receive.file"
        /// The content does not decode by its content coding.
        case decodeContentCoding = "decode.contentCoding"
        /// No response head within the limit.
        case timeoutHeaders = "timeout.headers"
        /// The content stalled for longer than the limit.
        case timeoutBody = "timeout.body"
        /// The whole exchange took longer than the limit.
        case timeoutTotal = "timeout.total"
        /// More redirects than the limit, or a cycle.
        case redirectLimit = "redirect.limit"
        /// A redirect to another scheme than http and https, or from https to http with content.
        case redirectUnsafe = "redirect.unsafe"
        /// The credential was refused or used up, and could not be renewed.
        case authRefresh = "auth.refresh"
        /// The credential was renewed more often than the limit allows.
        case authRefreshLimit = "auth.refreshLimit"
        /// The user or the program cancelled.
        case cancelled
        /// A fault of ours or of a library.
        case `internal`
    }

    /// Where in the exchange the failure happened.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Before a connection was sought.
        case prepare
        /// Looking up the host name.
        case resolve
        /// Connecting.
        case connect
        /// The TLS handshake.
        case tls
        /// Sending the request.
        case send
        /// Waiting for the response's head.
        case wait
        /// Receiving the content.
        case receive
        /// Removing content codings.
        case decode
        /// Deciding about a redirect.
        case redirect
    }

    /// The cause.
    public var code: Code
    /// Where it happened.
    public var phase: Phase
    /// Time from the start of the hop to the failure.
    public var elapsed: Duration
    /// Bytes sent in the hop that failed.
    public var bytesSent: Int
    /// Bytes received in the hop that failed, head and content.
    public var bytesReceived: Int
    /// The causes below ours, nearest first: the library's text, the system's error.
    public var causes: [String]
    /// The response's head, when it came.
    public var partialHead: HTTPResponseHead?
    /// The content that came before the failure.
    public var partialBody: Octets
    /// What is specific to this failure, as a fragment such as "127.0.0.1:9"; may be empty.
    public var detail: String

    /// Creates a failure.
    public init(
        _ code: Code,
        phase: Phase,
        elapsed: Duration = .zero,
        bytesSent: Int = 0,
        bytesReceived: Int = 0,
        detail: String = "",
        causes: [String] = [],
        partialHead: HTTPResponseHead? = nil,
        partialBody: Octets = Octets()
    ) {
        self.code = code
        self.phase = phase
        self.elapsed = elapsed
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.detail = detail
        self.causes = causes
        self.partialHead = partialHead
        self.partialBody = partialBody
    }

    /// What happened and what to try, as one or two sentences.
    public var message: String {
        let what = detail.isEmpty ? code.summary : "\(code.summary) (\(detail))"
        return "\(what). \(code.advice)"
    }

    /// Whether sending again might help without changing anything.
    public var isTransient: Bool { code.isTransient }
}

extension NetworkFailure: CustomStringConvertible {
    /// Code and message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension NetworkFailure.Code {
    /// What happened, as a sentence without its full stop.
    public var summary: String { texts.summary }

    /// What to try, as a sentence.
    public var advice: String { texts.advice }

    /// Whether the cause may be gone when the request is sent again unchanged.
    public var isTransient: Bool {
        switch self {
        case .connectRefused, .connectUnreachable, .connectTimeout, .sendReset, .receiveReset,
            .receiveTruncated, .timeoutHeaders, .timeoutBody, .timeoutTotal, .dnsNotFound:
            true
        default:
            false
        }
    }

    private var texts: (summary: String, advice: String) {
        switch self {
        case .dnsNotFound:
            ("The host name could not be found", "Check the spelling of the host and the network.")
        case .connectRefused:
            ("The connection was refused", "Check that the server runs and listens on this port.")
        case .connectUnreachable:
            ("The host cannot be reached", "Check the address, the network and the VPN.")
        case .connectTimeout:
            ("No connection was made in time", "Check the address, or raise the connect timeout.")
        case .proxyRefused:
            ("The proxy could not be used", "Check the proxy's address, or turn the proxy off.")
        case .proxyAuth:
            ("The proxy wants credentials", "Give user and password in the proxy's URL.")
        case .tlsHandshake:
            ("The TLS handshake failed", "Check that the port speaks TLS, and its versions.")
        case .tlsUntrusted:
            (
                "The certificate is not trusted",
                "Add its authority to the trusted ones, or allow this host explicitly."
            )
        case .tlsExpired:
            ("The certificate has expired or is not valid yet", "Renew it, and check the clock.")
        case .tlsHostMismatch:
            ("The certificate is for another host", "Use a host name that the certificate lists.")
        case .tlsPinMismatch:
            ("The server's key is not one of the pinned keys", "Check the pins and the server.")
        case .tlsClientCertificate:
            ("The server wants another client certificate", "Set one in the TLS settings.")
        case .sendReset:
            ("The connection was reset while sending", "Look into the server's log; send again.")
        case .sendContent:
            ("The content could not be read", "Check the file or the source of the content.")
        case .receiveReset:
            ("The connection was reset while receiving", "Look into the server's log; send again.")
        case .receiveTruncated:
            ("The response ended too early", "Look into the server's log; send again.")
        case .receiveMalformed:
            ("What came is not valid HTTP", "Check that the port speaks HTTP of this version.")
        case .receiveTooLarge:
            (
                "The response is larger than the limit",
                "Raise the limit of the content if that much of it is expected."
            )
        case .receiveFile:
            (
                "The content could not be stored",
                "Check the folder, its permissions and the space that is left."
            )
        case .decodeContentCoding:
            (
                "The content does not decode by its content coding",
                "Turn decoding off to see the bytes as they came."
            )
        case .timeoutHeaders:
            ("No response came in time", "Raise the timeout, or look into the server's log.")
        case .timeoutBody:
            ("The content stalled", "Raise the idle timeout, or look into the server's log.")
        case .timeoutTotal:
            ("The exchange took too long", "Raise the total timeout.")
        case .redirectLimit:
            ("Too many redirects", "Look at the hops for a cycle, or raise the limit.")
        case .redirectUnsafe:
            ("The redirect was not followed because it is unsafe", "Request its target yourself.")
        case .authRefresh:
            ("The credential could not be renewed", "Sign in again.")
        case .authRefreshLimit:
            (
                "The credential was renewed too often",
                "Check the clock, and why the server refuses new credentials."
            )
        case .cancelled:
            ("The exchange was cancelled", "Send again when you are ready.")
        case .internal:
            ("Something went wrong inside the client", "Please report this with the causes.")
        }
    }
}
