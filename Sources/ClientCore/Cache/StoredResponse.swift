import HTTPModel

/// A response in a cache, with what decides whether it answers a request.
struct StoredResponse: Hashable, Sendable {
    /// The target without user information and fragment.
    var target: String
    /// The names in `Vary`, in lower case and sorted, with the values the request had; `nil` for none.
    var selecting: [SelectingField]
    /// What else of a request must be the same.
    var circumstances: Circumstances
    /// The response.
    var response: HTTPResponse
    /// When the request was sent, in seconds since 1970.
    var requestTime: Int64
    /// When the response came, in seconds since 1970.
    var responseTime: Int64

    /// One field that a response was selected by.
    struct SelectingField: Hashable, Sendable {
        var name: String
        var value: String?
    }

    /// Properties of a request that the protocol knows nothing of, but that change what comes.
    struct Circumstances: Hashable, Sendable {
        var isDecoding: Bool
        var isVerifyingTLS: Bool
        var unixSocketPath: String?
        /// The credentials of the request: one user's responses are not given to another.
        ///
        /// Cookies are none of them: servers change them all the time, and name them in `Vary` where
        /// they matter.
        var credentials: [String]

        init(_ request: PreparedRequest) {
            isDecoding = request.options.isDecoding
            isVerifyingTLS = request.options.isVerifyingTLS
            unixSocketPath = request.options.unixSocketPath
            credentials = request.fields.compactMap { field in
                RedactionPolicy.standard.isSecret(fieldNamed: field.name)
                    && !field.isNamed("Cookie")
                    ? "\(field.name.lowercased())\0\(field.value)" : nil
            }
            if let authentication = request.options.authentication {
                credentials.append(authentication.secretText)
            }
        }

        init(isDecoding: Bool) {
            self.isDecoding = isDecoding
            isVerifyingTLS = true
            credentials = []
        }

        /// Whether a response may be written to a disk, where nothing secret goes.
        var isFitForDisk: Bool { isVerifyingTLS && unixSocketPath == nil && credentials.isEmpty }
    }

    /// Notes a response; cookies it sets are left out, since they are set once.
    init(
        _ response: HTTPResponse,
        to request: PreparedRequest,
        requestTime: Int64,
        responseTime: Int64
    ) {
        target = request.cacheKey
        selecting = Self.selectingNames(response.fields).map {
            SelectingField(name: $0, value: Self.value(of: $0, in: request.fields))
        }
        circumstances = Circumstances(request)
        self.response = response
        self.response.head.fields.removeAll(named: "Set-Cookie")
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    init(
        target: String,
        selecting: [SelectingField],
        circumstances: Circumstances,
        response: HTTPResponse,
        requestTime: Int64,
        responseTime: Int64
    ) {
        self.target = target
        self.selecting = selecting
        self.circumstances = circumstances
        self.response = response
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    /// The names of a `Vary` field section, in lower case and sorted; `*` among them matches nothing.
    static func selectingNames(_ fields: HTTPFields) -> [String] {
        let names = fields.values(named: "Vary").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingBlanks.lowercased() }.filter { !$0.isEmpty }
        return Set(names).sorted()
    }

    /// The values of a field as one, blanks around commas removed (RFC 9111 §4.1).
    private static func value(of name: String, in fields: HTTPFields) -> String? {
        let values = fields.values(named: name)
        guard !values.isEmpty else { return nil }
        return values.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
            .map(\.trimmingBlanks).joined(separator: ",")
    }

    /// Whether the response was made for requests like `request`.
    func answers(_ request: PreparedRequest) -> Bool {
        target == request.cacheKey && circumstances == Circumstances(request)
            && selecting.allSatisfy { Self.value(of: $0.name, in: request.fields) == $0.value }
    }

    /// Whether both answer the same requests, so that the later takes the earlier's place.
    func replaces(_ other: StoredResponse) -> Bool {
        target == other.target && circumstances == other.circumstances
            && selecting == other.selecting
    }

    /// Whether the response may be written to a disk: nothing in it is secret by its request.
    var isFitForDisk: Bool {
        circumstances.isFitForDisk
            && !selecting.contains {
                $0.value != nil && RedactionPolicy.standard.isSecret(fieldNamed: $0.name)
            }
    }

    /// The memory the response takes, roughly, in bytes.
    var size: Int {
        let fields = response.fields.reduce(0) {
            $0 + $1.name.utf8.count + $1.valueBytes.count + 64
        }
        return response.body.count + (response.encodedBody?.count ?? 0) + fields
            + target.utf8.count + 512
    }
}

// MARK: - Age and freshness

extension StoredResponse {
    /// The most seconds a response is thought fresh that says nothing itself: one day.
    private static let longestGuess: Int64 = 86_400

    private var date: Int64? {
        response.fields["Date"].flatMap {
            HTTPDate($0, now: HTTPDate(secondsSince1970: responseTime))?.secondsSince1970
        }
    }

    /// The age at `now`, in seconds (RFC 9111 §4.2.3).
    func age(at now: Int64) -> Int64 {
        let apparent = max(0, responseTime - (date ?? responseTime))
        let corrected =
            (response.fields["Age"].map { CacheControl.seconds($0) } ?? 0)
            + max(0, responseTime - requestTime)
        return max(apparent, corrected) + max(0, now - responseTime)
    }

    /// How long the response is fresh, in seconds, and whether that is a guess (RFC 9111 §4.2.1 and §4.2.2).
    var lifetime: (seconds: Int64, isGuess: Bool) {
        let control = CacheControl(response.fields)
        if let age = control.maximumAge { return (age, false) }
        let date = date ?? responseTime
        let now = HTTPDate(secondsSince1970: responseTime)
        if let expires = response.fields["Expires"] {
            guard let end = HTTPDate(expires, now: now) else { return (0, false) }
            return (max(0, end.secondsSince1970 - date), false)
        }
        guard control.isPublic || CachePolicy.isHeuristic(response.status),
            let text = response.fields["Last-Modified"],
            let modified = HTTPDate(text, now: now), modified.secondsSince1970 < date
        else { return (0, true) }
        return (min((date - modified.secondsSince1970) / 10, Self.longestGuess), true)
    }

    /// Whether the server can be asked if the response is still the same.
    var hasValidator: Bool {
        response.fields.contains(named: "ETag") || response.fields.contains(named: "Last-Modified")
    }

    /// The request that asks whether the response is still the same (RFC 9111 §4.3.1).
    func asking(_ request: PreparedRequest) -> PreparedRequest {
        var request = request
        if let tag = response.fields["ETag"] { request.fields["If-None-Match"] = tag }
        if let date = response.fields["Last-Modified"] {
            request.fields["If-Modified-Since"] = date
        }
        return request
    }

    /// Whether a 304 with these fields is about this response and no other one.
    func isMeant(by fields: HTTPFields) -> Bool {
        guard let tag = fields["ETag"], !tag.hasPrefix("W/"), let own = response.fields["ETag"]
        else {
            return true
        }
        return own == tag
    }

    /// The response with what a 304 says anew (RFC 9111 §3.2 and §4.3.4).
    func confirmed(
        by head: HTTPResponseHead,
        requestTime: Int64,
        responseTime: Int64
    ) -> StoredResponse {
        var result = self
        result.requestTime = requestTime
        result.responseTime = responseTime
        let kept = [
            "Content-Encoding", "Content-Type", "Content-Range", "Content-Length",
            "Transfer-Encoding", "Connection", "Keep-Alive", "Set-Cookie", "Trailer", "Upgrade",
        ]
        let news = head.fields.filter { field in !kept.contains { field.isNamed($0) } }
        for field in news { result.response.head.fields.removeAll(named: field.name) }
        for field in news { result.response.head.fields.append(field) }
        if !head.fields.contains(named: "Age") {
            result.response.head.fields.removeAll(named: "Age")
        }
        return result
    }

    /// The response as it is given out, with its age in a field.
    func response(to request: PreparedRequest, at now: Int64) -> HTTPResponse {
        var response = response
        response.head.fields["Age"] = "\(age(at: now))"
        if request.method == .head {
            response.body = Octets()
            response.encodedBody = nil
        }
        return response
    }
}

extension PreparedRequest {
    /// What responses are filed under.
    var cacheKey: String { target.displayText }
}

extension HTTPAuthentication {
    /// The user and secret as one text, for comparing in memory only.
    fileprivate var secretText: String {
        switch self {
        case .basic(let user, let password), .digest(let user, let password),
            .ntlm(let user, let password):
            "\(user)\0\(password.value)"
        case .negotiate: "negotiate"
        case .awsSigV4(let signing): "\(signing.keyID)\0\(signing.secret.value)"
        }
    }
}
