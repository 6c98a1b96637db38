/// How the client proves who it is to the server.
///
/// Bound to the origin of the request: a redirect elsewhere leaves it behind. A request with an
/// `Authorization` field of its own keeps that and ignores this. Secrets are not described.
public enum HTTPAuthentication: Hashable, Sendable {
    /// User and password as they are, sent at once (RFC 7617).
    case basic(user: String, password: Secret)
    /// A digest of user, password and a challenge, with MD5 or SHA-256 (RFC 7616).
    case digest(user: String, password: Secret)
    /// NTLM; the user may be written `DOMAIN\user`. The connection is authenticated, not the request.
    case ntlm(user: String, password: Secret)
    /// Kerberos by SPNEGO, with the ticket of the person who runs the program (RFC 4559).
    case negotiate
    /// A signature of the request by version 4 of AWS.
    case awsSigV4(AWSSigning)
}

extension HTTPAuthentication: CustomStringConvertible, CustomDebugStringConvertible {
    /// The scheme and the user, never the secret.
    public var description: String {
        switch self {
        case .basic(let user, _): "Basic as \(user)"
        case .digest(let user, _): "Digest as \(user)"
        case .ntlm(let user, _): "NTLM as \(user)"
        case .negotiate: "Negotiate"
        case .awsSigV4(let signing): "AWS signature with key \(signing.keyID)"
        }
    }
    /// The scheme and the user, never the secret.
    public var debugDescription: String { description }
}

/// What a signature of version 4 is made with.
///
/// - SeeAlso: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html>
public struct AWSSigning: Hashable, Sendable {
    /// The access key's name, which is sent.
    public var keyID: String
    /// The access key's secret, which is not.
    public var secret: Secret
    /// The token of temporary credentials.
    public var sessionToken: Secret?
    /// The region, such as `eu-west-1`; `nil` takes it from a host `service.region.…`.
    public var region: String?
    /// The service, such as `s3`; `nil` takes it from a host `service.region.…`.
    public var service: String?
    /// The words that field names, algorithm and scope are made of: `aws:amz`, or as in curl those of
    /// a provider that signs alike, such as `osc`.
    public var provider = "aws:amz"

    /// Creates what signing needs.
    public init(
        keyID: String,
        secret: Secret,
        sessionToken: Secret? = nil,
        region: String? = nil,
        service: String? = nil
    ) {
        self.keyID = keyID
        self.secret = secret
        self.sessionToken = sessionToken
        self.region = region
        self.service = service
    }
}
