package import HTTPModel

/// A value to keep from a response: one `# @capture NAME = …` line.
package struct Capture: Sendable, Hashable {
    /// Where the value is taken from.
    package enum Source: Sendable, Hashable {
        /// The first value a JSONPath query selects; strings without their quotes.
        case jsonPath(String)
        /// The first field of a name.
        case header(String)
        /// The status code.
        case status
        /// The whole content as text.
        case body
    }

    /// The name of the variable that gets the value.
    package var name: String
    /// Where the value is taken from.
    package var source: Source
    /// The line as written, after `@capture`.
    package var text: String
    /// Where it is.
    package var location: TextLocation

    /// Creates a capture.
    package init(name: String, source: Source, text: String, location: TextLocation) {
        self.name = name
        self.source = source
        self.text = text
        self.location = location
    }

    /// Whether the value is a secret, judged by the name it is kept under.
    package var isSecret: Bool { SecretText.isSecretName(name) }

    /// Takes the value from an exchange.
    ///
    /// - Throws: `CaptureError` when the exchange has no such value.
    package func value(in exchange: Exchange) throws(CaptureError) -> String {
        guard let response = exchange.response else {
            let code = exchange.failure.map { $0.code.rawValue } ?? "nothing was sent"
            throw CaptureError(capture: self, detail: "no response came: \(code)")
        }
        switch source {
        case .status: return "\(response.status.rawValue)"
        case .body: return response.body.text
        case .header(let name):
            guard let value = response.fields[name] else {
                throw CaptureError(capture: self, detail: "the response has no field \(name)")
            }
            return value
        case .jsonPath(let query):
            do {
                return try ResponseReference.first(query, in: response.body)
            } catch {
                throw CaptureError(capture: self, detail: error.detail)
            }
        }
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
