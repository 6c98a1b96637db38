public import HTTPModel

extension Fixture {
    /// Makes a fixture of `exchange`, with every secret replaced.
    ///
    /// It answers the request as given to the pipeline, so a redirect that was followed is stored as
    /// its final response. Query items become matchers, credentials among them do not.
    ///
    /// - Parameters:
    ///   - exchange: What was sent and what came back.
    ///   - token: The credential that was applied; its value is replaced wherever it stands.
    ///   - secrets: Other values known to be secret.
    ///   - policy: What else counts as secret.
    ///   - variant: The variant to store it as, `nil` for the usual answer.
    ///   - capturedAt: The time of the capture in the form of RFC 3339.
    ///   - source: The saved request, such as `bookings.http#create`.
    ///   - authority: Stored in place of the target's authority when given.
    /// - Returns: The fixture; nothing was written yet.
    public static func capturing(
        _ exchange: Exchange,
        token: Token? = nil,
        secrets: [String] = [],
        policy: RedactionPolicy = .standard,
        variant: String? = nil,
        capturedAt: String = "",
        source: String? = nil,
        authority: String? = nil
    ) -> Fixture {
        var fixture = Fixture(
            exchange.request.method,
            authority: authority ?? exchange.request.target.authority,
            path: exchange.request.target.path,
            variant: variant,
            outcome: exchange.result
        )
        fixture.capturedAt = capturedAt
        fixture.source = source
        return fixture
    }
}
