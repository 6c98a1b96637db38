import ClientCore
package import Collections
import Fixtures
package import HTTPModel

/// What a run came to: all results and their sum.
package struct RunReport: Sendable, Equatable {
    /// The results of the requests asked for, in the order in which they ran.
    package var results: [RunResult]
    /// From the start of the run to its end.
    package var elapsed: Duration
    /// What is wrong in the files of the selection; with any, nothing was sent.
    package var problems: [CollectionProblem]
    /// What the collections want hidden besides the standard names, for forms that hold content.
    package var redaction = RedactionSetting()

    /// Creates a report.
    package init(
        results: [RunResult],
        elapsed: Duration,
        problems: [CollectionProblem] = []
    ) {
        self.results = results
        self.elapsed = elapsed
        self.problems = problems
    }

    /// How the requests ended.
    package var tally: RunTally {
        var tally = RunTally()
        // In a span, which copies no result.
        let span = results.span
        for i in span.indices { tally.add(span[i]) }
        return tally
    }

    /// How many results have this outcome.
    package func count(_ outcome: RunOutcome) -> Int {
        // By index, which copies no result.
        results.indices.count { results[$0].outcome == outcome }
    }

    /// The most severe code of the results and problems.
    package var exitCode: ExitCode {
        problems.isEmpty ? tally.exitCode : .invalidInput.combined(with: tally.exitCode)
    }
}

/// The forms a report can be written in.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    /// JSON, schema 1.
    case json
    /// The XML that continuous-integration servers read.
    case junit
    /// The Test Anything Protocol, version 14.
    case tap
    /// An HTTP archive (HAR 1.2) of all exchanges.
    case har

    /// The report's text, ending in a line end; holds no secret.
    package func text(of report: RunReport) -> String {
        var text: [UInt8] = []
        write(report) { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes the report's text, ending in a line end; holds no secret.
    ///
    /// - Parameters:
    ///   - report: What to write.
    ///   - take: Given the text in pieces, in order, so that it never is in memory as a whole.
    package func write(_ report: RunReport, to take: ([UInt8]) -> Void) {
        switch self {
        case .json: JSONReport.write(report, to: take)
        case .junit: take(Array(JUnitReport.text(of: report).utf8))
        case .tap: take(Array(TAPReport.text(of: report).utf8))
        case .har:
            let archive = HARReport.archive(of: report, end: Timestamp.secondsSince1970)
            take(archive.encoded.array)
        }
    }
}

extension RunResult {
    /// The method as sent, else as written.
    package var displayMethod: String { $resolved.box?.value.request.method.rawValue ?? method }

    /// The URL as sent, without user information and secrets, else as written.
    package var displayURL: String { displayURL(mask) }

    /// The same for those who have the result's mask already.
    func displayURL(_ mask: SecretMask) -> String {
        guard let box = $resolved.box else { return mask(urlTemplate) }
        if !isDisguised, box.value.request.target.query == nil {
            return mask(box.value.request.target.displayText)
        }
        var target = box.value.disguise?.request.target ?? box.value.request.target
        target.maskSensitiveQuery()
        return mask(target.displayText)
    }

    /// One line on why it did not pass, or `nil` when it did; holds no secret.
    package var reason: String? {
        guard outcome == .failed || outcome == .error else { return nil }
        if let problem { return mask(problem.description) }
        if let failed = assertions.first(where: { !$0.isPassed }), outcome == .failed {
            let mask = mask
            return "\(mask(failed.text)): \(failed.shownValue(mask))"
        }
        if let failure = exchange?.failure { return mask(failure.description) }
        guard let mapping else { return nil }
        return mask("\(mapping.apiError ?? "unknown"): \(mapping.message)")
    }
}

extension AssertionResult {
    /// What was found, secrets masked, and shortened when it is a whole document.
    package func shownValue(_ mask: SecretMask) -> String {
        let shown = mask(actual)
        return shown.count > 400 ? shown.prefix(399) + "…" : shown
    }
}

extension TargetURI {
    /// Replaces the values of query items whose name says that they are secret.
    package mutating func maskSensitiveQuery() {
        guard let query else { return }
        let names = RedactionPolicy.standard.queryNames
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            let name = PercentEncoding.decode(item[..<equals])
            let isSecret =
                SecretMask.isSensitive(name: name)
                || names.contains { HTTPToken.equalsIgnoringCase($0, name) }
            return isSecret ? "\(item[..<equals])=\(SecretMask.placeholder)" : String(item)
        }
        self.query = items.joined(separator: "&")
    }
}

extension Duration {
    /// The time in milliseconds, microseconds kept as three decimals.
    package var milliseconds: Double { Double(wholeMicroseconds) / 1000 }

    /// The time in microseconds, rounded toward zero.
    var wholeMicroseconds: Int {
        // Up to nine seconds fit; more needs numbers of 128 bits, whose division is slow.
        if let attoseconds = Int64(exactly: attoseconds) {
            return Int(attoseconds / 1_000_000_000_000)
        }
        let (seconds, attoseconds) = components
        return Int(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
