import Documents
import HTTPModel
import TestSupport
import Testing

/// `apus run` on the sample collections, offline by the embedded mock server.
@Suite struct SampleRunTests {
    private static let resultNames: Set = [
        "id", "name", "file", "line", "outcome", "method", "url", "status", "apiError", "failure",
        "timings", "bytesReceived", "assertions", "captures", "attempts", "redirects",
    ]

    /// The names that an object lacks.
    private func missing(_ names: Set<String>, in value: JSONValue?) -> Set<String> {
        names.subtracting(value?.members?.map(\.key) ?? [])
    }

    @Test func everySampleHoldsAndTheReportHasItsFields() async throws {
        let samples = try await ExplorerScenario.samples()
        let ending = try await Apus.run("run", "Collections", "--report", "json=-", in: samples)
        #expect(ending.exitCode == 0, "\(ending.output)\(ending.diagnostics)")
        #expect(ending.diagnostics.isEmpty)
        let report = try JSONValue(parsing: Octets(utf8: ending.output))
        #expect(report["schema"]?.intValue == 1)
        let summary = report["summary"]
        #expect(
            missing(["passed", "failed", "errors", "skipped", "durationMs"], in: summary) == []
        )
        let results = try #require(report["results"]?.arrayValue)
        #expect(summary?["passed"]?.intValue == results.count)
        #expect(!results.isEmpty)
        for result in results {
            let id = result["id"]?.stringValue ?? ""
            #expect(missing(Self.resultNames, in: result) == [], "\(id)")
            #expect(result["outcome"]?.stringValue == "passed", "\(id)")
            #expect(
                missing(
                    [
                        "totalMs", "dnsMs", "connectMs", "tlsMs", "waitMs", "receiveMs",
                    ],
                    in: result["timings"]
                ) == [],
                "\(id)"
            )
            for assertion in result["assertions"]?.arrayValue ?? [] {
                #expect(missing(["text", "passed", "actual"], in: assertion) == [], "\(id)")
            }
        }
        checkParticular(results)
    }

    /// Checks the fields that only some results fill: failures, errors, redirects, captures.
    private func checkParticular(_ results: [JSONValue]) {
        func result(_ name: String) -> JSONValue? {
            results.first { $0["name"]?.stringValue == name }
        }
        let reset = result("brokenExport")
        #expect(reset?["status"] == .null)
        #expect(missing(["code", "phase", "message", "cause"], in: reset?["failure"]) == [])
        #expect(reset?["failure"]?["code"]?.stringValue == "receive.reset")
        let notFound = result("missingBooking")
        #expect(notFound?["id"]?.stringValue == "bookings.http#missingBooking")
        #expect(notFound?["status"]?.intValue == 404)
        #expect(notFound?["apiError"]?.stringValue == "httpError.notFound")
        #expect(notFound?["failure"] == .null)
        let redirect = result("roomBooking")?["redirects"]?.arrayValue?.first
        #expect(missing(["status", "url", "dropped"], in: redirect) == [])
        #expect(redirect?["status"]?.intValue == 307)
        #expect(result("createBooking")?["captures"]?["bookingId"] != nil)
    }
}
