public import HTTPModel

extension HAREntry {
    /// The entry of a fixture: the request that it answers, as far as it is known, and its answer.
    ///
    /// The scheme is `http` for loopback addresses and names without a dot, else `https`. What any
    /// text stands for, such as `{id}` in the path, is percent-encoded.
    public init(_ fixture: Fixture) {
        let query = fixture.query.filter { !$0.isOptional || $0.value != nil }.map { item in
            PercentEncoding.encode(item.name, for: .queryItem)
                + (item.value.map { "=" + PercentEncoding.encode($0, for: .queryItem) } ?? "")
        }
        let url =
            Self.scheme(of: fixture.authority) + "://" + fixture.authority
            + PercentEncoding.encodeIllegal(fixture.path)
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        self.init(method: fixture.method.rawValue, url: url)
        for matcher in fixture.fields {
            guard let value = matcher.value else { continue }
            fields.append(HTTPField(matcher.name, value))
        }
        for case .equals(let text) in fixture.body { body = Octets(utf8: text) }
        outcome = fixture.outcome
        if let response = fixture.response {
            version = response.head.version
            if fixture.removedCoding == nil { encodedCount = response.body.count }
            let isRedirect = (300...399).contains(response.status.rawValue)
            redirectURL = isRedirect ? response.fields["Location"] ?? "" : ""
        }
        timings = fixture.timings
        startedAt = fixture.capturedAt
        variant = fixture.variant
        comment = fixture.source ?? ""
    }

    private static func scheme(of authority: String) -> String {
        let isPlain =
            !authority.contains(".") || authority.hasPrefix("127.")
            || authority.hasPrefix("localhost")
        return isPlain ? "http" : "https"
    }

    /// Makes a fixture of the entry, every secret replaced.
    ///
    /// - Parameters:
    ///   - policy: What counts as secret.
    ///   - source: Where the entry stands, such as `export.har#3`.
    /// - Returns: The fixture; nothing was written yet.
    /// - Throws: `HARSkip` when the entry says nothing that could answer a request.
    public func fixture(
        policy: RedactionPolicy = .standard,
        source: String? = nil
    ) throws(HARSkip) -> Fixture {
        guard let method = HTTPMethod(rawValue: method) else {
            throw HARSkip("'\(method)' is no method")
        }
        let target: TargetURI
        do {
            target = try TargetURI(PercentEncoding.encodeIllegal(url))
        } catch {
            let scheme = url.prefix { $0 != ":" }
            throw HARSkip(scheme.count < url.count ? "its URL begins with \(scheme):" : "no URL")
        }
        guard target.scheme == "http" || target.scheme == "https" else {
            throw HARSkip("its URL begins with \(target.scheme):")
        }
        guard let outcome else { throw HARSkip("it has no response") }
        if case .failure(let failure) = outcome, failure.code == .cancelled {
            throw HARSkip("it was cancelled, or its response was not recorded")
        }
        if case .failure(let failure) = outcome, failure.code == .internal {
            throw HARSkip("its failure is of no known kind")
        }
        let request = HTTPRequest(
            method,
            target,
            fields: fields,
            body: body.isEmpty ? .none : .octets(body)
        )
        let exchange = Exchange(request: request, result: outcome, elapsed: timings.total)
        var fixture = Fixture.capturing(
            exchange,
            policy: policy,
            variant: variant,
            capturedAt: startedAt,
            source: source
        )
        fixture.path = Self.withPlaceholders(fixture.path)
        fixture.timings = timings
        return fixture
    }

    /// The path with braces that were encoded for an archive as braces again.
    private static func withPlaceholders(_ path: String) -> String {
        guard path.contains("%7B") else { return path }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            let text = PercentEncoding.decode(segment)
            let isName =
                text.hasPrefix("{") && text.hasSuffix("}") && text.count > 2
                && text.dropFirst().dropLast().allSatisfy {
                    $0.isLetter || $0.isNumber || "-_".contains($0)
                }
            return isName ? text : String(segment)
        }
        return segments.joined(separator: "/")
    }
}

/// Why an entry of an archive becomes no fixture.
public struct HARSkip: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a fragment without capital and full stop.
    public var reason: String

    init(_ reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}
