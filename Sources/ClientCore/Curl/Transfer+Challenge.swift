import HTTPModel

// Challenges, which libcurl answers by itself where the request has the credentials.
extension Transfer {
    /// Whether the head that just came may be a challenge that libcurl answers by itself.
    var mayBeChallenge: Bool {
        guard let head = parser.head, [401, 407].contains(head.status.rawValue) else {
            return false
        }
        guard head.status.rawValue == 401 else {
            return route.proxy.map { $0.authentication != .basic } ?? false
        }
        let (scheme, count): (String, Int)
        switch submission.request.options.authentication {
        case .digest: (scheme, count) = ("Digest", 1)
        case .ntlm: (scheme, count) = ("NTLM", 2)
        case .negotiate: (scheme, count) = ("Negotiate", 2)
        case .basic, .awsSigV4, nil: return false
        }
        return legs.count < count
            && Self.schemes(of: head).contains { HTTPToken.equalsIgnoringCase($0, scheme) }
    }

    /// The first words of the challenges.
    static func schemes(of head: HTTPResponseHead) -> [String] {
        let name = head.status.rawValue == 407 ? "Proxy-Authenticate" : "WWW-Authenticate"
        return head.fields.values(named: name).compactMap { value in
            value.split(separator: " ", maxSplits: 1).first.map(String.init)
        }
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
