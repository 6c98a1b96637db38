package import HTTPModel

/// Replaces the secrets of messages that are logged, by the rules of fixtures.
package struct MessageRedaction: Sendable {
    private let policy: RedactionPolicy

    /// Creates a redaction by a policy; its `secrets` are found in every spelling.
    package init(_ policy: RedactionPolicy) {
        self.policy = policy
    }

    /// A request's parts without secrets, equal ones replaced by equal placeholders.
    ///
    /// - Parameters:
    ///   - target: The target of the request line.
    ///   - fields: The header section.
    ///   - body: The content.
    /// - Returns: The same, redacted.
    package func redacting(
        target: String,
        fields: HTTPFields,
        body: Octets
    ) -> (target: String, fields: HTTPFields, body: Octets) {
        var redactor = Redactor(policy)
        for secret in policy.secrets { redactor.note(secret, kind: "secret") }
        let mediaType = fields["Content-Type"].flatMap { MediaType($0) }
        redactor.noteFields(fields)
        redactor.noteTarget(target)
        redactor.noteBody(body, mediaType: mediaType)
        return (
            redactor.redact(target, place: "target"),
            redactor.redact(fields, owner: "request"),
            redactor.redact(body, mediaType: mediaType, place: "request body")
        )
    }

    /// A target without secrets.
    package func redacting(target: String) -> String {
        var redactor = Redactor(policy)
        for secret in policy.secrets { redactor.note(secret, kind: "secret") }
        redactor.noteTarget(target)
        return redactor.redact(target, place: "target")
    }
}

extension Redactor {
    /// Notes the credentials in the query of a request line's target.
    mutating func noteTarget(_ target: String) {
        if let uri = try? TargetURI(target.hasPrefix("/") ? "http://target" + target : target) {
            noteTarget(uri)
        }
    }
}
