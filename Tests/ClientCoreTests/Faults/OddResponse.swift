import HTTPModel
import TestSupport
import Testing

/// One row of a table of responses: what a server sends, and what must come of it.
struct OddResponse: Sendable, CustomTestStringConvertible {
    /// What is odd.
    let name: String
    /// The bytes sent, each scalar one byte.
    let bytes: [UInt8]
    /// The line that describes the outcome, see `HopOutcome.line`.
    let line: String
    /// The method asked with.
    let method: HTTPMethod
    /// Whether the server closes after it; else the client must find the end itself.
    let isClosed: Bool

    init(
        _ name: String,
        _ text: String,
        is line: String,
        method: HTTPMethod = .get,
        isClosed: Bool = false
    ) {
        self.name = name
        bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        self.line = line
        self.method = method
        self.isClosed = isClosed
    }

    var testDescription: String { name }

    /// What comes of the response.
    func line(adjust: (inout FaultTrial) -> Void = { _ in }) async throws -> String {
        var trial = FaultTrial()
        trial.method = method
        adjust(&trial)
        let end: FaultStep = isClosed ? .finish : .waitForClose
        return try await trial.outcome([.readRequest, .send(bytes: bytes), end]).line
    }
}
