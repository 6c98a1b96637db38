import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Testing

@Suite struct ReportTests {
    private static let text = """
        ### ok
        # @name ok
        # @assert status == 200
        # @assert jsonpath $.token exists
        # @assert body contains token
        # @capture accessToken = jsonpath $.token
        GET http://h.test/ok?api_key=planted-key

        ### wrong
        # @name wrong
        # @assert status == 200
        GET http://h.test/wrong/{{accessToken}}

        ### gone
        # @name gone
        # @token bearer planted-token
        GET http://h.test/gone

        """

    private func report() async throws -> RunReport {
        let sample = try SampleRun(Self.text) { request in
            switch request.target.path {
            case "/ok": json(#"{"token": "planted-capture"}"#)
            case "/gone":
                .failure(
                    NetworkFailure(
                        .receiveReset,
                        phase: .receive,
                        elapsed: .milliseconds(5),
                        bytesReceived: 512,
                        detail: "planted-token came back",
                        causes: ["Connection reset by peer", "planted-capture"]
                    )
                )
            default: json("{}", status: 404)
            }
        }
        var results = await sample.runAll()
        let last = try #require(sample.file.source.requests.last)
        results.append(RunResult(of: last, in: "sample.http"))
        for i in results.indices { results[i].exchange?.elapsed = .milliseconds(12) }
        return RunReport(results: results, elapsed: .milliseconds(1500))
    }

    @Test func theJSONReportFollowsItsSchema() async throws {
        let report = try await report()
        let value = try JSONValue(parsing: Octets(utf8: ReportFormat.json.text(of: report)))
        #expect(value["schema"]?.intValue == 1)
        let summary = value["summary"]
        #expect(summary?["passed"]?.intValue == 1)
        #expect(summary?["failed"]?.intValue == 1)
        #expect(summary?["errors"]?.intValue == 1)
        #expect(summary?["skipped"]?.intValue == 1)
        #expect(summary?["durationMs"]?.doubleValue == 1500)
        let results = try #require(value["results"]?.arrayValue)
        #expect(
            results.map { $0["outcome"]?.stringValue } == ["passed", "failed", "error", "skipped"]
        )
        let ok = results[0]
        #expect(ok["id"]?.stringValue == "sample.http#ok")
        #expect(ok["file"]?.stringValue == "sample.http")
        #expect(ok["method"]?.stringValue == "GET")
        #expect(ok["url"]?.stringValue == "http://h.test/ok?api_key=•••")
        #expect(ok["status"]?.intValue == 200)
        #expect(ok["apiError"] == .null)
        #expect(ok["failure"] == .null)
        #expect(ok["timings"]?["totalMs"]?.doubleValue == 12)
        #expect(ok["bytesReceived"]?.intValue == 42)
        #expect(ok["attempts"]?.intValue == 1)
        #expect(ok["redirects"]?.arrayValue?.isEmpty == true)
        #expect(ok["captures"]?["accessToken"]?.stringValue == "•••")
        #expect(ok["assertions"]?.arrayValue?.first?["passed"]?.boolValue == true)
        let wrong = results[1]
        #expect(wrong["apiError"]?.stringValue == "httpError.notFound")
        #expect(wrong["url"]?.stringValue == "http://h.test/wrong/•••")
        #expect(wrong["assertions"]?.arrayValue?.first?["actual"]?.stringValue == "404")
        let failure = results[2]["failure"]
        #expect(failure?["code"]?.stringValue == "receive.reset")
        #expect(failure?["phase"]?.stringValue == "receive")
        #expect(
            failure?["cause"]?.arrayValue?.compactMap(\.stringValue) == [
                "Connection reset by peer", "•••",
            ]
        )
        #expect(results[2]["status"] == .null)
        #expect(results[3]["timings"] == .null)
    }

    @Test func theJUnitReportReadsLikeThis() async throws {
        let text = ReportFormat.junit.text(of: try await report())
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="apus" tests="4" failures="1" errors="1" skipped="1" time="1.500">
                  <testsuite name="sample.http" tests="4" failures="1" errors="1" skipped="1" time="0.036">
                    <testcase name="ok" classname="sample.http" file="sample.http" line="1" time="0.012"/>
                    <testcase name="wrong" classname="sample.http" file="sample.http" line="9" time="0.012">
                      <failure type="assertion" message="status == 200: 404">sample.http:11:11</failure>
                    </testcase>
                    <testcase name="gone" classname="sample.http" file="sample.http" line="14" time="0.012">
                      <error type="receive.reset" message="receive.reset: The connection was reset while \
                receiving (••• came back). Look into the server's log; send again.">GET \
                http://h.test/gone
                Connection reset by peer
                •••</error>
                    </testcase>
                    <testcase name="gone" classname="sample.http" file="sample.http" line="14" time="0.000">
                      <skipped/>
                    </testcase>
                  </testsuite>
                </testsuites>

                """
        )
    }

    @Test func theTAPReportReadsLikeThis() async throws {
        let text = ReportFormat.tap.text(of: try await report())
        #expect(text.hasPrefix("TAP version 14\n1..4\nok 1 - sample.http\\#ok\nnot ok 2 - "))
        #expect(
            text.contains("\n  - text: \"status == 200\"\n")
                || text.contains("- text: \"status == 200\"")
        )
        #expect(text.contains("  failure: \"receive.reset\"\n"))
        #expect(text.hasSuffix("ok 4 - sample.http\\#gone # SKIP not run\n"))
    }

    @Test(arguments: ReportFormat.allCases)
    func noReportHoldsASecret(_ format: ReportFormat) async throws {
        let text = format.text(of: try await report())
        #expect(!text.contains("planted"))
    }

    @Test func theMostSevereOutcomeDecides() async throws {
        let report = try await report()
        #expect(report.exitCode == .noResponse)
        var tally = RunTally()
        #expect(tally.exitCode == .success)
        for result in report.results.prefix(2) { tally.add(result) }
        #expect(tally.exitCode == .failed)
    }

    @Test func aTallyCountsAsTheReportDoes() async throws {
        let report = try await report()
        var tally = report.tally
        for outcome in RunOutcome.allCases {
            #expect(tally.count(outcome) == report.count(outcome))
        }
        #expect(tally.count == report.results.count)
        #expect(tally.exitCode == report.exitCode)
        tally.add(skipped: 3)
        #expect(tally.count(.skipped) == report.count(.skipped) + 3)
        #expect(tally.exitCode == report.exitCode)
    }

    @Test(
        arguments: [
            (ExitCode.drift, ExitCode.failed, ExitCode.failed), (.failed, .noResponse, .noResponse),
            (.noResponse, .invalidInput, .invalidInput), (.success, .drift, .drift),
            (.interrupted, .noResponse, .interrupted), (.success, .success, .success),
        ]
    )
    func codesCombineToTheMoreSevere(_ one: ExitCode, _ other: ExitCode, _ expected: ExitCode) {
        #expect(one.combined(with: other) == expected)
        #expect(other.combined(with: one) == expected)
    }
}
