import ClientCore
import Collections
package import Documents
import HTTPModel

/// The JSON report, schema 1: fields may be added, none changes its meaning.
package enum JSONReport {
    /// The report as indented JSON with a line end.
    package static func text(of report: RunReport) -> String {
        value(of: report).encoded(pretty: true) + "\n"
    }

    /// The report as a value.
    package static func value(of report: RunReport) -> JSONValue {
        [
            "schema": 1,
            "summary": [
                "passed": number(report.count(.passed)),
                "failed": number(report.count(.failed)),
                "errors": number(report.count(.error)),
                "skipped": number(report.count(.skipped)),
                "durationMs": number(report.elapsed),
            ],
            "results": .array(report.results.map(value)),
            "problems": .array(
                report.problems.map { problem in
                    self.problem(
                        RunProblem(
                            file: problem.file,
                            location: problem.location,
                            message: problem.message
                        ),
                        SecretMask([])
                    )
                }
            ),
        ]
    }

    /// One result.
    package static func value(of result: RunResult) -> JSONValue {
        let mask = result.mask
        let exchange = result.exchange
        var value: [JSONMember] = [
            member("id", .string(result.requestID)),
            member("name", .string(result.name)),
            member("file", .string(result.file)),
            member("line", number(result.line)),
            member("outcome", .string(result.outcome.rawValue)),
            member("method", .string(result.displayMethod)),
            member("url", .string(result.displayURL)),
            member("status", exchange?.response.map { number($0.status.rawValue) } ?? .null),
            member("apiError", string(result.mapping?.apiError)),
            member("rule", string(result.mapping?.rule?.when)),
            member("failure", failure(exchange?.failure, mask)),
            member("timings", exchange.map { timings($0.timings) } ?? .null),
            member(
                "bytesReceived",
                number(exchange?.hops.reduce(0) { $0 + $1.bytesReceived } ?? 0)
            ),
        ]
        value += [
            member("assertions", .array(result.assertions.map { assertion($0, mask) })),
            member(
                "captures",
                .object(result.maskedCaptures.map { member($0.name, .string($0.value)) })
            ),
            member("attempts", number(exchange?.attempts ?? 0)),
            member("redirects", .array((exchange?.hops ?? []).compactMap { redirect($0, mask) })),
            member("problem", problem(result.problem, mask)),
            member("upstream", .array(result.upstream.map(self.value))),
        ]
        return .object(value)
    }

    private static func assertion(_ result: AssertionResult, _ mask: SecretMask) -> JSONValue {
        [
            "text": .string(mask(result.text)),
            "passed": .bool(result.isPassed),
            "actual": .string(result.shownValue(mask)),
            "line": number(result.location.line),
        ]
    }

    private static func failure(_ failure: NetworkFailure?, _ mask: SecretMask) -> JSONValue {
        guard let failure else { return .null }
        return [
            "code": .string(failure.code.rawValue),
            "phase": .string(failure.phase.rawValue),
            "message": .string(mask(failure.message)),
            "cause": .array(failure.causes.map { .string(mask($0)) }),
            "elapsedMs": number(failure.elapsed),
            "bytesSent": number(failure.bytesSent),
            "bytesReceived": number(failure.bytesReceived),
        ]
    }

    private static func timings(_ timings: Timings) -> JSONValue {
        [
            "totalMs": number(timings.total),
            "dnsMs": number(timings.nameLookup),
            "connectMs": number(timings.connect),
            "tlsMs": number(timings.tls),
            "sendMs": number(timings.send),
            "waitMs": number(timings.wait),
            "receiveMs": number(timings.receive),
        ]
    }

    private static func redirect(_ hop: Hop, _ mask: SecretMask) -> JSONValue? {
        guard let redirect = hop.redirect else { return nil }
        return [
            "status": hop.responseHead.map { number($0.status.rawValue) } ?? .null,
            "url": .string(mask(redirect.next?.displayText ?? redirect.location)),
            "dropped": .array(redirect.droppedFields.map { .string($0) }),
            "followed": .bool(redirect.next != nil),
            "reason": .string(redirect.reason),
        ]
    }

    private static func problem(_ problem: RunProblem?, _ mask: SecretMask) -> JSONValue {
        guard let problem else { return .null }
        return [
            "file": .string(problem.file),
            "line": number(problem.location.line),
            "column": number(problem.location.column),
            "message": .string(mask(problem.message)),
        ]
    }

    private static func member(_ name: String, _ value: JSONValue) -> JSONMember {
        JSONMember(name, value)
    }

    private static func string(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private static func number(_ number: Int) -> JSONValue { .number(String(number)) }

    private static func number(_ duration: Duration) -> JSONValue {
        .number(duration.milliseconds.description)
    }
}
