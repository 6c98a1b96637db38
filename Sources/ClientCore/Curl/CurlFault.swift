import CCurl
import Glibc
import HTTPModel

/// What libcurl says about a transfer that failed.
struct CurlFault: Equatable {
    /// libcurl's code.
    var code: CURLcode
    /// libcurl's text for this very failure; empty when it wrote none.
    var text = ""
    /// The system's error number, 0 when there was none.
    var systemError: Int32 = 0
    /// OpenSSL's verdict on the certificate, 0 when it had nothing to say; 1 is libcurl's before any.
    var verifyResult = 0
    /// The status with which a proxy answered `CONNECT`, 0 when it did not.
    var proxyStatus = 0
    /// Whether the server asked for a certificate of ours.
    var isAskingForCertificate = false
    /// Whether the server had said that it leaves the connection, whose end is no fault then.
    var isConnectionLeft = false
    /// Whether the connection was to be made to a proxy.
    var usesProxy = false
    /// Where the hop was.
    var phase: NetworkFailure.Phase

    /// The cause as a stable code, and the phase it belongs to.
    ///
    /// - SeeAlso: <https://curl.se/libcurl/c/libcurl-errors.html>
    var failure: (code: NetworkFailure.Code, phase: NetworkFailure.Phase) {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: (.dnsNotFound, .resolve)
        case CURLE_COULDNT_RESOLVE_PROXY: (.proxyRefused, .resolve)
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: (connectCode, .connect)
        case CURLE_PROXY: (isAboutProxyCredentials ? .proxyAuth : .proxyRefused, .connect)
        case CURLE_OPERATION_TIMEDOUT: timeout
        case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: (.sendReset, .send)
        case CURLE_RECV_ERROR: receiveError
        case CURLE_GOT_NOTHING: phase == .send ? (.sendReset, .send) : (.receiveReset, .wait)
        case CURLE_HTTP2_STREAM: (.receiveReset, laterPhase)
        case CURLE_HTTP2 where isConnectionLeft: (.receiveReset, laterPhase)
        case CURLE_PARTIAL_FILE: (.receiveTruncated, laterPhase)
        // libcurl is content with a connection that ends inside the head; the head is not whole.
        case CURLE_OK: (.receiveTruncated, laterPhase)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2,
            CURLE_BAD_DOWNLOAD_RESUME:
            (.receiveMalformed, laterPhase)
        // A line of the head longer than libcurl's 100 KiB has no code of its own.
        case CURLE_OUT_OF_MEMORY where phase == .wait, CURLE_FILESIZE_EXCEEDED:
            (.receiveTooLarge, laterPhase)
        // Nor has a line of the trailer section without a colon.
        case CURLE_BAD_FUNCTION_ARGUMENT where phase == .receive: (.receiveMalformed, .receive)
        // Whatever we do not take is our verdict; what is left is content after its coding's end.
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: (.decodeContentCoding, .decode)
        default: (tlsCode ?? .internal, tlsCode == nil ? phase : .tls)
        }
    }

    /// The causes below ours: libcurl's sentence and the system's, nearest first.
    var causes: [String] {
        let sentence =
            text.isEmpty
            ? (unsafe cc_easy_strerror(code).map { unsafe String(cString: $0) } ?? "") : text
        var causes =
            code == CURLE_OK
            ? ["the connection ended inside the head of the response"]
            : ["\(sentence) (libcurl error \(code.rawValue))"]
        if isConnectionLeft { causes.append("the server ended the connection with GOAWAY") }
        if verifyResult > 1 { causes.append("certificate verification result \(verifyResult)") }
        if systemError != 0, isAboutSocket {
            let reason = unsafe strerror(systemError).map { unsafe String(cString: $0) } ?? ""
            causes.append("\(reason) (errno \(systemError))")
        }
        return causes
    }

    /// Whether the system's error number belongs to this failure; libcurl keeps an older one otherwise.
    private var isAboutSocket: Bool {
        switch code {
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY, CURLE_SEND_ERROR,
            CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SSL_CONNECT_ERROR:
            true
        default: false
        }
    }

    /// A failure that is noticed while receiving belongs to `wait` until the head is there.
    private var laterPhase: NetworkFailure.Phase { phase == .receive ? .receive : .wait }

    private var connectCode: NetworkFailure.Code {
        if usesProxy { return .proxyRefused }
        return switch systemError {
        case ECONNREFUSED: .connectRefused
        case ETIMEDOUT: .connectTimeout
        case 0 where text.contains("refused"): .connectRefused
        case 0 where text.contains("imed out"): .connectTimeout
        case ECONNRESET: .connectRefused
        default: .connectUnreachable
        }
    }

    private var timeout: (code: NetworkFailure.Code, phase: NetworkFailure.Phase) {
        switch phase {
        case .send, .receive: (.timeoutBody, phase)
        case .wait: (.timeoutHeaders, phase)
        default: (.connectTimeout, phase)
        }
    }

    /// libcurl reports resets, bad chunks, refused tunnels and late TLS alerts with one code.
    private var receiveError: (code: NetworkFailure.Code, phase: NetworkFailure.Phase) {
        if proxyStatus == 407 { return (.proxyAuth, .connect) }
        if proxyStatus >= 300 { return (.proxyRefused, .connect) }
        if text.contains("Too large response headers") { return (.receiveTooLarge, laterPhase) }
        if text.contains("Out of memory in chunked") { return (.receiveTooLarge, .receive) }
        if text.contains("chunked-encoding") || text.contains("chunk hex") {
            return (.receiveMalformed, .receive)
        }
        if isAboutClientCertificate { return (.tlsClientCertificate, .tls) }
        if phase == .tls { return (.tlsHandshake, .tls) }
        if usesProxy && phase == .connect { return (.proxyRefused, .connect) }
        return phase == .send ? (.sendReset, .send) : (.receiveReset, laterPhase)
    }

    private var tlsCode: NetworkFailure.Code? {
        switch code {
        case CURLE_SSL_CONNECT_ERROR:
            isAboutClientCertificate ? .tlsClientCertificate : .tlsHandshake
        case CURLE_PEER_FAILED_VERIFICATION: verificationCode
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CLIENTCERT: .tlsClientCertificate
        case CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_INVALIDCERTSTATUS:
            .tlsUntrusted
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .tlsPinMismatch
        case CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
            .tlsHandshake
        default: nil
        }
    }

    /// libcurl compares names itself; the rest is OpenSSL's `X509_V_ERR_*`: 9 not yet valid, 10
    /// expired, 62 host name, 64 address mismatch.
    private var verificationCode: NetworkFailure.Code {
        if text.contains("subject name") || text.contains("host name") { return .tlsHostMismatch }
        return switch verifyResult {
        case 9, 10: .tlsExpired
        case 62, 64: .tlsHostMismatch
        default: .tlsUntrusted
        }
    }

    /// What a SOCKS proxy says that wants credentials, or others.
    private var isAboutProxyCredentials: Bool {
        text.contains("rejected by the SOCKS5") || text.contains("No authentication method")
            || text.contains("authentication method was acceptable")
    }

    /// TLS alerts that a server sends when it misses or refuses the client's certificate.
    private var isAboutClientCertificate: Bool {
        text.contains("certificate required") || text.contains("alert bad certificate")
            || text.contains("alert certificate") || text.contains("alert unknown ca")
            || text.contains("alert handshake failure") && isAskingForCertificate
    }
}
