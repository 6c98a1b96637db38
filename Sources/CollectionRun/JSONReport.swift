import ClientCore
import Collections
import Documents
import HTTPModel

/// The JSON report, schema 1: fields may be added, none changes its meaning.
package enum JSONReport {
    /// How many bytes are gathered before they are passed on.
    private static let pieceBytes = 1 << 14

    /// Writes the report as indented JSON with a line end, a result at a time.
    ///
    /// - Parameters:
    ///   - report: What to write.
    ///   - take: Given the text in pieces, in order.
    package static func write(_ report: RunReport, to take: ([UInt8]) -> Void) {
        var json = JSONWriter(isPretty: true)
        json.beginObject()
        json.member("schema", 1)
        json.object("summary") { json in
            json.member("passed", report.count(.passed))
            json.member("failed", report.count(.failed))
            json.member("errors", report.count(.error))
            json.member("skipped", report.count(.skipped))
            json.member("durationMs", report.elapsed)
        }
        json.array("results") { json in
            // By index, which copies no result.
            for i in report.results.indices {
                json.result(report.results[i])
                if json.count >= pieceBytes { json.drain(take) }
            }
        }
        json.array("problems") { json in
            for problem in report.problems {
                json.problem(
                    RunProblem(
                        file: problem.file,
                        location: problem.location,
                        message: problem.message
                    ),
                    SecretMask([])
                )
            }
        }
        json.endObject()
        json.drain(take)
        take([0x0A])
    }
}

/// What the report says of an exchange, read from it at once.
private struct ExchangeOutcome {
    var status: Int?
    var failure: NetworkFailure?
    var timings: Timings?
    var hops: [Hop] = []
    var bytesReceived = 0
    var attempts = 0

    init(_ result: borrowing RunResult) {
        guard let box = result.$exchange.box else { return }
        switch box.value.result {
        case .success(let response): status = response.status.rawValue
        case .failure(let failure): self.failure = failure
        }
        hops = box.value.hops
        timings = Timings(of: hops, total: box.value.elapsed)
        // By index, which copies no hop.
        for i in hops.indices { bytesReceived += hops[i].bytesReceived }
        if !hops.isEmpty { attempts = hops[hops.count - 1].attempt }
    }
}

extension JSONWriter {
    fileprivate mutating func result(_ result: borrowing RunResult) {
        let mask = result.mask
        let outcome = ExchangeOutcome(result)
        beginObject()
        member("id", result.requestID)
        member("name", result.name)
        member("file", result.file)
        member("line", result.line)
        member("outcome", result.outcome.rawValue)
        member("method", result.displayMethod)
        member("url", result.displayURL(mask))
        member("status", outcome.status)
        member("apiError", result.apiError)
        member("rule", result.$mapping.box?.value.rule?.when)
        name("failure")
        failure(outcome.failure, mask)
        name("timings")
        timings(outcome.timings)
        member("bytesReceived", outcome.bytesReceived)
        array("assertions") { json in
            for assertion in result.assertions { json.assertion(assertion, in: result.file, mask) }
        }
        object("captures") { json in
            for capture in result.maskedCaptures { json.member(named: capture.name, capture.value) }
        }
        member("attempts", outcome.attempts)
        array("redirects") { json in
            for i in outcome.hops.indices where outcome.hops[i].redirect != nil {
                json.redirect(of: outcome.hops[i], mask)
            }
        }
        name("problem")
        problem(result.problem, mask)
        array("upstream") { json in
            for i in result.upstream.indices { json.result(result.upstream[i]) }
        }
        endObject()
    }

    private mutating func assertion(
        _ result: AssertionResult,
        in file: String,
        _ mask: SecretMask
    ) {
        object { json in
            json.member("text", mask(result.text))
            json.member("passed", result.isPassed)
            json.member("expected", mask(result.expected))
            json.member("actual", result.shownValue(mask))
            json.member("file", file)
            json.member("line", result.location.line)
            json.member("column", result.location.column)
            guard let place = result.bodyPlace else { return }
            json.member("bodyPath", mask(place.path))
            json.member("bodyLine", place.location.line)
            json.member("bodyColumn", place.location.column)
        }
    }

    private mutating func failure(_ failure: NetworkFailure?, _ mask: SecretMask) {
        guard let failure else { return null() }
        object { json in
            json.member("code", failure.code.rawValue)
            json.member("phase", failure.phase.rawValue)
            json.member("message", mask(failure.message))
            json.array("cause") { json in
                for cause in failure.causes { json.string(mask(cause)) }
            }
            json.member("elapsedMs", failure.elapsed)
            json.member("bytesSent", failure.bytesSent)
            json.member("bytesReceived", failure.bytesReceived)
        }
    }

    private mutating func timings(_ timings: Timings?) {
        guard let timings else { return null() }
        object { json in
            json.member("totalMs", timings.total)
            json.member("dnsMs", timings.nameLookup)
            json.member("connectMs", timings.connect)
            json.member("tlsMs", timings.tls)
            json.member("sendMs", timings.send)
            json.member("waitMs", timings.wait)
            json.member("receiveMs", timings.receive)
        }
    }

    private mutating func redirect(of hop: Hop, _ mask: SecretMask) {
        guard let redirect = hop.redirect else { return }
        object { json in
            json.member("status", hop.responseHead?.status.rawValue)
            json.member("url", mask(redirect.next?.displayText ?? redirect.location))
            json.array("dropped") { json in
                for name in redirect.droppedFields { json.string(name) }
            }
            json.member("followed", redirect.next != nil)
            json.member("reason", redirect.reason)
        }
    }

    fileprivate mutating func problem(_ problem: RunProblem?, _ mask: SecretMask) {
        guard let problem else { return null() }
        object { json in
            json.member("file", problem.file)
            json.member("line", problem.location.line)
            json.member("column", problem.location.column)
            json.member("message", mask(problem.message))
        }
    }

    /// Writes a member with a time in milliseconds, microseconds as decimals.
    fileprivate mutating func member(_ name: StaticString, _ duration: Duration) {
        self.name(name)
        thousandths(duration.wholeMicroseconds)
    }
}
