package import Documents
import Fixtures
import HTTPModel

/// What a comparison of fixtures with live answers came to.
package struct CheckReport: Sendable, Equatable {
    /// The results in the order in which the requests ran.
    package var results: [CheckResult]
    /// How many requests of the selection have no fixture, so that they were not sent.
    package var skippedCount: Int
    /// From the start to the end.
    package var elapsed: Duration

    /// Creates a report.
    package init(results: [CheckResult], skippedCount: Int = 0, elapsed: Duration = .zero) {
        self.results = results
        self.skippedCount = skippedCount
        self.elapsed = elapsed
    }

    /// How many results have this verdict.
    package func count(_ verdict: CheckResult.Verdict) -> Int {
        results.count { $0.verdict == verdict }
    }

    /// The most severe code of the results.
    package var exitCode: ExitCode {
        results.reduce(.success) { $0.combined(with: ExitCode($1.verdict)) }
    }

    /// The report as JSON, schema 1.
    package var json: JSONValue {
        [
            "schema": 1,
            "summary": [
                "same": .number("\(count(.same))"),
                "drift": .number("\(count(.drift))"),
                "unanswered": .number("\(count(.unanswered))"),
                "problems": .number("\(count(.problem))"),
                "withoutFixture": .number("\(skippedCount)"),
                "durationMs": .number("\(elapsed.milliseconds)"),
            ],
            "results": .array(results.map(Self.json(of:))),
        ]
    }

    private static func json(of result: CheckResult) -> JSONValue {
        [
            "id": .string(result.requestID),
            "name": .string(result.name),
            "file": .string(result.file),
            "line": .number("\(result.line)"),
            "verdict": .string(result.verdict.rawValue),
            "fixture": result.fixturePath.isEmpty ? .null : .string(result.fixturePath),
            "reason": result.reason.map { .string($0) } ?? .null,
            "durationMs": .number("\(result.elapsed.milliseconds)"),
            "drift": .array(
                result.drift.map { drift in
                    [
                        "kind": .string(drift.kind),
                        "path": .string(drift.path),
                        "expected": .string(drift.expected),
                        "found": .string(drift.found),
                        "line": drift.location.map { .number("\($0.line)") } ?? .null,
                        "column": drift.location.map { .number("\($0.column)") } ?? .null,
                    ]
                }
            ),
        ]
    }

    /// The XML report in the form that JUnit's Ant task made common: one suite, a case for each
    /// request, a failure for each difference.
    package var junit: String {
        let failed = count(.drift)
        let errors = results.count - failed - count(.same)
        let counts =
            "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"\(errors)\""
            + " time=\"\(JUnitReport.seconds(elapsed))\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="apus check" \(counts)>
              <testsuite name="fixtures" \(counts)>
            \(results.map(Self.testCase).joined())  </testsuite>
            </testsuites>

            """
    }

    private static func testCase(_ result: CheckResult) -> String {
        let escaped = JUnitReport.escaped
        let head =
            "    <testcase name=\"\(escaped(result.name))\" classname=\"\(escaped(result.file))\""
            + " file=\"\(escaped(result.file))\" line=\"\(result.line)\""
            + " time=\"\(JUnitReport.seconds(result.elapsed))\""
        var children = result.drift.map { drift -> String in
            let place = drift.location.map { ":\($0)" } ?? ""
            let file = drift.location == nil ? result.fixturePath : result.contentPath ?? ""
            return "      <failure type=\"\(escaped(drift.kind))\""
                + " message=\"\(escaped(drift.description))\">"
                + "\(escaped(file + place))</failure>\n"
        }
        if let reason = result.reason {
            children.append(
                "      <error type=\"\(result.verdict.rawValue)\" message=\"\(escaped(reason))\"/>\n"
            )
        }
        guard !children.isEmpty else { return head + "/>\n" }
        return head + ">\n" + children.joined() + "    </testcase>\n"
    }
}
