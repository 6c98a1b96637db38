package import Collections
package import Fixtures
import HTTPModel

extension RunResult {
    /// A fixture of what came, secrets replaced; `nil` when nothing was sent or it was cancelled.
    ///
    /// - Parameters:
    ///   - collection: The collection of the request; its settings say what else to hide.
    ///   - variant: The variant to store it as; `nil` for the usual answer.
    ///   - authority: Stored in place of the target's authority; for answers of the embedded mock
    ///     server, whose port changes.
    ///   - capturedAt: The time of the capture (RFC 3339).
    /// - Returns: The fixture, not yet written.
    package func fixture(
        in collection: RequestCollection,
        variant: String? = nil,
        authority: String? = nil,
        capturedAt: String = Timestamp.now
    ) -> Fixture? {
        guard exchange?.failure?.code != .cancelled, let exchange = shownExchange else {
            return nil
        }
        let policy = RedactionPolicy.standard.adding(collection.settings.redaction)
        return Fixture.capturing(
            exchange,
            token: shownToken,
            secrets: allSecrets.filter { $0.utf8.count >= 3 },
            policy: policy,
            variant: variant,
            capturedAt: capturedAt,
            source: requestID,
            authority: authority
        )
    }
}
