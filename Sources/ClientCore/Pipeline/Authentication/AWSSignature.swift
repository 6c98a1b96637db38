import HTTPModel

/// Signs requests by version 4 of AWS's scheme.
///
/// Done here and not by libcurl, which before version 8 neither sorts the query nor encodes the path
/// as the scheme asks, and which other transports than `CurlTransport` do not have.
///
/// - SeeAlso: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html>
struct AWSSignature {
    private let signing: AWSSigning
    private let region: String
    private let service: String
    /// The words of the provider: `aws` and `amz`.
    private let (long, short): (String, String)

    /// Prepares signing for requests to `host`.
    ///
    /// - Throws: `PreparationFailure` when neither the setting nor the host names region and service.
    init(_ signing: AWSSigning, host: String) throws(PreparationFailure) {
        let labels = host.split(separator: ".").map(String.init)
        let isNaming = labels.count > 3
        guard let service = signing.service ?? (isNaming ? labels[0] : nil),
            let region = signing.region ?? (isNaming ? labels[1] : nil)
        else {
            throw PreparationFailure(
                .token,
                detail:
                    "the AWS signature needs region and service, which the host \(host) does not"
                    + " name; set both"
            )
        }
        let words = signing.provider.lowercased().split(separator: ":").map(String.init)
        let (long, short) = (words.first ?? "aws", words.last ?? "amz")
        // The provider is part of the names of fields, all others of their values.
        let written = [
            HTTPField("X-" + short, signing.keyID + region + service + long),
            HTTPField("X", signing.sessionToken?.value ?? ""),
        ]
        guard written.allSatisfy({ $0.problem == nil }) else {
            throw PreparationFailure(
                .token,
                detail:
                    "the AWS key's name, session token, region, service or provider holds what no"
                    + " field can, such as a line break"
            )
        }
        self.signing = signing
        self.region = region
        self.service = service
        (self.long, self.short) = (long, short)
    }

    /// Adds the fields that sign `request` at `date`.
    func sign(_ request: inout PreparedRequest, at date: HTTPDate) {
        let prefix = "X-\(short.prefix(1).uppercased())\(short.dropFirst())-"
        let time = Self.time(of: date)
        let payload = payloadHash(of: request)
        request.fields[prefix + "Date"] = time
        if let token = signing.sessionToken {
            request.fields[prefix + "Security-Token"] = token.value
        }
        if service == "s3" { request.fields[prefix + "Content-Sha256"] = payload }
        let fields = signedFields(of: request, prefix: prefix.lowercased())
        let names = fields.map(\.name).joined(separator: ";")
        let canonical = [
            request.method.rawValue, path(of: request.target), query(of: request.target),
            fields.map { "\($0.name):\($0.value)\n" }.joined(), names, payload,
        ].joined(separator: "\n")
        let day = String(time.prefix(8))
        let scope = "\(day)/\(region)/\(service)/\(long)4_request"
        let algorithm = "\(long.uppercased())4-HMAC-SHA256"
        let text = [
            algorithm, time, scope, SHA256.hexadecimal(SHA256.hash(canonical.utf8)),
        ].joined(separator: "\n")
        var key = Array("\(long.uppercased())4\(signing.secret.value)".utf8)
        for part in [day, region, service, "\(long)4_request"] {
            key = SHA256.authenticate(part.utf8, key: key)
        }
        let signature = SHA256.hexadecimal(SHA256.authenticate(text.utf8, key: key))
        request.fields["Authorization"] =
            "\(algorithm) Credential=\(signing.keyID)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(signature)"
    }

    /// The hash of the content; content that is not at hand is not signed.
    private func payloadHash(of request: PreparedRequest) -> String {
        switch request.content {
        case .octets(let octets): SHA256.hexadecimal(SHA256.hash(octets))
        case nil: SHA256.hexadecimal(SHA256.hash([]))
        case .segments: "UNSIGNED-PAYLOAD"
        }
    }

    /// `20150830T123600Z`.
    private static func time(of date: HTTPDate) -> String {
        // `Sun, 30 Aug 2015 12:36:00 GMT`
        let words = date.text.split(separator: " ")
        guard words.count == 6, let month = HTTPDate.months.firstIndex(of: String(words[2])) else {
            return ""
        }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return "\(words[3])\(number)\(words[1])T\(words[4].filter { $0 != ":" })Z"
    }

    /// The fields that are signed, sorted: those that nobody on the way changes.
    private func signedFields(
        of request: PreparedRequest,
        prefix: String
    ) -> [(name: String, value: String)] {
        let names = Set(
            request.fields.map { $0.name.lowercased() }.filter {
                ["host", "content-type", "content-md5"].contains($0) || $0.hasPrefix(prefix)
            }
        )
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { name in
            let values = request.fields.values(named: name).map { value in
                value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            }
            return (name, values.joined(separator: ","))
        }
    }

    /// The path in the one spelling that is signed; all services but S3 encode it a second time.
    private func path(of target: TargetURI) -> String {
        let path = target.requestTarget.prefix { $0 != "?" }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard service != "s3" else {
            return "/"
                + segments.map { Self.encode(PercentEncoding.decode($0)) }.joined(separator: "/")
        }
        var kept: [Substring] = []
        for segment in segments where !segment.isEmpty && segment != "." {
            if segment != ".." {
                kept.append(segment)
            } else if !kept.isEmpty {
                kept.removeLast()
            }
        }
        let isFolder = segments.last.map { $0.isEmpty || $0 == "." || $0 == ".." } ?? false
        let joined = kept.map { Self.encode(String($0)) }.joined(separator: "/")
        return "/" + joined + (isFolder && !kept.isEmpty ? "/" : "")
    }

    /// The items of the query in their one spelling, sorted.
    private func query(of target: TargetURI) -> String {
        target.queryItems
            .map { item in
                (
                    name: Self.encode(PercentEncoding.decode(item.name)),
                    value: Self.encode(PercentEncoding.decode(item.value ?? ""))
                )
            }
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }

    /// Percent-encodes all but letters, digits and `-._~`.
    private static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
