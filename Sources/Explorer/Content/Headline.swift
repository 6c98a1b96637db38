import ClientCore
import CollectionRun
import Collections
import Documents
package import HTTPModel
package import Screen

extension ResponseRecord {
    /// Whether the program that sends this gets a value, and all assertions hold.
    package var isGood: Bool {
        result.outcome == .passed
    }

    /// What came back in one line: status, time, size and version; or the failure; or the problem.
    package var headline: String { headlineSpans.map(\.text).joined() }

    /// The headline as pieces with roles.
    package var headlineSpans: [StyledSpan] { headlineSpans(.full) }

    /// The headline as pieces with roles, said more briefly when there are not enough columns.
    package func headlineSpans(fitting columns: Int) -> [StyledSpan] {
        for brevity in [Brevity.full, .shortAssertions] {
            let spans = headlineSpans(brevity)
            let width = spans.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) }
            if width <= columns { return spans }
        }
        return headlineSpans(.short)
    }

    /// How much a headline says.
    private enum Brevity {
        /// Everything, in words.
        case full
        /// The assertions as two numbers.
        case shortAssertions
        /// Also without the version of HTTP, and the failure in fewer words.
        case short
    }

    private func headlineSpans(of file: ViewedFile) -> [StyledSpan] {
        let size = Formatting.bytes(document?.body.count ?? 0)
        let kind = document.map { " · \($0.kind.title)" } ?? ""
        return [
            StyledSpan(TextEscaping.visible(file.name), .title), StyledSpan(" · \(size)\(kind)"),
        ]
    }

    private func headlineSpans(_ brevity: Brevity) -> [StyledSpan] {
        if let file { return headlineSpans(of: file) }
        if let problem = result.problem {
            return [StyledSpan("Not sent · \(problem.message)", .failure)]
        }
        guard let exchange = result.exchange else { return [StyledSpan("Not sent", .failure)] }
        var spans: [StyledSpan] = []
        let elapsed = Formatting.duration(exchange.elapsed)
        switch exchange.result {
        case .success(let response):
            let reason = response.head.reasonPhrase
            let status = "\(response.status.rawValue)" + (reason.isEmpty ? "" : " \(reason)")
            spans.append(StyledSpan(status, Self.role(of: response.status)))
            let size = Formatting.bytes(response.body.count)
            let version = brevity == .short ? "" : " · \(response.head.version.rawValue)"
            spans.append(StyledSpan(" · \(elapsed) · \(size)\(version)", .plain))
        case .failure(let failure):
            spans.append(StyledSpan(failure.code.rawValue, .failure))
            let phase = failure.phase.rawValue
            let received = Formatting.bytes(failure.bytesReceived)
            let text =
                brevity == .short
                ? " · \(phase) · \(elapsed) · \(received)"
                : " · in \(phase) · \(elapsed) · \(received) received"
            spans.append(StyledSpan(text))
        }
        return spans + assertionSpans(isShort: brevity != .full)
    }

    private func assertionSpans(isShort: Bool) -> [StyledSpan] {
        let count = result.assertions.count
        let failed = result.assertions.filter { !$0.isPassed }.count
        if failed > 0 {
            let text =
                isShort ? "✗ \(failed) of \(count)" : "\(failed) of \(count) assertions failed"
            return [StyledSpan(" · \(text)", .failure)]
        }
        guard count > 0 else { return [] }
        let text = isShort ? "✓ \(count)" : "\(count) assertion\(count == 1 ? "" : "s") passed"
        return [StyledSpan(" · \(text)", .success)]
    }

    /// The role that a status has by its class.
    package static func role(of status: HTTPStatus) -> StyleRole {
        switch status.kind {
        case .informational: .statusInformation
        case .successful: .statusSuccess
        case .redirection: .statusRedirect
        case .clientError: .statusClientError
        case .serverError, .invalid: .statusServerError
        }
    }
}

extension Sending {
    /// How far the exchange is, in one line.
    package var headlineSpans: [StyledSpan] { headlineSpans(fitting: .max) }

    /// How far the exchange is, without the key that cancels it when there are not enough columns.
    package func headlineSpans(fitting columns: Int) -> [StyledSpan] {
        var text = isCancelling ? "Cancelling…" : "Sending…"
        if let progress, !isCancelling {
            if progress.bytesReceived > 0 {
                text = "Receiving " + Formatting.bytes(progress.bytesReceived)
                if let expected = progress.expectedBytes, expected > 0 {
                    text += " of \(Formatting.bytes(expected))"
                }
                if let rate = arriving.bytesPerSecond { text += " · \(Formatting.bytes(rate))/s" }
            } else {
                text += " \(progress.phase.rawValue)"
                if progress.bytesSent > 0 {
                    text += " · \(Formatting.bytes(progress.bytesSent)) sent"
                }
            }
        }
        let time = elapsed > .zero ? " · \(Formatting.duration(elapsed))" : ""
        if text.count + time.count <= columns { text += time }
        let hint = isCancelling || text.count + 12 > columns ? "" : " · x cancels"
        return [StyledSpan(text, .warning), StyledSpan(hint, .dim)]
    }
}
