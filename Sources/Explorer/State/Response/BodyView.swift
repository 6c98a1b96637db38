import ClientCore
import CollectionRun
import Collections
package import Documents
import HTTPModel
import Screen

/// How a body is looked at, so that the next one of the request is looked at in the same way.
package struct BodyView: Equatable, Sendable {
    /// What the body was.
    package var kind: ResponseDocument.Kind
    /// How it was laid out.
    package var mode: ResponseDocument.Mode
    /// The charset that was chosen; `nil` lets each body say it.
    package var charset: TextCharset?

    /// Notes how `document` is looked at, with the charset that was chosen for it.
    package init(_ document: ResponseDocument, charset: TextCharset?) {
        kind = document.kind
        mode = document.mode
        self.charset = charset
    }
}

/// The lines that were typed before, to have them back with the arrow keys.
package struct InputHistory: Equatable, Sendable {
    /// The lines, the oldest first, none twice.
    package private(set) var lines: [String] = []
    /// The line that is shown, counted back from the newest; 0 is what is being typed.
    package private(set) var steps = 0
    /// What was being typed when the first older line was asked for.
    private var typed = ""

    private static let limit = 50

    /// Creates an empty history.
    package init() {}

    /// Notes a line that was used.
    mutating func note(_ line: String) {
        steps = 0
        guard !line.isEmpty else { return }
        lines.removeAll { $0 == line }
        lines.append(line)
        if lines.count > Self.limit { lines.removeFirst() }
    }

    /// Begins at what is being typed.
    mutating func begin() { steps = 0 }

    /// The line before (`step` 1) or after (-1) the one that is shown; `nil` where there is none.
    mutating func move(by step: Int, from text: String) -> String? {
        if steps == 0 { typed = text }
        let next = steps + step
        guard next >= 0, next <= lines.count else { return nil }
        steps = next
        return next == 0 ? typed : lines[lines.count - next]
    }
}
