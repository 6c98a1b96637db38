import CCurl
import HTTPModel

// What is known of the connection, for the record of the hop.
extension Transfer {
    /// Why the hop cannot be made at all; `nil` when it can.
    var refusal: NetworkFailure? {
        if let problem = route.problem {
            return NetworkFailure(.proxyRefused, phase: .prepare, detail: problem)
        }
        guard let refusal = easy.refusal else { return nil }
        return NetworkFailure(
            .internal,
            phase: .prepare,
            detail: refusal + "; install another build of it, or leave this option out"
        )
    }

    /// Adds to `hop` what is known of the connection.
    func describeConnection(in hop: inout Hop) {
        let path = submission.request.options.unixSocketPath
        hop.remoteAddress =
            path.map { "unix:" + $0 }
            ?? easy.remoteEndpoint
        if path == nil { hop.localAddress = easy.localEndpoint }
        hop.version = parser.head?.version
        hop.authenticationLegs = legs
        if let tls = route.tls {
            hop.tls = tlsFacts ?? attemptedTLS
            hop.tls?.isInsecure = tls.isInsecure
        }
        if let proxy = route.proxy {
            let status = easy.number(CURLINFO_HTTP_CONNECTCODE)
            hop.proxy = ProxyUse(
                kind: proxy.kind,
                address: proxy.address,
                isTunnel: route.isTunnel(to: submission.request),
                connectStatus: status > 0 ? HTTPStatus(status) : nil
            )
        }
    }

    /// What a server showed whose connection did not come about; `nil` when it showed nothing.
    private var attemptedTLS: TLSFacts? {
        guard let peer, !peer.certificates.isEmpty else { return nil }
        let code = peer.verdict ?? 0
        return TLSFacts(
            verification: TLSFacts.Verification(
                code: code,
                text: PeerRecord.text(ofVerdict: code)
            ),
            certificates: peer.certificates
        )
    }

    /// What is special about a failure of TLS: the place, the reason, the certificate.
    func tlsDetail(of code: NetworkFailure.Code) -> String {
        let target = submission.request.target
        let diagnosis = TLSDiagnosis(
            code: code,
            text: easy.problem,
            tls: route.tls ?? TLSConfiguration(),
            peer: tlsFacts ?? attemptedTLS
        )
        return "\(target.host):\(target.effectivePort)\(diagnosis.detail)"
    }

    /// Which proxy it was, and what it answered.
    var proxyDetail: String {
        guard let proxy = route.proxy else { return "" }
        let status = easy.number(CURLINFO_HTTP_CONNECTCODE)
        guard status >= 300 else { return proxy.description }
        return "\(proxy) answered \(status) to CONNECT"
    }
}
