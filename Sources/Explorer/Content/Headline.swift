import ClientCore
import CollectionRun
import Collections
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
    package var headlineSpans: [StyledSpan] {
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
            spans.append(
                StyledSpan(" · \(elapsed) · \(size) · \(response.head.version.rawValue)", .plain)
            )
        case .failure(let failure):
            spans.append(StyledSpan(failure.code.rawValue, .failure))
            let received = Formatting.bytes(failure.bytesReceived)
            spans.append(
                StyledSpan(" · in \(failure.phase.rawValue) · \(elapsed) · \(received) received")
            )
        }
        let failed = result.assertions.filter { !$0.isPassed }.count
        if failed > 0 {
            let count = "\(failed) of \(result.assertions.count)"
            spans.append(StyledSpan(" · \(count) assertions failed", .failure))
        } else if !result.assertions.isEmpty {
            let count = result.assertions.count
            spans.append(
                StyledSpan(" · \(count) assertion\(count == 1 ? "" : "s") passed", .success)
            )
        }
        return spans
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
    package var headlineSpans: [StyledSpan] {
        var text = isCancelling ? "Cancelling…" : "Sending…"
        if let progress, !isCancelling {
            text += " \(progress.phase.rawValue)"
            if progress.bytesReceived > 0 {
                text += " · \(Formatting.bytes(progress.bytesReceived))"
                if let expected = progress.expectedBytes, expected > 0 {
                    text += " of \(Formatting.bytes(expected))"
                }
            } else if progress.bytesSent > 0 {
                text += " · \(Formatting.bytes(progress.bytesSent)) sent"
            }
        }
        if elapsed > .zero { text += " · \(Formatting.duration(elapsed))" }
        return [StyledSpan(text, .warning), StyledSpan(isCancelling ? "" : " · x cancels", .dim)]
    }
}
