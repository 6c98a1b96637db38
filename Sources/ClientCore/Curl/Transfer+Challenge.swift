import HTTPModel

// Challenges, which libcurl answers by itself where the request has the credentials.
extension Transfer {
    /// Whether the head that just came may be a challenge that libcurl answers by itself.
    ///
    /// Whoever streams gets the head when it is none, so what libcurl may answer must be one; content
    /// shows that libcurl does not.
    var mayBeChallenge: Bool {
        guard !hasContentCome, let head = parser.head else { return false }
        switch head.status.rawValue {
        case 401: break
        case 407: return route.proxy.map { $0.authentication != .basic } ?? false
        case 417: return isExpecting && !legs.contains { $0.status.rawValue == 417 }
        default: return false
        }
        let (scheme, count): (String, Int)
        switch submission.request.options.authentication {
        case .digest: (scheme, count) = ("Digest", 1)
        case .ntlm: (scheme, count) = ("NTLM", 2)
        case .negotiate: (scheme, count) = ("Negotiate", 2)
        case .basic, .awsSigV4, nil: return false
        }
        return (legs.count < count || scheme == "Digest" && Self.isStale(head))
            && Self.schemes(of: head).contains { HTTPToken.equalsIgnoringCase($0, scheme) }
    }

    /// Whether the client waits for the server's leave to send content, which 417 denies.
    private var isExpecting: Bool {
        submission.request.content != nil && submission.request.fields.contains(named: "Expect")
    }

    /// Whether `head` says that the digest was right but for its age, so that libcurl makes another.
    private static func isStale(_ head: HTTPResponseHead) -> Bool {
        head.fields.values(named: "WWW-Authenticate").contains { value in
            let text = value.lowercased()
            return text.contains("stale=true") || text.contains("stale=\"true\"")
        }
    }

    /// The names of the challenges, of which one field may hold several (RFC 9110 §11.6.1).
    static func schemes(of head: HTTPResponseHead) -> [String] {
        let name = head.status.rawValue == 407 ? "Proxy-Authenticate" : "WWW-Authenticate"
        return head.fields.values(named: name).flatMap(schemes(in:))
    }

    /// The first words between commas, but for those that are names of parameters.
    private static func schemes(in value: String) -> [String] {
        var parts = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in value {
            if character == ",", !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts.compactMap { part in
            let words = part.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
            guard let first = words.first, !first.contains("=") else { return nil }
            // Blanks may stand around the equals sign of a parameter.
            let isParameter = words.count > 1 && words[1].drop { $0 == " " }.first == "="
            return isParameter ? nil : String(first)
        }
    }

    /// Whether the request may go out, which has been answered before when there is a head.
    ///
    /// libcurl answers stale digests and steps of NTLM for as long as a server sends them, and repeats
    /// a request that was denied its `Expect` with it.
    func mayAskAgain() -> Bool {
        guard parser.isComplete, let head = parser.head else { return true }
        if head.status.rawValue == 417 { easy.leaveOutExpect(of: submission.request, route) }
        guard legs.count < Self.legLimit, !isHeadTaken else {
            let code: NetworkFailure.Code =
                head.status.rawValue == 407 ? .proxyAuth : .authRefreshLimit
            refuse(code, because: "the server answered \(legs.count + 1) requests with challenges")
            return false
        }
        return true
    }

    /// The most challenges of one hop; no scheme needs more than a few.
    private static let legLimit = 8

    /// Whether more of the content may go to a reader: not when the proxy speaks for itself.
    func mayStream() -> Bool {
        guard submission.channel != nil, isProxyAsking else { return true }
        refuse(.proxyAuth, because: "")
        return false
    }

    /// Whether the response is not the server's, but asks for credentials for the proxy.
    ///
    /// Without a tunnel, the proxy's answer looks like the server's; this status is always its own.
    var isProxyAsking: Bool {
        parser.head?.status.rawValue == 407 && route.proxy?.kind.isHTTP == true
    }

    /// The failure of a request that was to answer `Negotiate` and could not, for want of a ticket.
    ///
    /// libcurl takes the challenge for the response then, which says nothing about the reason. A stream
    /// has been given that response by now.
    func missingTicket(at now: MonotonicTime) -> NetworkFailure? {
        guard let head = parser.head, head.status.rawValue == 401, submission.channel == nil,
            submission.request.options.authentication == .negotiate,
            Self.schemes(of: head).contains(where: {
                HTTPToken.equalsIgnoringCase($0, "Negotiate")
            }),
            !sentRequest.fields.contains(named: "Authorization")
        else { return nil }
        let host = submission.request.target.host
        return NetworkFailure(
            .authRefresh,
            phase: .wait,
            elapsed: now - clock.start,
            bytesSent: bytesSent,
            bytesReceived: bytesReceived,
            detail: "no Kerberos ticket for HTTP/\(host) is to be had; get one with kinit",
            partialHead: head,
            partialBody: contentSoFar
        )
    }
}
