import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Testing

@Suite struct JSONReportTests {
    private static let text = """
        ### first
        # @name first
        # @assert jsonpath $.token exists
        # @capture accessToken = jsonpath $.token
        # @capture page = jsonpath $.page
        GET http://h.test/first?q="a"

        ### second
        # @name second
        # @assert status == 200
        GET http://h.test/second/{{first.response.body.$.page}}

        ### third
        # @name third
        GET http://h.test/third

        """

    /// A report with a redirect, captures, a request that ran first, a failure, problems and numbers
    /// of many lengths.
    private func report() async throws -> RunReport {
        let sample = try SampleRun(Self.text) { request in
            switch request.target.path {
            case "/first": json(#"{"token": "planted", "page": "5\n"}"#)
            case "/third":
                .failure(
                    NetworkFailure(
                        .receiveReset,
                        phase: .receive,
                        elapsed: .microseconds(5_250),
                        bytesSent: 90,
                        bytesReceived: 512,
                        causes: ["Connection reset by peer", "é\u{1}\t\"\\"]
                    )
                )
            default: json("{}", status: 404)
            }
        }
        var second = try await sample.run("second")
        var third = try await sample.run("third")
        for i in second.upstream.indices { second.upstream[i].exchange?.elapsed = .zero }
        second.exchange?.elapsed = .microseconds(12_345_678_901)
        third.exchange?.elapsed = .microseconds(7)
        var hop = try #require(second.exchange?.hops.first)
        hop.responseHead?.status = HTTPStatus(302)
        let location = "/n?token=planted"
        hop.redirect = RedirectDecision(
            location: location,
            next: try TargetURI("http://h.test" + location),
            dropped: [.init("Authorization", .credential), .init("Cookie", .credential)],
            reason: "another origin"
        )
        hop.timings.connect = .milliseconds(40)
        hop.timings.wait = .microseconds(1_500)
        second.exchange?.hops.insert(hop, at: 0)
        let place = TextLocation(line: 3, column: 9)
        third.problem = RunProblem(file: "sample.http", location: place, message: "no \"x\"")
        let skipped = RunResult(of: sample.file.source.requests[2], in: "sample.http")
        return RunReport(
            results: [second, third, skipped],
            elapsed: .microseconds(1_500_010),
            problems: [CollectionProblem(file: "a.http", location: place, message: "bad\nline")]
        )
    }

    @Test func whatIsLetGoOfShowsInNoReport() async throws {
        let whole = try await report()
        var kept = whole
        for i in kept.results.indices { kept.results[i].dropUnreported() }
        #expect(kept.results.first?.exchange?.response?.body.isEmpty == true)
        for format in [ReportFormat.json, .junit, .tap] {
            #expect(format.text(of: kept) == format.text(of: whole))
        }
    }

    @Test func theReportReadsLikeThis() async throws {
        let text = ReportFormat.json.text(of: try await report())
        #expect(
            text == #"""
                {
                  "schema": 1,
                  "summary": {
                    "passed": 0,
                    "failed": 1,
                    "errors": 1,
                    "skipped": 1,
                    "durationMs": 1500.01
                  },
                  "results": [
                    {
                      "id": "sample.http#second",
                      "name": "second",
                      "file": "sample.http",
                      "line": 8,
                      "outcome": "failed",
                      "method": "GET",
                      "url": "http://h.test/second/5",
                      "status": 404,
                      "apiError": "httpError.notFound",
                      "rule": "status 404",
                      "failure": null,
                      "timings": {
                        "totalMs": 12345678.901,
                        "dnsMs": 0.0,
                        "connectMs": 40.0,
                        "tlsMs": 0.0,
                        "sendMs": 0.0,
                        "waitMs": 1.5,
                        "receiveMs": 0.0
                      },
                      "bytesReceived": 84,
                      "assertions": [
                        {
                          "text": "status == 200",
                          "passed": false,
                          "expected": "== 200",
                          "actual": "404",
                          "file": "sample.http",
                          "line": 10,
                          "column": 11
                        }
                      ],
                      "captures": {},
                      "attempts": 1,
                      "redirects": [
                        {
                          "status": 302,
                          "url": "http://h.test/n?token=•••",
                          "dropped": [
                            "Authorization",
                            "Cookie"
                          ],
                          "followed": true,
                          "reason": "another origin"
                        }
                      ],
                      "problem": null,
                      "upstream": [
                        {
                          "id": "sample.http#first",
                          "name": "first",
                          "file": "sample.http",
                          "line": 1,
                          "outcome": "passed",
                          "method": "GET",
                          "url": "http://h.test/first?q=%22a%22",
                          "status": 200,
                          "apiError": null,
                          "rule": "status 200–299",
                          "failure": null,
                          "timings": {
                            "totalMs": 0.0,
                            "dnsMs": 0.0,
                            "connectMs": 0.0,
                            "tlsMs": 0.0,
                            "sendMs": 0.0,
                            "waitMs": 0.0,
                            "receiveMs": 0.0
                          },
                          "bytesReceived": 42,
                          "assertions": [
                            {
                              "text": "jsonpath $.token exists",
                              "passed": true,
                              "expected": "exists",
                              "actual": "\"•••\"",
                              "file": "sample.http",
                              "line": 3,
                              "column": 11,
                              "bodyPath": "$['token']",
                              "bodyLine": 1,
                              "bodyColumn": 11
                            }
                          ],
                          "captures": {
                            "accessToken": "•••",
                            "page": "5\n"
                          },
                          "attempts": 1,
                          "redirects": [],
                          "problem": null,
                          "upstream": []
                        }
                      ]
                    },
                    {
                      "id": "sample.http#third",
                      "name": "third",
                      "file": "sample.http",
                      "line": 13,
                      "outcome": "error",
                      "method": "GET",
                      "url": "http://h.test/third",
                      "status": null,
                      "apiError": "network",
                      "rule": "any failure",
                      "failure": {
                        "code": "receive.reset",
                        "phase": "receive",
                        "message": "The connection was reset while receiving. Look into the server's log; send again.",
                        "cause": [
                          "Connection reset by peer",
                          "é\u0001\t\"\\"
                        ],
                        "elapsedMs": 5.25,
                        "bytesSent": 90,
                        "bytesReceived": 512
                      },
                      "timings": {
                        "totalMs": 0.007,
                        "dnsMs": 0.0,
                        "connectMs": 0.0,
                        "tlsMs": 0.0,
                        "sendMs": 0.0,
                        "waitMs": 0.0,
                        "receiveMs": 0.0
                      },
                      "bytesReceived": 42,
                      "assertions": [],
                      "captures": {},
                      "attempts": 1,
                      "redirects": [],
                      "problem": {
                        "file": "sample.http",
                        "line": 3,
                        "column": 9,
                        "message": "no \"x\""
                      },
                      "upstream": []
                    },
                    {
                      "id": "sample.http#third",
                      "name": "third",
                      "file": "sample.http",
                      "line": 13,
                      "outcome": "skipped",
                      "method": "GET",
                      "url": "http://h.test/third",
                      "status": null,
                      "apiError": null,
                      "rule": null,
                      "failure": null,
                      "timings": null,
                      "bytesReceived": 0,
                      "assertions": [],
                      "captures": {},
                      "attempts": 0,
                      "redirects": [],
                      "problem": null,
                      "upstream": []
                    }
                  ],
                  "problems": [
                    {
                      "file": "a.http",
                      "line": 3,
                      "column": 9,
                      "message": "bad\nline"
                    }
                  ]
                }

                """#
        )
    }

    @Test func anEmptyReportReadsLikeThis() {
        let text = ReportFormat.json.text(of: RunReport(results: [], elapsed: .zero))
        #expect(
            text == """
                {
                  "schema": 1,
                  "summary": {
                    "passed": 0,
                    "failed": 0,
                    "errors": 0,
                    "skipped": 0,
                    "durationMs": 0.0
                  },
                  "results": [],
                  "problems": []
                }

                """
        )
    }
}
