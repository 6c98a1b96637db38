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
}
