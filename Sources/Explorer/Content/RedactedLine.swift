package import Fixtures
import HTTPModel

/// A line of a fixture in which secrets were replaced: how it was received, and how it is stored.
package struct RedactedLine: Hashable, Sendable {
    /// What was received, each secret shown as `•••`.
    package var received: String
    /// What is stored, with the placeholders.
    package var stored: String
}

extension Fixture {
    /// The lines that are stored otherwise than they were received, in the order of the message.
    ///
    /// Long lines are cut around what was replaced. A placeholder inside Base64 is not seen here;
    /// `redactions` names its place.
    ///
    /// - Parameter limit: How many lines at most.
    /// - Returns: The lines; empty when nothing was replaced.
    package func redactedLines(limit: Int = 100) -> [RedactedLine] {
        // A longer name first: one placeholder may begin with another.
        let names = redactions.map(\.placeholder).sorted { $0.utf8.count > $1.utf8.count }
        guard !names.isEmpty else { return [] }
        var result: [RedactedLine] = []
        func look(_ line: some StringProtocol) {
            guard result.count < limit, line.contains("REDACTED-") else { return }
            let stored = Self.cut(String(line))
            let received = names.reduce(stored) { $0.replacing($1, with: "•••") }
            if received != stored {
                result.append(RedactedLine(received: received, stored: stored))
            }
        }
        look("\(method.rawValue) \(path)")
        var head: HTTPResponseHead?
        var body = Octets()
        switch outcome {
        case .success(let response): (head, body) = (response.head, response.body)
        case .failure(let failure):
            (head, body) = (failure.partialHead, failure.partialBody)
            for text in [failure.detail] + failure.causes { look(text) }
        }
        for field in head?.fields ?? HTTPFields() { look("\(field.name): \(field.value)") }
        for line in body.text.split(separator: "\n") where result.count < limit { look(line) }
        for field in response?.trailers ?? HTTPFields() { look("\(field.name): \(field.value)") }
        return result
    }

    /// The part of a line around its placeholders.
    private static func cut(_ line: String) -> String {
        let (before, longest) = (40, 160)
        guard line.count > longest, let first = line.firstRange(of: "REDACTED-") else {
            return line.trimmingBlanks
        }
        let room = line.distance(from: line.startIndex, to: first.lowerBound)
        let rest = line.dropFirst(max(0, room - before))
        let front = room > before ? "…" : ""
        return front + rest.prefix(longest) + (rest.count > longest ? "…" : "")
    }
}
