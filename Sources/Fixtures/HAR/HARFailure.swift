import Documents
import HTTPModel

/// What entries without a response say about their failure.
enum HARFailure {
    /// The failure of an entry.
    ///
    /// - Parameters:
    ///   - json: `_failure`, which we write; `nil` in the archives of others.
    ///   - error: `_error`: one of our codes, or a name of Chromium; empty when missing.
    ///   - elapsed: The time of the entry.
    /// - Returns: The failure, its head and content still missing.
    static func read(_ json: JSONValue?, error: String, elapsed: Duration) -> NetworkFailure {
        let written = json?["code"]?.stringValue ?? error
        if let code = NetworkFailure.Code(rawValue: written) {
            var failure = NetworkFailure(code, phase: code.usualPhase, elapsed: elapsed)
            guard let json else { return failure }
            if let phase = json["phase"]?.stringValue.flatMap(NetworkFailure.Phase.init(rawValue:))
            {
                failure.phase = phase
            }
            failure.elapsed = FixtureMeta.duration(json["elapsedMs"])
            failure.bytesSent = json["bytesSent"]?.intValue ?? 0
            failure.bytesReceived = json["bytesReceived"]?.intValue ?? 0
            failure.detail = json["detail"]?.stringValue ?? ""
            failure.causes = (json["causes"]?.arrayValue ?? []).compactMap(\.stringValue)
            return failure
        }
        let code = error.isEmpty ? .cancelled : code(ofChromium: error)
        return NetworkFailure(
            code,
            phase: code.usualPhase,
            elapsed: elapsed,
            detail: error.isEmpty ? "the archive has no response" : error
        )
    }

    /// - SeeAlso: Chromium's `net/base/net_error_list.h`.
    private static func code(ofChromium error: String) -> NetworkFailure.Code {
        let name = error.hasPrefix("net::ERR_") ? String(error.dropFirst(9)) : error
        return names.first { $0.names.contains(name) }?.code
            ?? (name.hasPrefix("SSL_") ? .tlsHandshake : .internal)
    }

    private static let names: [(code: NetworkFailure.Code, names: Set<String>)] = [
        (.dnsNotFound, ["NAME_NOT_RESOLVED", "NAME_RESOLUTION_FAILED"]),
        (.connectRefused, ["CONNECTION_REFUSED"]),
        (
            .connectUnreachable,
            [
                "ADDRESS_UNREACHABLE", "INTERNET_DISCONNECTED", "ADDRESS_INVALID",
                "CONNECTION_FAILED", "NETWORK_ACCESS_DENIED",
            ]
        ),
        (.connectTimeout, ["CONNECTION_TIMED_OUT"]),
        (.timeoutTotal, ["TIMED_OUT"]),
        (.proxyRefused, ["PROXY_CONNECTION_FAILED", "TUNNEL_CONNECTION_FAILED"]),
        (.proxyAuth, ["PROXY_AUTH_REQUESTED", "PROXY_AUTH_UNSUPPORTED"]),
        (.tlsExpired, ["CERT_DATE_INVALID"]),
        (.tlsHostMismatch, ["CERT_COMMON_NAME_INVALID"]),
        (
            .tlsUntrusted,
            ["CERT_AUTHORITY_INVALID", "CERT_INVALID", "CERT_REVOKED", "INSECURE_RESPONSE"]
        ),
        (.tlsPinMismatch, ["SSL_PINNED_KEY_NOT_IN_CERT_CHAIN"]),
        (.tlsClientCertificate, ["SSL_CLIENT_AUTH_CERT_NEEDED", "BAD_SSL_CLIENT_AUTH_CERT"]),
        (.receiveReset, ["CONNECTION_RESET", "CONNECTION_CLOSED", "EMPTY_RESPONSE"]),
        (.receiveTruncated, ["CONTENT_LENGTH_MISMATCH", "INCOMPLETE_CHUNKED_ENCODING"]),
        (
            .receiveMalformed,
            [
                "INVALID_HTTP_RESPONSE", "INVALID_CHUNKED_ENCODING", "HTTP2_PROTOCOL_ERROR",
                "SPDY_PROTOCOL_ERROR", "QUIC_PROTOCOL_ERROR", "RESPONSE_HEADERS_MULTIPLE_LOCATION",
            ]
        ),
        (.decodeContentCoding, ["CONTENT_DECODING_FAILED", "CONTENT_DECODING_INIT_FAILED"]),
        (.redirectLimit, ["TOO_MANY_REDIRECTS"]),
        (.redirectUnsafe, ["UNSAFE_REDIRECT"]),
        (.cancelled, ["ABORTED", "BLOCKED_BY_CLIENT", "BLOCKED_BY_RESPONSE"]),
    ]
}
