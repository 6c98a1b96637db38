package import HTTPModel

/// A value to keep from a response: one `# @capture NAME = …` line.
package struct Capture: Sendable, Hashable {
    /// The name of the variable that gets the value.
    package var name: String
    /// Where the value is taken from.
    package var subject: Assertion.Subject
    /// What is made of the value before it is kept.
    package var filter: Assertion.Filter?
    /// The line as written, after `@capture`.
    package var text: String
    /// Where it is.
    package var location: TextLocation

    /// Creates a capture.
    package init(
        name: String,
        subject: Assertion.Subject,
        filter: Assertion.Filter? = nil,
        text: String,
        location: TextLocation
    ) {
        self.name = name
        self.subject = subject
        self.filter = filter
        self.text = text
        self.location = location
    }

    /// Whether the value is a secret, judged by the name it is kept under.
    package var isSecret: Bool { SecretText.isSecretName(name) }

    /// Takes the value from an exchange.
    ///
    /// The first value counts when there are several; strings come without their quotes.
    ///
    /// - Throws: `CaptureError` when the exchange has no such value.
    package func value(in exchange: Exchange) throws(CaptureError) -> String {
        guard exchange.response != nil else {
            let code = exchange.failure.map { $0.code.rawValue } ?? "nothing was sent"
            throw CaptureError(capture: self, detail: "no response came: \(code)")
        }
        let found = ResponseLookup(exchange: exchange).find(subject, filter)
        guard let text = found.value.comparable else {
            throw CaptureError(capture: self, detail: found.value.description)
        }
        return text
    }
}

/// Why a value could not be kept.
package struct CaptureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was to be kept.
    package var capture: Capture
    /// What is missing, a fragment without a capital or full stop.
    package var detail: String

    /// Creates an error.
    package init(capture: Capture, detail: String) {
        self.capture = capture
        self.detail = detail
    }

    /// `cannot capture NAME: detail`.
    package var description: String { "cannot capture \(capture.name): \(detail)" }
}
