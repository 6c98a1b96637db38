import Documents
import Fixtures
import HTTPModel
import MockServer

/// The lines that `apus mock` writes about requests.
struct MockLog: Sendable {
    let console: Console
    let isJSON: Bool
    /// Replaces secrets; `nil` when they may be shown.
    let redaction: MessageRedaction?

    /// Writes the line of one request at once.
    func write(_ entry: MockLogEntry) {
        console.output.writeLine(isJSON ? json(entry) : line(entry))
        console.output.flush()
    }

    private func line(_ entry: MockLogEntry) -> String {
        let paint = console.paint
        let outcome = entry.status.map(String.init) ?? entry.failure?.rawValue ?? "-"
        let isGood = entry.status.map { $0 < 400 } ?? false
        let target = redaction.map { $0.redacting(target: entry.target) } ?? entry.target
        let request = TextEscaping.visible("\(entry.method) \(target)")
        let source = entry.fixturePath.map { TextEscaping.visible($0) } ?? "no fixture"
        let time = entry.duration?.display ?? ""
        return
            "\(request) \(paint(outcome, isGood ? .good : .bad)) \(paint("\(source) \(time)", .dim))"
    }

    private func json(_ entry: MockLogEntry) -> String {
        (redaction.map { entry.redacted(by: $0) } ?? entry).json
    }
}
